import type { ChangeBeside, HistoryChange, HistoryEvent } from '../activity/history.js';
import type { UserId } from '../identity/ids.js';
import { MOST_LABELS, type LabelFacts } from '../label/label.js';
import { DomainError } from '../shared/refusal.js';
import { expectRevision, type ExpectedRevision } from '../shared/revision.js';
import { changedContent, checkedContent, differences } from './content.js';
import type { DeletionFacts } from './deletion.js';
import type { NewWorkItem, WorkItemChanges, WorkItemRecord } from './record.js';
import { legalTargets, type WorkItemStatus } from './status.js';
import { WorkItemKey } from './work-item-key.js';

/**
 * One piece of work. Every change goes through `apply` below: it counts one revision a call, moves `updatedAt` with it, and
 * leaves one history event for each value that really changed (contract §2.4, Revision).
 */
export class WorkItem {
  private readonly recorded: HistoryEvent[] = [];

  private constructor(
    private current: WorkItemRecord,
    /** The revision it was loaded with, `0` when it is new: what a guarded write compares with. */
    readonly loadedRevision: number,
  ) {}

  /**
   * A new Work Item of revision 1, in any of the five statuses, with one event: `created`. References have been judged by
   * whoever resolved them. Throws `VALIDATION_ERROR` on a member outside `WORK_ITEM_BOUNDS` or a due date outside the years
   * 0001–9999.
   */
  static create(facts: NewWorkItem, reporter: UserId, now: Date): WorkItem {
    const { id, organizationId, projectId, projectKey, number, status } = facts;
    const content = checkedContent(facts);
    const born = { reporterId: reporter, archivedAt: null, deletedAt: null, createdAt: now, updatedAt: now };
    const record = { id, organizationId, projectId, projectKey, number, revision: 1, status, ...content, ...born };
    const item = new WorkItem(record, 0);

    const { title, type, priority, storyPoints, dueDate } = content;
    const references = { assignee: content.assigneeId, sprint: content.sprintId, parent: content.parentId };
    const initial = { title, type, status, priority, ...references, storyPoints, dueDate };
    item.recorded.push({
      workItemId: id,
      revision: 1,
      at: now,
      actor: reporter,
      change: { action: 'created', initial },
    });
    return item;
  }

  /** A Work Item that was stored before. Nothing is checked again. */
  static restore(record: WorkItemRecord): WorkItem {
    return new WorkItem(record, record.revision);
  }

  /** What to store. */
  get record(): WorkItemRecord {
    return this.current;
  }

  /** What people call it. */
  get key(): WorkItemKey {
    return WorkItemKey.of(this.current.projectKey, this.current.number);
  }

  /** Whether its own values are to be stored: it is new, or really changed since it was loaded. */
  get hasChanged(): boolean {
    return this.current.revision !== this.loadedRevision;
  }

  /** What happened to it since it was loaded, in the order to record it. */
  get events(): readonly HistoryEvent[] {
    return this.recorded;
  }

  /** Every status it may move to now, in canonical order; none while it is archived. */
  get nextStatuses(): readonly WorkItemStatus[] {
    return legalTargets(this.current.status, this.current.archivedAt !== null);
  }

  /** Throws `REVISION_CONFLICT` unless `expected` is the current revision or `*`. Comes before every other rule. */
  expect(expected: ExpectedRevision): void {
    expectRevision(expected, this.current.revision);
  }

  /** Throws `WORK_ITEM_ARCHIVED` while it is archived: then it only comes back, or stays. */
  assertOpenToChange(): void {
    if (this.current.archivedAt !== null) {
      throw new DomainError('WORK_ITEM_ARCHIVED', `${this.key} is archived.`);
    }
  }

  /**
   * Changes what really differs, as one revision; equal values change nothing. References have been judged by whoever resolved
   * them. Throws `WORK_ITEM_ARCHIVED`, and `VALIDATION_ERROR` as `create` does.
   */
  update(changes: WorkItemChanges, actor: UserId, now: Date): void {
    this.assertOpenToChange();
    this.apply({ ...this.current, ...changedContent(this.current, changes) }, actor, now);
  }

  /**
   * Moves it to another status. Takes any text, because a word that is no status is refused like an illegal move. Throws
   * `WORK_ITEM_ARCHIVED`, and `INVALID_STATUS_TRANSITION` with the present status and every legal target.
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

  /** Puts it away: it stays readable and refuses every change until it is taken back. A repeat changes nothing. */
  archive(actor: UserId, now: Date): void {
    this.apply({ ...this.current, archivedAt: now }, actor, now);
  }

  /** Takes it back from the archive. A repeat changes nothing. */
  unarchive(actor: UserId, now: Date): void {
    this.apply({ ...this.current, archivedAt: null }, actor, now);
  }

  /**
   * Deletes it for good; its number stays taken. What is below it goes along, which `deletedAlong` decides. Throws
   * `WORK_ITEM_ARCHIVED`, and `WORK_ITEM_HAS_CHILDREN` when live items below it would be left behind.
   */
  delete({ hasDescendants, cascade }: DeletionFacts, actor: UserId, now: Date): void {
    this.assertOpenToChange();
    if (hasDescendants && !cascade) {
      throw new DomainError('WORK_ITEM_HAS_CHILDREN', `${this.key} has Work Items below it.`);
    }
    this.apply({ ...this.current, deletedAt: now }, actor, now);
  }

  /**
   * Puts a label on it, as one revision; one that it has already is no change. Throws `WORK_ITEM_ARCHIVED`, and `CONFLICT` when it
   * has `MOST_LABELS.onWorkItem` labels or more.
   */
  attach({ id: label, attached, labelsOnItem }: LabelFacts, actor: UserId, now: Date): void {
    this.assertOpenToChange();
    if (attached) return;
    if (labelsOnItem >= MOST_LABELS.onWorkItem) {
      const most = MOST_LABELS.onWorkItem;
      throw new DomainError('CONFLICT', `${this.key} has ${most} labels or more, and no more are possible.`);
    }
    this.apply(this.current, actor, now, [{ action: 'label_added', label }]);
  }

  /** Takes a label off it, as one revision. Throws `WORK_ITEM_ARCHIVED`, and `NOT_FOUND` when it has no such label. */
  detach({ id: label, attached }: Pick<LabelFacts, 'id' | 'attached'>, actor: UserId, now: Date): void {
    this.assertOpenToChange();
    if (!attached) throw new DomainError('NOT_FOUND', `${this.key} has no such label.`);
    this.apply(this.current, actor, now, [{ action: 'label_removed', label }]);
  }

  /**
   * Records what happens beside its own values, archived or not: who may is for the rules of that thing to say. The present
   * revision stays, and `updatedAt` (contract §2.4, Revision).
   */
  note(change: ChangeBeside, actor: UserId, now: Date): void {
    const { id: workItemId, revision } = this.current;
    this.recorded.push({ workItemId, revision, at: now, actor, change });
  }

  private apply(
    after: WorkItemRecord,
    actor: UserId | null,
    now: Date,
    changes: readonly HistoryChange[] = differences(this.current, after),
  ): void {
    if (changes.length === 0) return;
    const revision = this.current.revision + 1;
    this.current = { ...after, revision, updatedAt: now };
    const { id: workItemId } = after;
    for (const change of changes) this.recorded.push({ workItemId, revision, at: now, actor, change });
  }
}
