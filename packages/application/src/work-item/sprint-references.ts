import type { SprintId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The Sprints of a Project, as far as Work Items point at them. */
export interface SprintReferences {
  /** Whether the Project has this Sprint. One that is found is kept from starting or completing until this transaction ends. */
  hold(scope: ProjectScope, id: SprintId): Promise<boolean>;
}
