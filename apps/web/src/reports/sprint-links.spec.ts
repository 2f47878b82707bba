import { sprintLinks } from './sprint-links.js';

const WEB = { organization: 'acme', project: 'WEB' };
const SPRINT = '0d3f9a44-6a55-4c54-9d40-7a6f1f1f2b3c';

const queryOf = (link: { readonly href: string } | undefined) =>
  link && new URL(link.href, 'http://localhost').searchParams.get('q')?.replace('project = WEB AND ', '');

/** WEB-1 and WEB-3 were committed; WEB-2 was added, WEB-4 left, WEB-3 was carried over. */
const REPORT = {
  sprint: { id: SPRINT, state: 'done' as const },
  commitment: { available: true },
  completion: { itemIds: { originalCommitment: ['i1', 'i3', 'i4'], finalScope: ['i1', 'i2', 'i3'] } },
  items: [
    { kind: 'carryover' as const, workItemId: 'i3', key: 'WEB-3', status: 'todo' as const },
    { kind: 'scope_change' as const, workItemId: 'i2', key: 'WEB-2', status: 'todo' as const },
    { kind: 'scope_change' as const, workItemId: 'i4', key: 'WEB-4', status: 'todo' as const },
  ],
  limitations: [],
};

describe('The figures of a Sprint report', () => {
  it('of a Sprint that is not completed lead to its Work Items', () => {
    const links = sprintLinks(WEB, { ...REPORT, sprint: { id: SPRINT, state: 'future' }, items: [] });
    expect(queryOf(links.planned)).toBe(`sprint = '${SPRINT}'`);
    expect(queryOf(links.statuses.todo)).toBe(`sprint = '${SPRINT}' AND status = todo`);
  });

  it('of a completed Sprint lead to what stayed in it and to what it carried over', () => {
    const links = sprintLinks(WEB, REPORT);
    expect(queryOf(links.finalScope)).toBe(`(sprint = '${SPRINT}' OR key IN (WEB-3))`);
    expect(queryOf(links.completed)).toBe(`sprint = '${SPRINT}' AND status = done`);
    expect(queryOf(links.statuses.done)).toBe(`sprint = '${SPRINT}' AND status = done`);
    expect(queryOf(links.statuses.todo)).toBe('key IN (WEB-3)');
    expect(links.statuses.backlog).toBeUndefined();
  });

  it('lead to the commitment: the final scope without what was added, and what was removed', () => {
    const { committed, planned } = sprintLinks(WEB, REPORT);
    expect(queryOf(committed)).toBe(
      `((sprint = '${SPRINT}' OR key IN (WEB-3)) AND key NOT IN (WEB-2) OR key IN (WEB-4))`,
    );
    expect(planned).toEqual(committed);
    const unchanged = { originalCommitment: ['i1'], finalScope: ['i1'] };
    expect(queryOf(sprintLinks(WEB, { ...REPORT, items: [], completion: { itemIds: unchanged } }).committed)).toBe(
      `sprint = '${SPRINT}'`,
    );
  });

  it('have no link where the report does not name the Work Items', () => {
    const none = { finalScope: undefined, committed: undefined };
    expect(sprintLinks(WEB, { ...REPORT, limitations: ['rows_capped'] })).toMatchObject(none);
    expect(sprintLinks(WEB, { ...REPORT, commitment: { available: false } }).committed).toBeUndefined();
    const many = Array.from({ length: 101 }, (_, at) => ({
      ...REPORT.items[0]!,
      workItemId: `m${at}`,
      key: `WEB-${at}`,
    }));
    expect(sprintLinks(WEB, { ...REPORT, items: many })).toMatchObject(none);
  });
});
