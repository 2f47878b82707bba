import type { MetricCount } from './metric-count.js';

/** What the items of a Project can be grouped by. */
export const DISTRIBUTION_GROUPS = ['status', 'type', 'priority', 'assignee', 'label'] as const;

/** One of `DISTRIBUTION_GROUPS`. */
export type DistributionGroup = (typeof DISTRIBUTION_GROUPS)[number];

/** A group that has items: at most one a word of an enumeration, an assignee, or a label of the Project. */
export interface GroupedWork extends MetricCount {
  /** The word, the public id of the assignee, or the id of the label. */
  readonly key: string;
  /** The word, or the name. */
  readonly label: string;
}

/** What a distribution is made of. */
export interface DistributionFacts {
  /** In any order. An item is in each of its labels. */
  readonly groups: readonly GroupedWork[];
  /** The items without an assignee, or without a label; of the other groups nothing. */
  readonly none: MetricCount;
  /** Each item once. */
  readonly total: MetricCount;
  /** There was more than a report reads. */
  readonly capped: boolean;
}
