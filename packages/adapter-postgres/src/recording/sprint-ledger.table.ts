import type { OrganizationId, ProjectId, ProjectKey, SprintId, WorkItemId, WorkItemStatus } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A Work Item of a Sprint at some instant. */
export interface SprintItemRow {
  readonly organizationId: OrganizationId;
  readonly sprintId: SprintId;
  readonly workItemId: WorkItemId;
  readonly projectId: ProjectId;
  readonly at: Date;
  readonly status: WorkItemStatus;
  readonly storyPoints: number | null;
}

/** A Work Item that entered a Sprint: the beginning of an episode. */
export interface SprintEntryRow extends SprintItemRow {
  readonly id: string;
  readonly reason: string;
}

/** A Work Item that left a Sprint: the end of an episode. */
export interface SprintExitRow extends SprintItemRow {
  readonly episodeId: string;
  readonly reason: string;
  readonly destinationId: SprintId | null;
}

/** A Work Item that left a Sprint after its start and was not back at its end. */
export interface SprintDepartureRow extends SprintItemRow {
  readonly title: string;
  readonly doneAt: Date | null;
}

/** A Work Item that was in a Sprint at its end. */
export interface SprintOutcomeRow extends SprintDepartureRow {
  readonly projectKey: ProjectKey;
  readonly number: number;
}

/** A row is a `SprintEntryRow`. */
export const SprintEntryTable = tableOf<SprintEntryRow>('SprintEntry', 'sprint_entries', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  sprintId: { type: 'uuid' },
  workItemId: { type: 'uuid' },
  at: { type: 'timestamptz', precision: 3 },
  reason: { type: 'text' },
  status: { type: 'text' },
  storyPoints: { type: 'integer', nullable: true },
});

/** A row is a `SprintExitRow`. */
export const SprintExitTable = tableOf<SprintExitRow>('SprintExit', 'sprint_exits', {
  organizationId: { type: 'uuid', primary: true },
  episodeId: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  sprintId: { type: 'uuid' },
  workItemId: { type: 'uuid' },
  at: { type: 'timestamptz', precision: 3 },
  reason: { type: 'text' },
  destinationId: { type: 'uuid', nullable: true },
  status: { type: 'text' },
  storyPoints: { type: 'integer', nullable: true },
});

/** A Work Item that was in a Sprint at its start. */
export const SprintCommitmentTable = tableOf<SprintItemRow>('SprintCommitment', 'sprint_commitments', {
  organizationId: { type: 'uuid', primary: true },
  sprintId: { type: 'uuid', primary: true },
  workItemId: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  at: { type: 'timestamptz', precision: 3 },
  status: { type: 'text' },
  storyPoints: { type: 'integer', nullable: true },
});

/** A row is a `SprintOutcomeRow`. */
export const SprintOutcomeTable = tableOf<SprintOutcomeRow>('SprintOutcome', 'sprint_outcomes', {
  organizationId: { type: 'uuid', primary: true },
  sprintId: { type: 'uuid', primary: true },
  workItemId: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  at: { type: 'timestamptz', precision: 3 },
  projectKey: { type: 'text' },
  number: { type: 'bigint' },
  title: { type: 'text' },
  status: { type: 'text' },
  storyPoints: { type: 'integer', nullable: true },
  doneAt: { type: 'timestamptz', precision: 3, nullable: true },
});

/** A row is a `SprintDepartureRow`. */
export const SprintDepartureTable = tableOf<SprintDepartureRow>('SprintDeparture', 'sprint_departures', {
  organizationId: { type: 'uuid', primary: true },
  sprintId: { type: 'uuid', primary: true },
  workItemId: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  at: { type: 'timestamptz', precision: 3 },
  title: { type: 'text' },
  status: { type: 'text' },
  storyPoints: { type: 'integer', nullable: true },
  doneAt: { type: 'timestamptz', precision: 3, nullable: true },
});
