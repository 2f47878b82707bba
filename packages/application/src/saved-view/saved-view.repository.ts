import type {
  OrganizationId,
  ProjectId,
  ProjectKey,
  SavedView,
  SavedViewFacts,
  SavedViewId,
  UserId,
} from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';

/** The facts about a view that the actor saves. */
export interface FactsForView extends SavedViewFacts {
  /** The Project with the key; `null` for no key, and for a key that no Project has. */
  readonly projectId: ProjectId | null;
}

/**
 * The saved views of one transaction. `lock` comes before everything else: changes of the views and pins of an Organization run one after
 * the other, so counts stay valid and nothing that was read goes stale.
 */
export interface SavedViewRepository {
  /** Blocks other changes of the views and pins of the Organization until this transaction ends. */
  lock(scope: OrganizationScope): void;
  /** Finds a view of the Organization, also one that the caller cannot read. */
  find(scope: OrganizationScope, id: SavedViewId): Promise<SavedView | undefined>;
  /** Counts the views of this owner and the shared ones, and looks the Project up by its key. */
  factsFor(scope: OrganizationScope, owner: UserId | null, project: ProjectKey | null): Promise<FactsForView>;
  /** Registers a new view; the flush throws `CONFLICT` when the owner has another one with this name in the Organization. */
  add(view: SavedView): void;
  /** Registers the change, if there is one. Throws at the flush as `add` does. */
  save(view: SavedView): void;
  /** Registers the deletion of a view with its pins. */
  delete(view: SavedView): void;
  /** Registers the end of all pins of a view but its owner's. */
  unpinForOthers(view: SavedView): void;
  /** Reads the actor's pins in the Organization: their number, and true when this view is one of them. */
  pins(scope: OrganizationScope, id: SavedViewId): Promise<{ readonly count: number; readonly isPinned: boolean }>;
  /** Registers a pin of the actor. */
  pin(scope: OrganizationScope, id: SavedViewId, at: Date): void;
  /** Registers the end of a pin of the actor; without that pin it changes nothing. */
  unpin(scope: OrganizationScope, id: SavedViewId): void;
  /** Takes away all pins of a user in an Organization. */
  unpinAll(organization: OrganizationId, user: UserId): void;
  /**
   * Registers that an account leaves these Organizations: its pins and its private views are deleted, and its shared views stay without an
   * owner. Call it when the memberships of the account have ended: no view is saved or changed after that.
   */
  releaseOwner(owner: UserId, organizations: readonly OrganizationId[], at: Date): void;
}
