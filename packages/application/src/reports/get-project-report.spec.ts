import type { ReportLimitation, SprintId, SprintVelocity, TimeZone } from '@worktrack/domain';
import { CursorSeal } from '@worktrack/keyset';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import { Cursors } from '../paging/cursors.js';
import type { FilterReferences } from '../work-item/collection/filter-references.js';
import { getProjectReport } from './get-project-report.js';
import type { ProjectReportFeeds } from './project-report-feeds.js';
import type { AskedReport } from './project-report-query.js';

const NOW = new Date('2026-03-09T12:00:00Z');
const NOTHING = { itemCount: 0, points: 0 };
const FILTERS = {
  ...{ q: undefined, status: undefined, type: undefined, priority: undefined, assignee: undefined, label: undefined },
  ...{ squeakql: undefined, limit: 100, cursor: undefined },
};
const SPAN = { range: undefined, start: undefined, end: undefined, timeZone: 'UTC' as TimeZone };

const sprint = (id: string, ...limitations: SprintVelocity['limitations']): SprintVelocity => ({
  sprint: { id: id as SprintId, name: id, startDate: null, endDate: null },
  ...{ startedAt: NOW, completedAt: NOW },
  ...{ committed: NOTHING, completed: NOTHING, carriedOver: NOTHING, added: NOTHING, removed: NOTHING },
  limitations,
});

async function limitationsOf(asked: AskedReport, feeds: Partial<ProjectReportFeeds>) {
  const ports = {
    feeds: { now: () => Promise.resolve(NOW), ...feeds } as ProjectReportFeeds,
    references: {} as FilterReferences,
    cursors: new Cursors(new CursorSeal(Buffer.alloc(32))),
  };
  const { limitations, capped } = await getProjectReport(ports, {} as OrganizationScope, {} as ProjectScope, asked);
  return { limitations, capped };
}

describe('What a Project report says of its limitations', () => {
  const velocity = (range: number, ...sprints: SprintVelocity[]) =>
    limitationsOf(
      { reportType: 'velocity', query: { ...FILTERS, range, unit: 'points', window: 3 } },
      { velocity: () => Promise.resolve(sprints) },
    );

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
    const facts = { snapshots: [], arrivals: 0, departures: 0, capped: isCapped };
    const cumulativeFlow = () => Promise.resolve(facts);
    expect(await limitationsOf({ reportType: 'cumulative-flow', query: asked }, { cumulativeFlow })).toEqual({
      ...{ limitations: words, capped: words.length > 0 },
    });
  });

  it('of more groups than are shown, of more items than are read', async () => {
    const asked = { ...FILTERS, sprint: undefined, groupBy: 'label', scope: 'all', unit: 'count' } as const;
    const groups = Array.from({ length: 51 }, (_, n) => ({ key: `${n}`, label: `${n}`, itemCount: 1, points: 0 }));
    const facts = { groups, none: NOTHING, total: { itemCount: 51, points: 0 }, capped: true };
    const report = limitationsOf(
      { reportType: 'distribution', query: asked },
      { distribution: () => Promise.resolve(facts) },
    );
    expect(await report).toEqual({ limitations: ['rows_capped', 'group_cap_applied'], capped: true });
  });
});
