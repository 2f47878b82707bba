import type { SprintId, SprintState } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { SprintStanding } from './list-sprint-transitions.js';

/** The `Sprint` of contract §5.3. Instants are RFC 3339 text, UTC, three fraction digits. */
export interface SprintView {
  readonly id: SprintId;
  readonly name: string;
  readonly state: SprintState;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly goal: string | null;
  readonly targetPoints: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
}

/** The Sprint views. */
export abstract class SprintViews {
  /** Throws `NOT_FOUND` when the Sprint is not in this Project. */
  abstract one(scope: ProjectScope, id: SprintId): Promise<SprintView>;
  /** Throws `NOT_FOUND` when the Sprint is not in this Project. */
  abstract standing(scope: ProjectScope, id: SprintId): Promise<SprintStanding>;
  /** Lists Sprints with a start date first, by that date, then id; then the others by id. Throws `INVALID_CURSOR`. */
  abstract page(scope: ProjectScope, request: PageRequest): Promise<Page<SprintView>>;
}
