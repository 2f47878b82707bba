import type { HistoryEvent, WorkItemRecord } from '@worktrack/domain';

/** Events of a Work Item in their order, and its state after all of them. */
export interface RecordedChanges {
  readonly item: Pick<WorkItemRecord, 'id' | 'sprintId' | 'status' | 'storyPoints'>;
  readonly events: readonly HistoryEvent[];
}

/** The Project of the Work Items whose changes are recorded. */
export type RecordedIn = Pick<WorkItemRecord, 'organizationId' | 'projectId'>;
