import { randomUUID } from 'node:crypto';
import { entriesOf, type FeedEntry, type ToldEvent, type TransactionLimits } from '@worktrack/application';
import type { ChangeOfMany, OrganizationId, ProjectId, UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { CHANGED_SETS, MEMBER_ITEMS, membersOf, statementsBySet, type ChangedSet } from './work-item-sets.js';

const TELL = statement(
  'change-queue.tell',
  'insert into change_queue (organization_id, request_id, entries) values ($1, $2, $3::jsonb)',
);

/** Tells one change of all items of a set, before the change is written. $4 request, $5 the members that all entries have. */
const TELL_MANY = statementsBySet(
  CHANGED_SETS,
  'change-queue.tell-many',
  (set) => `insert into change_queue (organization_id, request_id, entries)
   ${membersOf(set)}
   select $1::uuid, $4::text,
     jsonb_agg($5::jsonb || jsonb_build_object('subject', item.id, 'revision', item.revision + 1) order by item.id)
   from ${MEMBER_ITEMS} having count(*) > 0`,
);

/** An entry without the members that follow from the transaction. */
export type Told = Omit<FeedEntry, 'actor' | 'changes' | 'revision'> & { readonly organizationId: OrganizationId };

/**
 * Collects what a transaction changes, and queues it for the feed with the writes of the transaction. The sequencer numbers what is
 * committed. Locks come first in a transaction (ADR 2), so whoever waited for another transaction draws a higher sequence than it.
 */
export class FeedWriter {
  private isQueued = false;
  private readonly requestId: string;
  private readonly actor: UserId | null;
  private readonly told: Told[] = [];
  private readonly events: (ToldEvent & { readonly organizationId: OrganizationId })[] = [];

  constructor(
    private readonly transaction: SqlTransaction,
    by: TransactionLimits['by'],
  ) {
    this.requestId = by?.requestId ?? randomUUID();
    this.actor = by?.actorId ?? null;
  }

  /** Tells a change of anything but a Work Item. */
  tell(told: Told): void {
    this.told.push(told);
  }

  /** Tells recorded changes of Work Items. */
  tellOf(organizationId: OrganizationId, events: readonly ToldEvent[]): void {
    for (const event of events) this.events.push({ ...event, organizationId });
  }

  /** Tells one change of all items of a set. */
  tellOfMany(
    { organizationId, projectId }: { readonly organizationId: OrganizationId; readonly projectId: ProjectId },
    set: ChangedSet,
    anchor: string,
    { at, actor, change }: ChangeOfMany<'sprint_changed'> | ChangeOfMany<'work_item_deleted'>,
  ): void {
    const type = change.action === 'sprint_changed' ? 'work_item.updated' : 'work_item.deleted';
    const shared = { type, at, projectId, actor, changes: [change] };
    const values = [organizationId, projectId, anchor, this.requestId, JSON.stringify(shared)];
    this.transaction.write(TELL_MANY[set], values);
    this.isQueued = true;
  }

  /** Returns a function that discards what is told after this call, for when it is rolled back. */
  mark(): () => void {
    const [told, events] = [this.told.length, this.events.length];
    return () => {
      this.told.splice(told);
      this.events.splice(events);
    };
  }

  /**
   * Registers everything that was told, at the end of the transaction. Work Items come last: their labels and Sprints are there before.
   * Returns whether the transaction told anything.
   */
  write(): boolean {
    const organizations = new Set([...this.told, ...this.events].map(({ organizationId }) => organizationId));
    for (const organizationId of organizations) {
      const isOwn = (one: { readonly organizationId: OrganizationId }) => one.organizationId === organizationId;
      const others = this.told.filter(isOwn).map(({ type, at, projectId, subject }): FeedEntry => {
        const rest = { revision: null, actor: this.actor, changes: [] };
        return { type, ...(at && { at }), projectId, subject, ...rest };
      });
      const entries = [...others, ...entriesOf(this.events.filter(isOwn))];
      this.transaction.write(TELL, [organizationId, this.requestId, JSON.stringify(entries)]);
      this.isQueued = true;
    }
    return this.isQueued;
  }
}
