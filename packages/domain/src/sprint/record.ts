import type { OrganizationId, ProjectId, SprintId } from '../identity/ids.js';
import type { SprintState } from './state.js';

/** A Sprint as it is stored. Instants are UTC with millisecond precision. */
export interface SprintRecord {
  readonly id: SprintId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly state: SprintState;
  /** When it is planned to begin; `startedAt` tells when it did. */
  readonly startDate: Date | null;
  /** When it is planned to end, not before `startDate`; `completedAt` tells when it did. */
  readonly endDate: Date | null;
  readonly goal: string | null;
  readonly targetPoints: number | null;
  /** `null` while it is future. */
  readonly startedAt: Date | null;
  /** `null` until it is done. */
  readonly completedAt: Date | null;
  /** Counts the real changes, from 1. */
  readonly revision: number;
  readonly createdAt: Date;
  /** When the present revision was made. */
  readonly updatedAt: Date;
}

/** What people choose about a Sprint. */
export type SprintPlan = Pick<SprintRecord, 'name' | 'startDate' | 'endDate' | 'goal' | 'targetPoints'>;

/** What a new Sprint is made of; identifier and instant are facts from outside. */
export type NewSprint = SprintPlan & Pick<SprintRecord, 'id' | 'organizationId' | 'projectId'>;
