import type { FeedEntryView, ReportType, Reports, SprintReportHead } from '@worktrack/application';
import type { Burndown, MetricCount } from '@worktrack/domain';

/** The content of a cell. `null` is an empty cell. */
export type Cell = string | number | Date | null;

/** The columns of a table, by their headings, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** The columns of each Project report. A column is never removed, renamed or moved; new ones come last. */
export const REPORT_COLUMNS: { readonly [Type in ReportType]: Columns<Reports[Type]['row']> } = {
  velocity: {
    sprintId: ({ sprint }) => sprint.id,
    sprintName: ({ sprint }) => sprint.name,
    startDate: ({ sprint }) => sprint.startDate,
    endDate: ({ sprint }) => sprint.endDate,
    startedAt: ({ startedAt }) => startedAt,
    completedAt: ({ completedAt }) => completedAt,
    committed: ({ committed }) => committed,
    completed: ({ completed }) => completed,
    carriedOver: ({ carriedOver }) => carriedOver,
    added: ({ added }) => added,
    removed: ({ removed }) => removed,
    rollingAverage: ({ rollingAverage }) => rollingAverage,
  },
  'cumulative-flow': {
    date: ({ date }) => date,
    backlog: ({ backlog }) => backlog,
    todo: ({ todo }) => todo,
    in_progress: ({ in_progress }) => in_progress,
    in_review: ({ in_review }) => in_review,
    done: ({ done }) => done,
    total: ({ total }) => total,
  },
  'control-chart': {
    key: ({ workItem }) => workItem.key,
    title: ({ workItem }) => workItem.title,
    type: ({ workItem }) => workItem.type,
    startedAt: ({ startedAt }) => startedAt,
    completedAt: ({ completedAt }) => completedAt,
    days: ({ days }) => days,
    rollingMeanDays: ({ rollingMeanDays }) => rollingMeanDays,
    rollingStandardDeviationDays: ({ rollingStandardDeviationDays }) => rollingStandardDeviationDays,
  },
  'ageing-wip': {
    key: ({ workItem }) => workItem.key,
    title: ({ workItem }) => workItem.title,
    type: ({ workItem }) => workItem.type,
    priority: ({ workItem }) => workItem.priority,
    status: ({ status }) => status,
    assigneePublicId: ({ assignee }) => assignee?.publicId ?? null,
    assigneeName: ({ assignee }) => assignee?.name ?? null,
    since: ({ since }) => since,
    ageDays: ({ ageDays }) => ageDays,
    bucket: ({ bucket }) => bucket,
  },
  'created-vs-resolved': {
    start: ({ start }) => start,
    end: ({ end }) => end,
    created: ({ created }) => created,
    resolved: ({ resolved }) => resolved,
    reopened: ({ reopened }) => reopened,
    net: ({ net }) => net,
    cumulativeOpen: ({ cumulativeOpen }) => cumulativeOpen,
  },
  distribution: {
    key: ({ key }) => key,
    label: ({ label }) => label,
    value: ({ value }) => value,
    count: ({ count }) => count,
    points: ({ points }) => points,
    percent: ({ percent }) => percent,
  },
  'epic-progress': {
    key: ({ epic }) => epic.key,
    title: ({ epic }) => epic.title,
    status: ({ epic }) => epic.status,
    targetDate: ({ targetDate }) => targetDate,
    childCount: ({ childCount }) => childCount,
    completedCount: ({ completedCount }) => completedCount,
    points: ({ points }) => points,
    completedPoints: ({ completedPoints }) => completedPoints,
    itemPercent: ({ itemPercent }) => itemPercent,
    pointPercent: ({ pointPercent }) => pointPercent,
    backlog: ({ statuses }) => statuses.backlog,
    todo: ({ statuses }) => statuses.todo,
    in_progress: ({ statuses }) => statuses.in_progress,
    in_review: ({ statuses }) => statuses.in_review,
    done: ({ statuses }) => statuses.done,
  },
};

/** The tables of a Sprint report. */
export const SPRINT_PARTS = ['feed', 'burndown', 'statuses', 'summary'] as const;
export type SprintPart = (typeof SPRINT_PARTS)[number];

export const FEED_COLUMNS: Columns<FeedEntryView> = {
  key: ({ key }) => key,
  title: ({ title }) => title,
  change: (entry) => (entry.kind === 'carryover' ? 'carryover' : entry.changeType),
  occurredAt: ({ occurredAt }) => occurredAt,
  status: ({ status }) => status,
  storyPoints: ({ storyPoints }) => storyPoints,
  destinationKind: (entry) => (entry.kind === 'carryover' ? entry.destination.kind : null),
  destinationName: (entry) => (entry.kind === 'carryover' ? entry.destination.name : null),
};

export const BURNDOWN_COLUMNS: Columns<Burndown['display'][number]> = {
  date: ({ date }) => date,
  remainingPoints: ({ remaining }) => remaining,
  ideal: ({ ideal }) => ideal,
};

export const STATUS_COLUMNS: Columns<SprintReportHead['statuses'][number]> = {
  status: ({ status }) => status,
  itemCount: ({ itemCount }) => itemCount,
  points: ({ points }) => points,
};

/** A figure of a Sprint report. */
export interface Metric extends MetricCount {
  readonly metric: string;
}

export const SUMMARY_COLUMNS: Columns<Metric> = {
  metric: ({ metric }) => metric,
  itemCount: ({ itemCount }) => itemCount,
  points: ({ points }) => points,
};

/** Returns the figures of a Sprint report, each by the name of its member in the report. */
export function metricsOf({ plannedScope, commitment, completion, remaining }: SprintReportHead): Metric[] {
  const { originalCommitment, finalScope, completed } = completion;
  return Object.entries({ plannedScope, commitment, originalCommitment, finalScope, completed, remaining }).map(
    ([metric, { itemCount, points }]) => ({ metric, itemCount, points }),
  );
}
