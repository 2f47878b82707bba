import {
  TimeZone,
  type ProjectId,
  type ProjectKey,
  type ReportLimitation,
  type ShownEpic,
  type SprintId,
  type SprintVelocity,
  type WorkItemId,
} from '@worktrack/domain';
import { CursorSeal } from '@worktrack/keyset';
import { RuntimeTimeZones } from '../../test/runtime-time-zones.js';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import { Cursors } from '../paging/cursors.js';
import type { FilterReferences } from '../work-item/collection/filter-references.js';
import { getProjectReport } from './get-project-report.js';
import type { ProjectReportFeeds } from './project-report-feeds.js';
import type { ReportType, Reports } from './reports.js';

const NOW = new Date('2026-03-09T12:00:00Z');
const NOTHING = { itemCount: 0, points: 0 };
const FILTERS = {
  ...{ q: undefined, status: undefined, type: undefined, priority: undefined, assignee: undefined, label: undefined },
  ...{ squeakql: undefined, limit: 100, cursor: undefined },
};
const SPAN = { range: undefined, start: undefined, end: undefined, timeZone: TimeZone.utc };

const sprint = (id: string, ...limitations: SprintVelocity['limitations']): SprintVelocity => ({
  sprint: { id: id as SprintId, name: id, startDate: null, endDate: null },
  ...{ startedAt: NOW, completedAt: NOW },
  ...{ committed: NOTHING, completed: NOTHING, carriedOver: NOTHING, added: NOTHING, removed: NOTHING },
  limitations,
});

const feedsWith = (facts: object, details: ReadonlyMap<number, unknown> = new Map()): ProjectReportFeeds => ({
  now: () => Promise.resolve(NOW),
  within: (_scope, _type, _generatedAt, work) =>
    work({ facts: () => Promise.resolve(facts as never), details: () => Promise.resolve(details as never) }),
});

async function limitationsOf<Type extends ReportType>(
  type: Type,
  query: Reports[Type]['query'],
  facts: Reports[Type]['facts'],
) {
  const ports = {
    feeds: feedsWith(facts),
    references: {} as FilterReferences,
    zones: new RuntimeTimeZones(),
    cursors: new Cursors(new CursorSeal(Buffer.alloc(32))),
  };
  const scope = { timeZone: TimeZone.utc } as ProjectScope;
  const { limitations, capped } = await getProjectReport(ports, {} as OrganizationScope, scope, type, query);
  return { limitations, capped };
}

describe('What a Project report says of its limitations', () => {
  const velocity = (range: number, ...sprints: SprintVelocity[]) =>
    limitationsOf('velocity', { ...FILTERS, range, unit: 'points', window: 3 }, sprints);

  it('each at most once and in their order, and that any cap applied', async () => {
    const sprints = [
      sprint('a', 'commitment_unavailable', 'rows_capped'),
      sprint('b', 'history_incomplete', 'rows_capped', 'commitment_unavailable'),
    ];
    const words = ['rows_capped', 'history_incomplete', 'commitment_unavailable'] satisfies ReportLimitation[];
    expect(await velocity(6, ...sprints)).toEqual({ limitations: words, capped: true });
    expect(await velocity(91, ...sprints)).toEqual({ limitations: ['range_capped', ...words], capped: true });
  });

  it('that no cap applied, where something was never recorded', async () => {
    const missing = sprint('a', 'commitment_unavailable', 'history_incomplete');
    expect(await velocity(90, missing)).toEqual({
      limitations: ['history_incomplete', 'commitment_unavailable'],
      capped: false,
    });
    expect(await velocity(90, sprint('a'))).toEqual({ limitations: [], capped: false });
  });

  it.each<[days: number, isCapped: boolean, words: readonly ReportLimitation[]]>([
    [90, false, []],
    [90, true, ['rows_capped']],
    [91, false, ['range_capped']],
    [91, true, ['range_capped', 'rows_capped']],
  ])('of %d days, more than is read: %p', async (range, isCapped, words) => {
    const asked = { ...FILTERS, ...SPAN, range, sprint: undefined, unit: 'count' } as const;
    const facts = { present: [], changes: [], arrivals: 0, departures: 0, capped: isCapped };
    expect(await limitationsOf('cumulative-flow', asked, facts)).toEqual({
      limitations: words,
      capped: words.length > 0,
    });
  });

  it('of more groups than are shown, of more items than are read', async () => {
    const asked = { ...FILTERS, sprint: undefined, groupBy: 'label', scope: 'all', unit: 'count' } as const;
    const groups = Array.from({ length: 51 }, (_, n) => ({ key: `${n}`, label: `${n}`, itemCount: 1, points: 0 }));
    const facts = { groups, none: NOTHING, total: { itemCount: 51, points: 0 }, capped: true };
    expect(await limitationsOf('distribution', asked, facts)).toEqual({
      limitations: ['rows_capped', 'group_cap_applied'],
      capped: true,
    });
  });
});

