/**
 * How many items were created, resolved and reopened: each item once at its creation, at its latest entry to done, and at the change
 * out of done that followed that entry. Earlier pairs cancel and count nowhere.
 */
export interface FlowCounts {
  readonly created: number;
  readonly resolved: number;
  readonly reopened: number;
}

/** The counts of one interval: at most 366 a report; what is missing is 0. */
export interface IntervalFlow extends FlowCounts {
  /** The index of the interval. */
  readonly interval: number;
}

/** What a report of created against resolved work is made of. */
export interface CreatedVsResolvedFacts {
  /** How many items were open when the span began: created − resolved + reopened of everything before it. */
  readonly openingOpen: number;
  readonly intervals: readonly IntervalFlow[];
  /** There was more than a report reads. */
  readonly capped: boolean;
}
