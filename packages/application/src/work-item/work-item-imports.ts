import type { Comment, SprintId, SprintRecord, WorkItem, WorkItemLink } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The import of Work Items with a history: they were created and changed before they are stored for the first time. */
export interface WorkItemImports {
  /** Reserves this number of item numbers of the Project, none of them used before, and returns the first one. */
  reserveNumbers(scope: Pick<ProjectScope, 'organizationId' | 'projectId'>, count: number): Promise<number>;
  /**
   * Stores items of one Project with their histories, many rows per statement. `sprints` are all Sprints that any of the items was ever in,
   * as they are now; they must be stored already. Their commitments at the start and outcomes at the end are derived from the histories.
   */
  add(items: readonly WorkItem[], sprints?: ReadonlyMap<SprintId, SprintRecord>): Promise<void>;
  /**
   * Stores comments on stored items, whose histories already contain them. The comment that a reply refers to must be stored or among them.
   */
  addComments(comments: readonly Comment[]): Promise<void>;
  /** Stores links between stored items, whose histories already contain them. */
  addLinks(links: readonly WorkItemLink[]): Promise<void>;
}
