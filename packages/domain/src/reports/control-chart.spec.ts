import type { ProjectKey, WorkItemFace, WorkItemId } from '../index.js';
import { controlChart, type ControlChartFacts, type FinishedWork } from './control-chart.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T00:00:00Z');
const after = (hours: number) => new Date(START + hours * HOUR);

interface Work {
  readonly number: number;
  readonly begun: number | null;
  readonly done: number;
}

/** A Work Item that was created at 0, started and done after the given hours. */
const work = (number: number, begun: number | null, done: number): Work => ({ number, begun, done });

/** The face of an item, derived from its id. */
const faceOf = (id: WorkItemId): WorkItemFace => {
  const number = Number(id.slice('item-'.length));
  return { projectKey: 'WEB' as ProjectKey, number, title: `Item ${number}`, type: 'task', priority: 'medium' };
};

const factsOf = (works: readonly Work[], reopened = 0): ControlChartFacts => ({
  finished: {
    ids: works.map(({ number }) => `item-${number}` as WorkItemId) as FinishedWork['ids'],
    numbers: works.map(({ number }) => number),
    createdAt: works.map(() => START),
    firstEnteredAt: works.map(({ begun }) => (begun === null ? Number.NaN : after(begun).getTime())),
    doneAt: works.map(({ done }) => after(done).getTime()),
  },
  ...{ reopened, capped: false },
});
const CYCLE = { measure: { kind: 'cycle', startStatus: 'in_progress' }, window: 20, faceOf } as const;
const LEAD = { ...CYCLE, measure: { kind: 'lead' } } as const;
const rowsOf = ({ rows }: ReturnType<typeof controlChart>) => Array.from({ length: rows.length }, (_, n) => rows.at(n));

describe('A control chart', () => {
  it('measures the cycle from the first entry to the start status: 36 hours are 1.5 days', () => {
    const report = controlChart(factsOf([work(10, 9, 45)], 1), CYCLE);
    expect(rowsOf(report)).toEqual([
      {
        workItem: { id: 'item-10', key: 'WEB-10', title: 'Item 10', type: 'task' },
        ...{ startedAt: after(9), completedAt: after(45), days: 1.5 },
        ...{ rollingMeanDays: 1.5, rollingStandardDeviationDays: 0 },
      },
    ]);
    expect(report.figures).toEqual({
      ...{ sampleCount: 1, meanDays: 1.5, medianDays: 1.5, p85Days: 1.5, p95Days: 1.5, standardDeviationDays: 0 },
      excluded: { reopened: 1, withoutStart: 0 },
    });
  });

  it('measures the lead from creation, and leaves nothing out', () => {
    const report = controlChart(factsOf([work(1, null, 48), work(2, 24, 24)]), LEAD);
    expect(rowsOf(report).map(({ startedAt, days }) => [startedAt, days])).toEqual([
      [after(0), 1],
      [after(0), 2],
    ]);
    expect(report.figures.excluded).toEqual({ reopened: 0, withoutStart: 0 });
  });

  it('leaves out and counts what never entered the start status', () => {
    const report = controlChart(factsOf([work(1, null, 48), work(2, 0, 24), work(3, null, 24)]), CYCLE);
    expect(rowsOf(report).map(({ workItem }) => workItem.key)).toEqual(['WEB-2']);
    expect(report.figures).toMatchObject({ sampleCount: 1, excluded: { withoutStart: 2 } });
  });

  it('orders by completion, then by key as a number', () => {
    const report = controlChart(factsOf([work(10, 0, 5), work(9, 0, 5), work(11, 0, 4)]), CYCLE);
    expect(rowsOf(report).map(({ workItem }) => workItem.key)).toEqual(['WEB-11', 'WEB-9', 'WEB-10']);
  });

  it('rolls over the last rows of the whole report, with the population standard deviation', () => {
    const report = controlChart(factsOf([work(1, 0, 24), work(2, 0, 72), work(3, 0, 120)]), { ...CYCLE, window: 2 });
    // 1; 1 and 3: mean 2, deviation 1; 3 and 5: mean 4, deviation 1
    expect(rowsOf(report).map((row) => [row.rollingMeanDays, row.rollingStandardDeviationDays])).toEqual([
      [1, 0],
      [2, 1],
      [4, 1],
    ]);
    // 1, 3, 5: the root of 8 / 3 is 1.633
    expect(report.figures).toMatchObject({ meanDays: 3, standardDeviationDays: 1.63 });
  });

  it('interpolates percentiles between the closest ranks', () => {
    const report = controlChart(
      factsOf(
        [24, 48, 72, 96]
          .map((hours, index) => work(index, 0, hours))
          .map((each, index) => ({ ...each, number: index + 1 })),
      ),
      CYCLE,
    );
    // Of 1, 2, 3, 4: ranks 1.5, 2.55 and 2.85
    expect(report.figures).toMatchObject({ medianDays: 2.5, p85Days: 3.55, p95Days: 3.85 });
  });

  it('rounds days to two decimals, halves away from zero', () => {
    // 10.92 hours are 0.455 days, which a binary fraction cannot represent; 3 hours are 0.125 days.
    const report = controlChart(factsOf([work(1, 0, 10.92), work(2, 0, 3)]), CYCLE);
    expect(rowsOf(report).map(({ days }) => days)).toEqual([0.13, 0.46]);
  });

  it('is exact over a thousand items of four centuries each: half of them two days longer deviate by one day', () => {
    const days = 146_097;
    const of = (number: number) => work(number, 0, 24 * (days + 2 * (number % 2)) + 1.111);
    const { figures, rows } = controlChart(factsOf(Array.from({ length: 1_000 }, (_, n) => of(n + 1))), LEAD);
    // 1.111 hours are 0.046 days.
    expect(figures).toMatchObject({ meanDays: days + 1.05, standardDeviationDays: 1, medianDays: days + 1.05 });
    expect(rows.at(999)).toMatchObject({ rollingMeanDays: days + 2.05, rollingStandardDeviationDays: 0 });
  });

  it('has no figures without a sample', () => {
    expect(controlChart(factsOf([], 2), CYCLE).figures).toEqual({
      ...{
        sampleCount: 0,
        meanDays: null,
        medianDays: null,
        p85Days: null,
        p95Days: null,
        standardDeviationDays: null,
      },
      excluded: { reopened: 2, withoutStart: 0 },
    });
  });
});
