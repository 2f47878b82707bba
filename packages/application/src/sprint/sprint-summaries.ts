import type { EndedSprint, FigureFacts, SprintSummary } from '@worktrack/domain';

/** The summaries of completed Sprints, in one transaction. */
export interface SprintSummaries {
  /**
   * Reads the facts of the figures of a Sprint, whose outcome must be recorded, in parts: each item is in one part. At least one part, and no
   * more items than a Sprint report reads. A part is small enough to be processed in one step without a noticeable delay of other requests.
   */
  facts(ended: EndedSprint): AsyncIterable<FigureFacts>;
  /** Registers a new summary; written at the next flush. It can never be changed. */
  add(summary: SprintSummary): void;
}
