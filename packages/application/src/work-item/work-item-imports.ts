import type { WorkItem } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** Work Items that come with a past: made and changed before they are stored for the first time. */
export interface WorkItemImports {
  /** The first of so many numbers of the Project, none of which was ever given before. */
  reserveNumbers(scope: Pick<ProjectScope, 'organizationId' | 'projectId'>, count: number): Promise<number>;
  /** Stores items of one Project with their histories, many rows a statement. */
  add(items: readonly WorkItem[]): Promise<void>;
}
