import type { AgeingWip, Reports, WholeReport } from '@worktrack/application';
import type { PublicUserId, WorkItemId, WorkItemKey, WorkItemStatus } from '@worktrack/domain';
import { drawnReportOf } from './drawn-rows.js';
import { svgOf, type DrawingRequest } from './svg-of.js';

const AS_OF = new Date('2026-03-09T12:00:00.000Z');
const DAY = 86_400_000;
const REQUEST: DrawingRequest = { width: 640, theme: 'light', project: 'WEB' };

/** The ages are in no order; of some rows they are equal. */
function ageingRow(index: number): AgeingWip['row'] {
  const ageDays = (index * 7_919) % 997;
  return {
    workItem: {
      id: `id-${index}` as WorkItemId,
      key: `WEB-${index + 1}` as WorkItemKey,
      title: `Title ${index}`,
      type: 'task',
      priority: 'high',
    },
    status: 'in_progress',
    assignee: { publicId: 'usr_1' as PublicUserId, name: 'Ada' },
    since: new Date(AS_OF.getTime() - ageDays * DAY),
    ageDays,
    bucket: 0,
  };
}

const FILTERS = {
  ...{ q: null, status: null, type: null, priority: null, assignee: null, label: null, squeakql: null },
};

function ageing(length: number): WholeReport<Reports['ageing-wip']> {
  const figures = { asOf: AS_OF.toISOString(), total: length, oldestDays: 996, medianDays: 500 };
  return {
    generatedAt: AS_OF,
    head: {
      kind: 'ageing-wip',
      generatedAt: AS_OF.toISOString(),
      parameters: { ...FILTERS, buckets: [996], sort: 'age', sprint: null },
      definition: { age: 'time_in_current_status', limits: 'inclusive' },
      ageingWip: { ...figures, buckets: [{ label: '0–996', minDays: 0, maxDays: 996, count: length }] },
      limitations: [],
      capped: false,
    },
    rows: { length, at: ageingRow, placeOf: (index) => [index], firstAfter: () => length },
  };
}

const keysOf = (report: string) =>
  (JSON.parse(report) as { items: { workItem: { key: string } }[] }).items.map(({ workItem }) => workItem.key);

describe('The rows that a drawing gets', () => {
  it('are all of a small report', async () => {
    const report = await drawnReportOf('ageing-wip', ageing(40));
    expect(keysOf(report)).toHaveLength(40);
    expect(svgOf('ageing-wip', report, REQUEST).pointCount).toBe(40);
  });

  it('are the newest 5,000 of Work Items in progress, and give the drawing of all rows', async () => {
    const whole = ageing(6_100);
    const report = await drawnReportOf('ageing-wip', whole);
    expect(keysOf(report)).toHaveLength(5_000);
    const all = { ...whole.head, items: Array.from({ length: 6_100 }, (_, index) => ageingRow(index)) };
    const drawn = svgOf('ageing-wip', report, REQUEST);
    expect(drawn).toEqual(svgOf('ageing-wip', JSON.stringify(all), REQUEST));
    expect(drawn.svg).toContain('the newest 5,000 of 6,100 Work Items are drawn');
  });
});

describe('A drawing of epics that may not be higher', () => {
  const status = 'todo' as WorkItemStatus;
  const statuses = { backlog: 1, todo: 1, in_progress: 1, in_review: 1, done: 1 };
  const counts = {
    childCount: 5,
    completedCount: 1,
    points: 0,
    completedPoints: 0,
    itemPercent: 20,
    pointPercent: null,
  };
  const epics = (count: number) =>
    JSON.stringify({
      epicProgress: { epicCount: count, completedEpicCount: 0, childCount: 5, completedCount: 1 },
      limitations: [],
      items: Array.from({ length: count }, (_, index) => ({
        epic: { id: `${index}`, key: `WEB-${index}`, title: 'An epic', status },
        ...{ targetDate: null, statuses, ...counts },
      })),
    });

  it.each([
    [960, 4_000, 1_000],
    [960, 2_222, 1_000],
    [320, 11_111, 1_000],
    [320, 2_000, 90],
    [960, 2_000, 110],
  ])('with a width of %i than %i has the first of %i that fit, and says so', (width, mostHeight, count) => {
    const { svg, pointCount } = svgOf('epic-progress', epics(count), { ...REQUEST, width, mostHeight });
    const [, height] = /<svg [^>]*? height="(\d+)"/.exec(svg) ?? [];
    expect(Number(height)).toBeLessThanOrEqual(mostHeight);
    expect(Number(height)).toBeGreaterThan(mostHeight * 0.7);
    expect(pointCount).toBeLessThan(count);
    expect(svg).toContain(`the first ${pointCount} of ${count.toLocaleString('en')} epics`);
  });
});
