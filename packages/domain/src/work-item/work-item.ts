import type { ChangeBeside, HistoryChange, HistoryEvent } from '../activity/history.js';
import type { UserId } from '../identity/ids.js';
import { MOST_LABELS, type LabelFacts } from '../label/label.js';
import { DomainError } from '../shared/refusal.js';
import { expectRevision, type ExpectedRevision } from '../shared/revision.js';
import { changedContent, checkedContent, differences } from './content.js';
import { erasureDueAt, type DeletionFacts, type KeptReferences } from './deletion.js';
import type { NewWorkItem, WorkItemChanges, WorkItemRecord } from './record.js';
import { WORK_ITEM_STATUSES, allowedTargets, type WorkItemStatus } from './status.js';
import { WorkItemKey } from './work-item-key.js';
import { assertKinds } from '../shared/wrong-use.js';

/**
 * One piece of work. A change of one item goes through `apply` below: each call that changes something adds one revision, sets `updatedAt`,
 * and records one history event for each value that changed. A change of many items by one request is decided
 * outside this class, because they are not loaded: `Sprint.complete` returns the carryover, `deletedAlong` the deletion of descendants,
 * `reassigned` the next assignee where a membership ends. Each item gets one revision and one event there too.
 */
export class WorkItem {
  private readonly recorded: HistoryEvent[] = [];

  private constructor(
    private current: WorkItemRecord,
    /** The revision at loading, `0` for a new Work Item. A guarded write compares it with the stored one. */
    readonly loadedRevision: number,
  ) {}

  /**
   * Creates a Work Item with revision 1, in any of the five statuses, with one event: `created`. The caller has already checked the
   * references. Throws `VALIDATION_ERROR` on a member outside `WORK_ITEM_FIELDS` or a due date outside the years 0001–9999.
   */
  static create(facts: NewWorkItem, reporter: UserId, now: Date): WorkItem {
    const call = 'WorkItem.create';
    assertKinds(call, facts, {
      id: 'text',
      organizationId: 'text',
      projectId: 'text',
      projectKey: 'text',
      number: 'number',
    });
    assertKinds(call, facts, { status: WORK_ITEM_STATUSES });
    assertKinds(call, { reporter, now }, { reporter: 'text', now: 'instant' });
    const { id, organizationId, projectId, projectKey, number, status } = facts;
    const content = checkedContent(facts);
    const born = { reporterId: reporter, archivedAt: null, deletedAt: null, createdAt: now, updatedAt: now };
    const record = { id, organizationId, projectId, projectKey, number, revision: 1, status, ...content, ...born };
    const item = new WorkItem(record, 0);

    const { description: _, assigneeId: assignee, sprintId: sprint, parentId: parent, ...values } = content;
    const initial = { ...values, status, assignee, sprint, parent };
    item.recorded.push({
      workItemId: id,
      revision: 1,
      at: now,
      actor: reporter,
      change: { action: 'created', initial },
    });
    return item;
  }

  /** Restores a stored Work Item. Checks nothing. */
  static restore(record: WorkItemRecord): WorkItem {
    assertKinds('WorkItem.restore', record, { id: 'text', revision: 'number' });
    return new WorkItem(record, record.revision);
  }

  /** The record to store. */
  get record(): WorkItemRecord {
    return this.current;
  }

  /** The public key. */
  get key(): WorkItemKey {
    return WorkItemKey.of(this.current.projectKey, this.current.number);
  }

  /** True when the item's own values must be stored: it is new, or has changed since it was loaded. */
  get hasChanged(): boolean {
    return this.current.revision !== this.loadedRevision;
  }

  /** The events since the item was loaded, in the order to record them. */
  get events(): readonly HistoryEvent[] {
    return this.recorded;
  }

  /** Every status that the item can move to now, in canonical order; none while it is archived. */
  get nextStatuses(): readonly WorkItemStatus[] {
    return allowedTargets(this.current.status, this.current.archivedAt !== null);
  }

  /** Throws `REVISION_CONFLICT` unless `expected` is the current revision or `*`. The caller checks this before every other rule. */
  expect(expected: ExpectedRevision): void {
    expectRevision(expected, this.current.revision);
  }

  /** Throws `WORK_ITEM_ARCHIVED` while the item is archived. */
  assertOpenToChange(): void {
    if (this.current.archivedAt !== null) {
      throw new DomainError('WORK_ITEM_ARCHIVED', `${this.key} is archived.`);
    }
  }

  /**
   * Applies the values that differ, as one revision; equal values change nothing. The caller has already checked the references. Throws
   * `WORK_ITEM_ARCHIVED`, and `VALIDATION_ERROR` as `create` does.
   */
  update(changes: WorkItemChanges, actor: UserId, now: Date): void {
    assertKinds('WorkItem.update', changes, {});
    this.assertOpenToChange();
    this.apply({ ...this.current, ...changedContent(this.current, changes) }, actor, now);
  }

