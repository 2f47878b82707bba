import type { OrganizationId, ProjectId, SprintId } from '../identity/ids.js';
import type { SprintState } from './state.js';

/** The stored record of a Sprint. Instants are UTC with millisecond precision. */
export interface SprintRecord {
  readonly id: SprintId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly state: SprintState;
  /** The planned start; `startedAt` is the actual one. */
  readonly startDate: Date | null;
  /** The planned end, not before `startDate`; `completedAt` is the actual one. */
  readonly endDate: Date | null;
  readonly goal: string | null;
  readonly targetPoints: number | null;
  /** `null` while the Sprint is future. */
  readonly startedAt: Date | null;
  /** `null` until the Sprint is done. */
  readonly completedAt: Date | null;
  /** Starts at 1; each real change adds 1. */
  readonly revision: number;
  readonly createdAt: Date;
  /** The instant of the current revision. */
  readonly updatedAt: Date;
}

/** The properties of a Sprint that people choose. */
export type SprintPlan = Pick<SprintRecord, 'name' | 'startDate' | 'endDate' | 'goal' | 'targetPoints'>;

/** The properties of a Sprint to change; an absent one stays. */
export type SprintPlanChanges = { readonly [Member in keyof SprintPlan]?: SprintPlan[Member] | undefined };

/** The members that refer to a Sprint and never change. */
export interface SprintUse {
  /** True when a Work Item is or was in the Sprint. */
  readonly wasPlanned: boolean;
  /** True when a saved Sprint report shows this Sprint. */
  readonly isShown: boolean;
}

/** The facts of a new Sprint. The caller supplies the identifier. */
export type NewSprint = SprintPlan & Pick<SprintRecord, 'id' | 'organizationId' | 'projectId'>;