describe('The pages of a Project report by name', () => {
  const TITLES = ['\u0001', '"', '\\', 'a', '\u{10ffff}', 'İ'].map((unit) => unit.repeat(499));

  /** An epic with its number, from 1 on. */
  type Epic = readonly [number: number, title: string];

  const epicsOf = (titles: readonly string[]): Epic[] => titles.map((title, at) => [at + 1, title]);

  const scope = { projectId: 'P' as ProjectId, timeZone: TimeZone.utc } as ProjectScope;
  const cursors = new Cursors(new CursorSeal(Buffer.alloc(32)));

  function pageOf(epics: readonly Epic[], cursor: string | undefined) {
    const facts = {
      epics: {
        numbers: epics.map(([number]) => number),
        by: { sort: 'name', titles: epics.map(([, title]) => title) },
      },
      sums: { completedEpicCount: 0, childCount: 0, completedCount: 0, points: 0, completedPoints: 0 },
      capped: false,
    };
    const details = new Map(
      epics.map(([number, title]): [number, ShownEpic] => {
        const id = `id-${number}` as WorkItemId;
        const epic = { id, projectKey: 'WEB' as ProjectKey, number, title, status: 'todo' } as const;
        return [number, { epic, targetDate: null, children: {} }];
      }),
    );
    const zones = new RuntimeTimeZones();
    const ports = { feeds: feedsWith(facts, details), references: {} as FilterReferences, cursors, zones };
    const query = { ...FILTERS, limit: 1, cursor, sort: 'name' } as const;
    return getProjectReport(ports, {} as OrganizationScope, scope, 'epic-progress', query);
  }

  const titleOf = ({ items }: { readonly items: readonly unknown[] }) =>
    items.map((row) => (row as { readonly epic: { readonly title: string } }).epic.title);

  it('are turned by cursors of at most 2,048 characters, however long the titles are', async () => {
    const epics = epicsOf(TITLES.flatMap((title) => ['b', 'a', 'c'].map((end) => title + end)));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const report = await pageOf(epics, cursor);
      seen.push(...titleOf(report));
      cursor = report.page.nextCursor ?? undefined;
      expect(cursor?.length ?? 0).toBeLessThanOrEqual(2_048);
    } while (cursor !== undefined && seen.length < 100);
    expect(seen).toHaveLength(epics.length);
    expect(new Set(seen).size).toBe(epics.length);
  });

  it('never repeat a row when the one before was deleted, also where titles share a long beginning', async () => {
    const title = 'x'.repeat(498);
    const epics = epicsOf([`${title}c`, `${title}b`, `${title}a`]);
    const { page, ...first } = await pageOf(epics, undefined);
    expect(titleOf(first)).toEqual([`${title}a`]);
    const rest = await pageOf(epics.slice(0, 2), page.nextCursor ?? undefined);
    expect(titleOf(rest)).toEqual([`${title}b`]);
  });

  it('go on from a cursor of before, which carried 120 characters', async () => {
    const title = 'x'.repeat(498);
    const epics = epicsOf([`${title}c`, `${title}b`, `${title}a`]);
    const before = jest.spyOn(cursors, 'open').mockReturnValueOnce([NOW.getTime(), title.slice(0, 120), 3]);
    expect(titleOf(await pageOf(epics, 'issued before'))).toEqual([`${title}b`]);
    before.mockRestore();
  });
});
