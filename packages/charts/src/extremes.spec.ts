import { overlaps, textBoxes } from '../test/marks.js';
import {
  ageingWipReport,
  controlChartReport,
  createdVsResolvedReport,
  cumulativeFlowReport,
  distributionReport,
  epicProgressReport,
  sprintReport,
  velocityReport,
} from '../test/samples.js';
import {
  type Drawing,
  type DrawingOptions,
  drawAgeingWip,
  drawControlChart,
  drawCreatedVsResolved,
  drawCumulativeFlow,
  drawDistribution,
  drawEpicProgress,
  drawSprint,
  drawVelocity,
  LIGHT,
  toSvg,
} from '.';

const LIMITATIONS = [
  'range_capped',
  'rows_capped',
  'group_cap_applied',
  'history_incomplete',
  'commitment_unavailable',
  'planned_end_missing',
];

/** The largest sum of points that is a safe integer. */
const MANY = Number.MAX_SAFE_INTEGER;
const LONG = 'Wide names with many words '.repeat(8).trim();

const EXTREMES: Readonly<Record<string, (options: DrawingOptions) => Drawing>> = {
  'a Sprint with large numbers': (options) => {
    const report = sprintReport(30, { active: false });
    return drawSprint(
      {
        ...report,
        commitment: { available: true, itemCount: 5_000, points: MANY },
        statuses: report.statuses.map((row) => ({ ...row, points: MANY / 8 })),
        burndown: {
          available: true,
          display: report.burndown.display.map((row) => ({ ...row, remaining: MANY - row.remaining, ideal: MANY })),
        },
        limitations: LIMITATIONS,
      },
      options,
    );
  },
  'a Sprint of one day': (options) => drawSprint(sprintReport(2), options),
  'a Sprint without statuses': (options) => drawSprint({ ...sprintReport(), statuses: [] }, options),
  'Sprints with long names and large numbers': (options) => {
    const report = velocityReport(9);
    const items = report.items.map((row, index) => ({
      ...row,
      sprint: { name: `${LONG} ${index}` },
      committed: MANY,
      completed: MANY / 3,
      rollingAverage: MANY / 2,
    }));
    return drawVelocity({ ...report, items, limitations: LIMITATIONS }, options);
  },
  'Sprints that completed nothing': (options) => {
    const report = velocityReport(3);
    const nothing = { committed: 0, completed: 0, rollingAverage: 0 };
    return drawVelocity({ ...report, items: report.items.map((row) => ({ ...row, ...nothing })) }, options);
  },
  'flow of large numbers': (options) => {
    const report = cumulativeFlowReport(30);
    const each = 123_456_789_012;
    const items = report.items.map((row) => ({
      ...row,
      backlog: each,
      todo: 0,
      in_progress: each,
      in_review: 1,
      done: each,
      total: each * 3 + 1,
    }));
    const cumulativeFlow = {
      ...report.cumulativeFlow,
      timeZone: 'America/Argentina/ComodRivadavia',
      averageLeadTimeDays: null,
    };
    return drawCumulativeFlow({ items, cumulativeFlow, limitations: LIMITATIONS }, options);
  },
  'Work Items that took no time': (options) => {
    const report = controlChartReport(5);
    const none = { days: 0, rollingMeanDays: 0, rollingStandardDeviationDays: 0 };
    return drawControlChart(
      {
        ...report,
        items: report.items.map((row) => ({ ...row, ...none })),
        controlChart: { ...report.controlChart, medianDays: 0, p85Days: 0 },
      },
      options,
    );
  },
  'Work Items that took years': (options) => {
    const report = controlChartReport(50);
    return drawControlChart(
      {
        ...report,
        items: report.items.map((row) => ({ ...row, days: row.days * 12_345 })),
        controlChart: { ...report.controlChart, measure: 'lead', cycleStartStatus: null, medianDays: 99_999.25 },
        limitations: LIMITATIONS,
      },
      options,
    );
  },
  'Work Items completed outside the span in UTC': (options) => {
    const report = controlChartReport(50);
    const [first, ...others] = report.items;
    if (first === undefined) throw new Error('The sample is empty.');
    return drawControlChart(
      { ...report, items: [{ ...first, completedAt: '2026-08-31T14:00:00.000Z' }, ...others] },
      options,
    );
  },
  'ten limits of ageing': (options) => {
    const limits = [1, 10, 100, 1_000, 10_000, 20_000, 50_000, 90_000, 99_999, 100_000];
    const report = ageingWipReport(300);
    const buckets = [...limits, null].map((maxDays, index) => {
      const minDays = index === 0 ? 0 : (limits[index - 1] ?? 0) + 1;
      const label = maxDays === null ? `${minDays}+` : `${minDays}–${maxDays}`;
      return { label, minDays, maxDays, count: 123_456 * index };
    });
    const items = report.items.map((row, index) => ({
      ...row,
      bucket: index % 11,
      ageDays: buckets[index % 11]?.minDays ?? 0,
    }));
    return drawAgeingWip(
      { ...report, items, ageingWip: { ...report.ageingWip, oldestDays: 100_001, buckets }, limitations: LIMITATIONS },
      options,
    );
  },
  'ageing of another status': (options) => {
    const report = ageingWipReport(20);
    return drawAgeingWip({ ...report, items: report.items.map((row) => ({ ...row, status: 'backlog' })) }, options);
  },
  'more resolved than created, with reopened': (options) => {
    const report = createdVsResolvedReport(10);
    const items = report.items.map((row, day) => ({
      ...row,
      created: 0,
      resolved: 20_000,
      reopened: 30_000 * (day % 2),
      net: day % 2 === 0 ? -20_000 : 10_000,
      cumulativeOpen: 1_000_000 - day * 5_000,
    }));
    return drawCreatedVsResolved({ ...report, items, limitations: LIMITATIONS }, options);
  },
  'one interval': (options) => drawCreatedVsResolved(createdVsResolvedReport(1), options),
  'groups with long names and large numbers': (options) => {
    const report = distributionReport(52);
    const items = report.items.map((row) => ({ ...row, label: LONG, value: MANY, percent: 100 }));
    return drawDistribution(
      {
        ...report,
        items,
        distribution: { ...report.distribution, groupBy: 'label', groupsOverlap: true, total: MANY },
      },
      options,
    );
  },
  'epics with long titles and large numbers': (options) => {
    const report = epicProgressReport(12);
    const items = report.items.map((row) => ({
      ...row,
      epic: { key: 'ABCDEFGHIJ-1234567890', title: LONG },
      childCount: 199_999,
      completedCount: 188_888,
    }));
    return drawEpicProgress({ ...report, items, limitations: LIMITATIONS }, options);
  },
};

describe.each(Object.entries(EXTREMES))('The drawing of %s', (_name, draw) => {
  it.each([320, 480, 560, 960])('keeps its texts apart and inside at %d pixels', (width) => {
    const { mark, points } = draw({ width, theme: LIGHT, project: LONG });
    const boxes = textBoxes(mark);
    expect(overlaps(boxes)).toEqual([]);
    const height = Number(mark.attributes.height);
    expect(boxes.filter(({ left, right, bottom }) => left < 0 || right > width || bottom > height)).toEqual([]);
    expect(toSvg(mark).replaceAll(/#[0-9a-f]{6}/g, '')).not.toMatch(/NaN|Infinity|undefined|\de[+-]?\d/);
    expect(points.every(({ x, y }) => x >= 0 && x <= width && y >= 0 && y <= height)).toBe(true);
  });
});
