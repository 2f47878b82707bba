import { daysOfRow, figurePages, linkOfRow, linkOfSprintRow } from './report-links.js';

const WEB = { organization: 'acme', project: 'WEB' };
const SPRINT = '0d3f9a44-6a55-4c54-9d40-7a6f1f1f2b3c';

/** The query of the link of a row. */
function queryOf(row: object, parameters = ''): string | null | undefined {
  const link = linkOfRow(WEB, new URLSearchParams(parameters), row);
  return link && new URL(link.href, 'http://localhost').searchParams.get('q');
}

describe('A row of a report', () => {
  it('about a Work Item, an epic or a Sprint leads to its page', () => {
    const hrefOf = (row: object) => linkOfRow(WEB, new URLSearchParams(), row)?.href;
    expect(hrefOf({ workItem: { key: 'WEB-7' }, completedAt: '2026-03-02T10:00:00.000Z' })).toBe('/o/acme/items/WEB-7');
    expect(hrefOf({ epic: { key: 'WEB-1', title: 'All' } })).toBe('/o/acme/items/WEB-1');
    expect(hrefOf({ sprint: { id: SPRINT, name: 'One' } })).toBe(`/o/acme/WEB/sprints/${SPRINT}/report`);
  });

  it.each([
    [{ date: '2026-03-02', total: 4 }, '', "project = WEB AND created <= '2026-03-02'"],
    [
      { start: '2026-03-02', end: '2026-03-08', created: 4 },
      '',
      "project = WEB AND created >= '2026-03-02' AND created <= '2026-03-08'",
    ],
    [{ key: 'in_review', label: 'in_review' }, '', 'project = WEB AND status = in_review AND status != done'],
    [{ key: 'bug', label: 'bug' }, 'groupBy=type&scope=all', 'project = WEB AND type = bug'],
    [{ key: null, label: 'None' }, 'groupBy=assignee&scope=all', 'project = WEB AND assignee IS NULL'],
    [{ key: SPRINT, label: "Ada's" }, 'groupBy=label&scope=all', String.raw`project = WEB AND label = 'Ada\'s'`],
  ])('that counts Work Items leads to them: %j with %s', (row, parameters, query) => {
    expect(queryOf(row, parameters)).toBe(query);
  });

  it('keeps the filters of the report', () => {
    const filters = `type=bug&priority=high&label=security&sprint=${SPRINT}&squeakql=${encodeURIComponent('points > 3 OR blocked()')}`;
    expect(queryOf({ date: '2026-03-02' }, filters)).toBe(
      `project = WEB AND created <= '2026-03-02' AND type = bug AND priority = high AND sprint = '${SPRINT}' AND label = security AND (points > 3 OR blocked())`,
    );
  });

  it.each([
    [{ key: 'other', label: 'Other' }, 'groupBy=label'],
    [{ key: 'other', label: 'Other' }, 'groupBy=assignee'],
    [{ date: '2026-03-02' }, `label=${SPRINT}`],
    [{ figure: 'Planned' }, ''],
  ])('has no link where no query finds its Work Items: %j with %s', (row, parameters) => {
    expect(queryOf(row, parameters)).toBeUndefined();
  });
});

describe('A status of a Sprint report', () => {
  it('leads to the Work Items of the Sprint, where they still are in it', () => {
    const linked = (state: string, status: string) => linkOfSprintRow(WEB, { id: SPRINT, state }, { status });
    expect(linked('active', 'todo')?.href).toContain(
      new URLSearchParams({ q: `project = WEB AND sprint = '${SPRINT}' AND status = todo` }).toString(),
    );
    expect(linked('done', 'done')).toBeDefined();
    expect(linked('done', 'todo')).toBeUndefined();
  });
});

describe('The figures of a report', () => {
  it('lead to the Work Items that they count', () => {
    const pages = figurePages(WEB, 'ageing-wip', new URLSearchParams('type=bug'));
    expect(new URL(pages.total ?? '', 'http://localhost').searchParams.get('q')).toBe(
      'project = WEB AND status IN (in_progress, in_review) AND type = bug',
    );
    expect(figurePages(WEB, 'velocity', new URLSearchParams())).toEqual({});
  });
});

describe('The days of a row', () => {
  it.each([
    [{ date: '2026-03-02' }, ['2026-03-02', '2026-03-02']],
    [{ start: '2026-03-02', end: '2026-03-08' }, ['2026-03-02', '2026-03-08']],
    [{ completedAt: '2026-03-02T23:00:00.000Z' }, ['2026-03-02', '2026-03-02']],
    [{ key: 'x' }, undefined],
  ])('of %j', (row, days) => {
    expect(daysOfRow(row)).toEqual(days);
  });
});