  /**
   * Moves the item to another status. Accepts any text, because a word that is not a status is refused like a move that is not allowed.
   * Throws `WORK_ITEM_ARCHIVED`, and `INVALID_STATUS_TRANSITION` with the current status and every allowed target.
   */
  transition(target: string, actor: UserId, now: Date): void {
    this.assertOpenToChange();
    const from = this.current.status;
    const to = this.nextStatuses.find((status) => status === target);
    if (to === undefined) {
      throw new DomainError('INVALID_STATUS_TRANSITION', `${this.key} cannot move from ${from} to this status.`, {
        details: { currentStatus: from, allowedTargets: [...this.nextStatuses] },
      });
    }
    this.apply({ ...this.current, status: to }, actor, now);
  }

  /** Archives the item: it stays readable and refuses every change until it is unarchived. A repeat changes nothing. */
  archive(actor: UserId, now: Date): void {
    this.apply({ ...this.current, archivedAt: now }, actor, now);
  }

  /** Unarchives the item. A repeat changes nothing. */
  unarchive(actor: UserId, now: Date): void {
    this.apply({ ...this.current, archivedAt: null }, actor, now);
  }

  /**
   * Deletes the item; its number stays taken, and `undelete` restores it for 30 days. `deletedAlong` deletes the descendants. Throws `WORK_ITEM_ARCHIVED`, and
   * `WORK_ITEM_HAS_CHILDREN` when there are live descendants and `cascade` is false.
   */
  delete(facts: DeletionFacts, actor: UserId, now: Date): void {
    assertKinds('WorkItem.delete', facts, { hasDescendants: 'boolean', cascade: 'boolean' });
    const { hasDescendants, cascade } = facts;
    this.assertOpenToChange();
    if (hasDescendants && !cascade) {
      throw new DomainError('WORK_ITEM_HAS_CHILDREN', `${this.key} has Work Items below it.`);
    }
    this.apply({ ...this.current, deletedAt: now }, actor, now);
  }

  /**
   * Restores the item, archived or not as it was, without the references that cannot be kept. An item that is not deleted stays as it is.
   * Throws `NOT_FOUND` 30 days after the deletion.
   */
  undelete(kept: KeptReferences, actor: UserId, now: Date): void {
    assertKinds('WorkItem.undelete', kept, { assignee: 'boolean', sprint: 'boolean', parent: 'boolean' });
    const { deletedAt, assigneeId, sprintId, parentId } = this.current;
    if (deletedAt === null) return;
    if (now >= erasureDueAt(deletedAt)) throw new DomainError('NOT_FOUND', 'Nothing is found here.');
    const references = {
      assigneeId: kept.assignee ? assigneeId : null,
      sprintId: kept.sprint ? sprintId : null,
      parentId: kept.parent ? parentId : null,
    };
    this.apply({ ...this.current, ...references, deletedAt: null }, actor, now);
  }

  /**
   * Attaches a label, as one revision; attaching it again changes nothing. Throws `WORK_ITEM_ARCHIVED`, and `CONFLICT` when the item has
   * `MOST_LABELS.onWorkItem` labels or more.
   */
  attach(facts: LabelFacts, actor: UserId, now: Date): void {
    assertKinds('WorkItem.attach', facts, { id: 'text', attached: 'boolean', labelsOnItem: 'number' });
    const { id: label, attached, labelsOnItem } = facts;
    this.assertOpenToChange();
    if (attached) return;
    if (labelsOnItem >= MOST_LABELS.onWorkItem) {
      const most = MOST_LABELS.onWorkItem;
      throw new DomainError('CONFLICT', `${this.key} has ${most} labels or more, and no more are possible.`);
    }
    this.apply(this.current, actor, now, [{ action: 'label_added', label }]);
  }

  /** Detaches a label, as one revision. Throws `WORK_ITEM_ARCHIVED`, and `NOT_FOUND` when the item does not have this label. */
  detach(facts: Pick<LabelFacts, 'id' | 'attached'>, actor: UserId, now: Date): void {
    assertKinds('WorkItem.detach', facts, { id: 'text', attached: 'boolean' });
    const { id: label, attached } = facts;
    this.assertOpenToChange();
    if (!attached) throw new DomainError('NOT_FOUND', `${this.key} has no such label.`);
    this.apply(this.current, actor, now, [{ action: 'label_removed', label }]);
  }

  /**
   * Records a change of a comment, link or attachment, on an archived item too: the caller checks whether the change is allowed. The
   * revision and `updatedAt` stay.
   */
  note(change: ChangeBeside, actor: UserId, now: Date): void {
    assertKinds('WorkItem.note', { change, actor, now }, { change: 'object', actor: 'text', now: 'instant' });
    const { id: workItemId, revision } = this.current;
    this.recorded.push({ workItemId, revision, at: now, actor, change });
  }

  private apply(
    after: WorkItemRecord,
    actor: UserId | null,
    now: Date,
    changes: readonly HistoryChange[] = differences(this.current, after),
  ): void {
    assertKinds('A change of a Work Item', { actor, now }, { actor: 'text?', now: 'instant' });
    if (changes.length === 0) return;
    const revision = this.current.revision + 1;
    this.current = { ...after, revision, updatedAt: now };
    const { id: workItemId } = after;
    for (const change of changes) this.recorded.push({ workItemId, revision, at: now, actor, change });
  }
}
