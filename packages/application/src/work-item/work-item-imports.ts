import type { Comment, SprintId, SprintRecord, WorkItem, WorkItemLink } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** Work Items that come with a past: made and changed before they are stored for the first time. */
export interface WorkItemImports {
  /** The first of so many numbers of the Project, none of which was ever given before. */
  reserveNumbers(scope: Pick<ProjectScope, 'organizationId' | 'projectId'>, count: number): Promise<number>;
  /**
   * Stores items of one Project with their histories, many rows a statement. `sprints`: those that any of them was ever in, as they
   * are now and stored already; what they committed to at their start, and what it came to at their end, follows from the histories.
   */
  add(items: readonly WorkItem[], sprints?: ReadonlyMap<SprintId, SprintRecord>): Promise<void>;
  /** Freezes what Sprints that are done came to, as their completion would have: once every item that was ever in one is stored. */
  concludeSprints(sprints: readonly SprintRecord[]): Promise<void>;
  /** Stores what was said about items that are stored, whose histories tell of it. What is replied to comes along, or is stored. */
  addComments(comments: readonly Comment[]): Promise<void>;
  /** Stores links between items that are stored, whose histories tell of them. */
  addLinks(links: readonly WorkItemLink[]): Promise<void>;
}
