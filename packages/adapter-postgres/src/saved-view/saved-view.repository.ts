import type { FactsForView, OrganizationScope, SavedViewRepository } from '@worktrack/application';
import {
  MOST_SAVED_VIEWS,
  SavedView,
  type OrganizationId,
  type ProjectKey,
  type SavedViewId,
  type UserId,
} from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import type { Locks } from '../recording/locks.js';
import { SavedViewPinTable, SavedViewTable, recordOf, rowOf, type SavedViewRow } from './saved-view.table.js';

/** A separate statement: what follows must be read in a snapshot that is later than the lock. */
const LOCK = statement(
  'saved-view.lock-organization',
  `select pg_advisory_xact_lock(hashtextextended('saved views of organization:' || $1::text, 0))`,
);

const FIND = statement(
  'saved-view.find',
  `select ${SavedViewTable.columns} from saved_views where organization_id = $1 and id = $2`,
);

const FACTS = statement(
  'saved-view.facts',
  `select (
     select count(*)::integer from (
       select from saved_views where organization_id = $1 and owner_id = $2 limit ${MOST_SAVED_VIEWS.ofOwner}
     ) own
   ) as "ofOwner", (
     select count(*)::integer from (
       select from saved_views where organization_id = $1 and shared limit ${MOST_SAVED_VIEWS.shared}
     ) common
   ) as shared,
   (select id from projects where organization_id = $1 and key = $3) as "projectId"`,
);

const DELETE = statement('saved-view.delete', `delete from saved_views where organization_id = $1 and id = $2`);

const UNPIN_FOR_OTHERS = statement(
  'saved-view.unpin-for-others',
  `delete from saved_view_pins where organization_id = $1 and view_id = $2 and user_id is distinct from $3`,
);

const PINS = statement(
  'saved-view.pins',
  `select count(*)::integer as count, coalesce(bool_or(view_id = $3), false) as "isPinned"
   from saved_view_pins where organization_id = $1 and user_id = $2`,
);

const PIN = SavedViewPinTable.insertAs('saved-view.pin');

const UNPIN = statement(
  'saved-view.unpin',
  `delete from saved_view_pins where organization_id = $1 and view_id = $2 and user_id = $3`,
);

const DELETE_PINS = statement(
  'saved-view.delete-pins',
  `delete from saved_view_pins where organization_id = $1 and user_id = $2`,
);

const DELETE_PRIVATE = statement(
  'saved-view.delete-private',
  `delete from saved_views where organization_id = $1 and owner_id = $2 and not shared`,
);

/** A client that has read the view with its owner must not change it unseen: the revision counts this change too. */
const CLEAR_OWNER = statement(
  'saved-view.clear-owner',
  `update saved_views set owner_id = null, revision = revision + 1, updated_at = $3
   where organization_id = $1 and owner_id = $2`,
);

export class PostgresSavedViewRepository implements SavedViewRepository {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Locks,
  ) {}

  lock({ organizationId }: OrganizationScope): void {
    this.locks.takeWithNext(LOCK, [organizationId]);
  }

  async find({ organizationId }: OrganizationScope, id: SavedViewId): Promise<SavedView | undefined> {
    const [row] = await this.transaction.rows<SavedViewRow>(FIND, [organizationId, id]);
    return row && SavedView.restore(recordOf(row));
  }

  async factsFor(
    { organizationId }: OrganizationScope,
    owner: UserId | null,
    project: ProjectKey | null,
  ): Promise<FactsForView> {
    const [facts] = await this.locks.takeLast<FactsForView>(organizationId, FACTS, [organizationId, owner, project]);
    if (!facts) throw new Error('The views of the Organization were not counted.');
    return facts;
  }

  add({ record }: SavedView): void {
    this.transaction.write(SavedViewTable.insert, SavedViewTable.insertValues(rowOf(record)));
  }

  save(view: SavedView): void {
    if (!view.hasChanged) return;
    this.transaction.writeRevised(SavedViewTable, rowOf(view.record), view.loadedRevision);
  }

  delete({ record: { organizationId, id } }: SavedView): void {
    this.transaction.write(DELETE, [organizationId, id]);
  }

  unpinForOthers({ record: { organizationId, id, ownerId } }: SavedView): void {
    this.transaction.write(UNPIN_FOR_OTHERS, [organizationId, id, ownerId]);
  }

  async pins(
    { organizationId, actorId }: OrganizationScope,
    id: SavedViewId,
  ): Promise<{ readonly count: number; readonly isPinned: boolean }> {
    const values = [organizationId, actorId, id];
    const [pins] = await this.locks.takeLast<{ count: number; isPinned: boolean }>(organizationId, PINS, values);
    if (!pins) throw new Error('The pins of the actor were not counted.');
    return pins;
  }

  pin({ organizationId, actorId: userId }: OrganizationScope, viewId: SavedViewId, pinnedAt: Date): void {
    this.transaction.write(PIN, SavedViewPinTable.insertValues({ organizationId, viewId, userId, pinnedAt }));
  }

  unpin({ organizationId, actorId }: OrganizationScope, id: SavedViewId): void {
    this.transaction.write(UNPIN, [organizationId, id, actorId]);
  }

  unpinAll(organization: OrganizationId, user: UserId): void {
    this.transaction.write(DELETE_PINS, [organization, user]);
  }

  releaseOwner(owner: UserId, organizations: readonly OrganizationId[], at: Date): void {
    for (const organization of organizations) {
      this.transaction.write(DELETE_PINS, [organization, owner]);
      this.transaction.write(DELETE_PRIVATE, [organization, owner]);
      this.transaction.write(CLEAR_OWNER, [organization, owner, at]);
    }
  }
}
