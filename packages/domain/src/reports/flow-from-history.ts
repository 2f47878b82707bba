import type { Calendar } from '../shared/calendar.js';
import { CalendarDay } from '../shared/calendar.js';
import type { WorkItemStatus } from '../work-item/status.js';
import type { ControlChartFacts } from './control-chart.js';
import type { CreatedVsResolvedFacts, FlowCounts } from './created-vs-resolved.js';
import type { CumulativeFlowFacts, FlowChange } from './cumulative-flow.js';
import { idColumnOf } from './columns.js';
import { countedPasts, entriesOf, resolutionOf, type ItemHistory } from './item-history.js';
import type { DayInterval } from './span.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The time of a report of flow. */
export interface HistorySpan {
  /** The intervals of the report, one after the other without a gap. */
  readonly intervals: readonly DayInterval[];
  readonly calendar: Pick<Calendar, 'startOf'>;
  /** The present: later changes do not count. */
  readonly asOf: Date;
}

/** Returns the facts of a cumulative flow report. Each interval is one day. */
export function cumulativeFlowFrom(history: readonly ItemHistory[], span: HistorySpan): CumulativeFlowFacts {
  const { partOf, isInSpan } = partsOf(span);
  const present = new Map<WorkItemStatus, { itemCount: number; points: number }>();
  const changes: FlowChange[] = [];
  let [arrivals, departures] = [0, 0];
  for (const past of countedPasts(history, span.asOf)) {
    const { status, storyPoints } = past.present;
    const stock = present.get(status) ?? { itemCount: 0, points: 0 };
    present.set(status, { itemCount: stock.itemCount + 1, points: stock.points + (storyPoints ?? 0) });
    past.states.forEach((state, index) => {
      const before = past.states[index - 1];
      const day = partOf(state.at);
      if (day < 1 || (before?.status === state.status && before.storyPoints === state.storyPoints)) return;
      changes.push({
        day,
        status: state.status,
        itemCount: 1,
        points: state.storyPoints ?? 0,
        previousStatus: before?.status ?? null,
        previousPoints: before?.storyPoints ?? 0,
      });
    });
    const { resolvedAt, reopenedAt } = resolutionOf(past);
    if (isInSpan(past.states[0]?.at)) arrivals += 1;
    if (!reopenedAt && isInSpan(resolvedAt)) departures += 1;
  }
  return {
    present: Array.from(present, ([status, stock]) => ({ status, ...stock })),
    changes,
    arrivals,
    departures,
    capped: false,
  };
}

/** Returns the facts of a report of created against resolved work. */
export function createdVsResolvedFrom(history: readonly ItemHistory[], span: HistorySpan): CreatedVsResolvedFacts {
  const { partOf } = partsOf(span);
  const intervals = span.intervals.map((_, interval) => ({ interval, created: 0, resolved: 0, reopened: 0 }));
  let openingOpen = 0;
  for (const past of countedPasts(history, span.asOf)) {
    const { resolvedAt, reopenedAt } = resolutionOf(past);
    const count = (what: keyof FlowCounts, at: Date | undefined, opened: number) => {
      if (!at) return;
      const part = partOf(at);
      const interval = intervals[part];
      if (interval) interval[what] += 1;
      if (part < 0) openingOpen += opened;
    };
    count('created', past.states[0]?.at, 1);
    count('resolved', resolvedAt, -1);
    count('reopened', reopenedAt, 1);
  }
  return { openingOpen, intervals, capped: false };
}

/**
 * Returns the facts of a control chart. The intervals together are its span.
 * @param startStatus the status whose first entry begins the cycle time; without it, only the lead time can be measured
 */
export function controlChartFrom(
  history: readonly ItemHistory[],
  span: HistorySpan & { readonly startStatus?: WorkItemStatus },
): ControlChartFacts {
  const { isInSpan } = partsOf(span);
  const finished = [];
  let reopened = 0;
  for (const past of countedPasts(history, span.asOf)) {
    const entries = entriesOf(past);
    const { resolvedAt, reopenedAt } = resolutionOf(past);
    if (resolvedAt && !reopenedAt && isInSpan(resolvedAt)) {
      const start = entries.find(({ to }) => to === span.startStatus);
      finished.push({ ...past, resolvedAt, enteredAt: start?.at.getTime() ?? NaN });
    }
    if (reopenedAt && entries.some(({ at, to }) => to === 'done' && isInSpan(at))) reopened += 1;
  }
  return {
    finished: {
      ids: idColumnOf(finished.map(({ record }) => record.id)),
      numbers: finished.map(({ record }) => record.number),
      createdAt: finished.map(({ states }) => states[0]?.at.getTime() ?? NaN),
      firstEnteredAt: finished.map(({ enteredAt }) => enteredAt),
      doneAt: finished.map(({ resolvedAt }) => resolvedAt.getTime()),
    },
    reopened,
    capped: false,
  };
}

/** Returns the interval of an instant: -1 before the span, and the number of intervals after it. */
function partsOf(span: HistorySpan) {
  assertKinds('A report from a history', span, { intervals: 'list', calendar: 'object', asOf: 'instant' });
  const { intervals, calendar } = span;
  const starts = intervals.map(({ start }) => calendar.startOf(start));
  const last = intervals.at(-1);
  if (last) starts.push(calendar.startOf(CalendarDay.plus(last.end, 1)));
  const partOf = (at: Date) => starts.findLastIndex((start) => at >= start);
  const isInSpan = (at: Date | undefined) => at !== undefined && partOf(at) >= 0 && partOf(at) < intervals.length;
  return { partOf, isInSpan };
}
