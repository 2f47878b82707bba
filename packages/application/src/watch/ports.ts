import type { UserId, OrganizationId, WatchAction, WatchRecord, WatchState, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The watch of a Work Item by the caller. Source: extensions, inbox §1. */
export interface WatcherView extends WatchState {
  readonly workItemId: WorkItemId;
}

/** The command to change the caller's own watch. */
export interface UpdateWatcher {
  readonly workItemId: WorkItemId;
  readonly action: WatchAction;
}

/** The stored wishes about watches. They have no lock of their own: the caller has locked their Work Item. */
export interface Watches {
  /** Finds the actor's wish about a Work Item. */
  find(scope: ProjectScope, workItemId: WorkItemId): Promise<WatchRecord | undefined>;
  /** Registers the wish; written at the next flush. */
  save(watch: WatchRecord): void;
  /** Registers the end of all wishes of a user in an Organization. */
  endAll(organization: OrganizationId, user: UserId): void;
}

/** The view of watches. */
export abstract class WatcherViews {
  /** Derives the actor's watch from the stored wish, assignments, reporter and comments. Throws `NOT_FOUND`. */
  abstract own(scope: ProjectScope, workItemId: WorkItemId): Promise<WatcherView>;
}

/** The ports of watches in a transaction. */
export interface WatchPorts {
  readonly watches: Watches;
  readonly watcherViews: WatcherViews;
}
