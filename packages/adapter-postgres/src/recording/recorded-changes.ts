import type { HistoryEvent, WorkItemRecord } from '@worktrack/domain';

/** What happened to a Work Item, in the order to record it, and what the item is after all of that. */
export interface RecordedChanges {
  readonly item: Pick<WorkItemRecord, 'id' | 'sprintId' | 'status' | 'storyPoints'>;
  readonly events: readonly HistoryEvent[];
}

/** Whose Work Items they are: those of one Project. */
export type RecordedIn = Pick<WorkItemRecord, 'organizationId' | 'projectId'>;
