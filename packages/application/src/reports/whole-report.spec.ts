import { TimeZone, type ProjectKey, type ShownEpic, type WorkItemId } from '@worktrack/domain';
import { CursorSeal } from '@worktrack/keyset';
import { RuntimeTimeZones } from '../../test/runtime-time-zones.js';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import { Cursors } from '../paging/cursors.js';
import type { FilterReferences } from '../work-item/collection/filter-references.js';
import { getProjectReport } from './get-project-report.js';
import { inText } from './in-text.js';
import type { ProjectReportFeeds } from './project-report-feeds.js';
import { getWholeReport } from './whole-report.js';

const NOW = new Date('2026-03-09T12:00:00Z');
const EPICS = 23;

const query = {
  ...{ q: undefined, status: undefined, type: undefined, priority: undefined, assignee: undefined, label: undefined },
  ...{ squeakql: undefined, sort: 'name' as const },
};

const NUMBERS = Array.from({ length: EPICS }, (_, index) => index + 1);
const titleOf = (number: number) => `Epic ${(number * 7) % EPICS}`;

const FACTS = {
  epics: { numbers: NUMBERS, by: { sort: 'name', titles: NUMBERS.map(titleOf) } },
  sums: { completedEpicCount: 0, childCount: 0, completedCount: 0, points: 0, completedPoints: 0 },
  capped: true,
};

const DETAILS = new Map(
  NUMBERS.map((number): [number, ShownEpic] => [
    number,
    {
      epic: {
        id: `id-${number}` as WorkItemId,
        projectKey: 'WEB' as ProjectKey,
        number,
        title: titleOf(number),
        status: 'todo',
      },
      targetDate: number % 2 === 0 ? NOW : null,
      children: { done: { itemCount: number, points: 2 * number } },
    },
  ]),
);

/** A feed of epics that counts how often its facts are read. */
class Epics {
  reads = 0;

  get feeds(): ProjectReportFeeds {
    const facts = () => {
      this.reads += 1;
      return Promise.resolve(FACTS as never);
    };
    const details = (_: unknown, numbers: readonly number[]) =>
      Promise.resolve(new Map(numbers.map((number) => [number, DETAILS.get(number)])) as never);
    return { now: () => Promise.resolve(NOW), within: (_scope, _type, _generatedAt, work) => work({ facts, details }) };
  }
}

const viewer = {} as OrganizationScope;
const scope = { timeZone: TimeZone.utc } as ProjectScope;
const references = {} as FilterReferences;
const zones = new RuntimeTimeZones();

describe('A whole report', () => {
  it('has the rows of all pages in their order, from one reading', async () => {
    const epics = new Epics();
    const { feeds } = epics;
    const whole = await getWholeReport({ feeds, references, zones }, viewer, scope, 'epic-progress', {
      ...query,
      ...{ limit: 1, cursor: undefined },
    });
    expect(epics.reads).toBe(1);
    const rows: unknown[] = [];
    const cursors = new Cursors(new CursorSeal(Buffer.alloc(32)));
    for (let cursor: string | undefined | null; cursor !== null;) {
      const page = { ...query, limit: 5, cursor };
      const report = await getProjectReport(
        { feeds, references, cursors, zones },
        viewer,
        scope,
        'epic-progress',
        page,
      );
      rows.push(...report.items);
      cursor = report.page.nextCursor;
    }
    expect(rows).toHaveLength(EPICS);
    expect(inText(Array.from({ length: whole.rows.length }, (_, index) => whole.rows.at(index)))).toEqual(rows);
  });

  it('has the other members of a page, without those of the page itself', async () => {
    const { feeds } = new Epics();
    const cursors = new Cursors(new CursorSeal(Buffer.alloc(32)));
    const request = { ...query, limit: 5, cursor: undefined };
    const { head } = await getWholeReport({ feeds, references, zones }, viewer, scope, 'epic-progress', request);
    const page = await getProjectReport({ feeds, references, cursors, zones }, viewer, scope, 'epic-progress', request);
    const { kind, generatedAt, definition, epicProgress, limitations, capped } = page;
    const parameters = Object.entries(page.parameters).filter(([name]) => name !== 'limit');
    const others = { kind, generatedAt, definition, epicProgress, limitations, capped };
    expect(inText(head)).toEqual({ ...others, parameters: Object.fromEntries(parameters) });
    expect(head).toMatchObject({ limitations: ['rows_capped'], capped: true });
  });
});
