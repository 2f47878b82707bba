import type { HistoryChange, HistoryEvent } from '../activity/history.js';
import type { OrganizationId, ProjectId, SprintId, UserId, WorkItemId } from '../identity/ids.js';
import type { ProjectKey } from '../project/project-key.js';
import { DomainError, invalid } from '../shared/refusal.js';
import { expectRevision, type ExpectedRevision } from '../shared/revision.js';
import { legalTargets, type WorkItemPriority, type WorkItemStatus, type WorkItemType } from './status.js';
import { WorkItemKey } from './work-item-key.js';

/** A Work Item as it is stored. */
export interface WorkItemRecord {
  readonly id: WorkItemId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly projectKey: ProjectKey;
  readonly number: number;
  readonly revision: number;
  readonly title: string;
  readonly description: string | null;
  readonly type: WorkItemType;
  readonly status: WorkItemStatus;
  readonly priority: WorkItemPriority;
  readonly assigneeId: UserId | null;
  /** `null` once the account that created it was removed. */
  readonly reporterId: UserId | null;
  readonly sprintId: SprintId | null;
  readonly parentId: WorkItemId | null;
  readonly storyPoints: number | null;
  readonly dueDate: Date | null;
  readonly archivedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a new Work Item is made of; identifier and number are facts from outside, the reporter is who creates it. */
export type NewWorkItem = Omit<
  WorkItemRecord,
  'revision' | 'reporterId' | 'archivedAt' | 'deletedAt' | 'createdAt' | 'updatedAt'
>;

/** The members that an update may change. An absent member stays, `null` clears. The status moves by transition only. */
export interface WorkItemChanges {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly type?: WorkItemType | undefined;
  readonly priority?: WorkItemPriority | undefined;
  readonly assigneeId?: UserId | null | undefined;
  readonly sprintId?: SprintId | null | undefined;
  readonly parentId?: WorkItemId | null | undefined;
  readonly storyPoints?: number | null | undefined;
  readonly dueDate?: Date | null | undefined;
}

/** What must be known of a Work Item before another is put under it. */
export type ParentFacts = Pick<WorkItemRecord, 'id' | 'archivedAt' | 'deletedAt'>;

/**
 * Throws `VALIDATION_ERROR` on `parentId` unless `parent` may have `child` below it: a live, unarchived Work Item other than
 * the child (contract §2.4, Parent). `undefined`: the Project holds no such item.
 */
export function assertCanBeParent(parent: ParentFacts | undefined, child: WorkItemId): asserts parent {
  if (!parent || parent.deletedAt !== null) invalid('parentId', 'must be a Work Item of this Project');
  if (parent.id === child) invalid('parentId', 'must not be the Work Item itself');
  if (parent.archivedAt !== null) invalid('parentId', 'must not be an archived Work Item');
}

/**
 * One piece of work. Every change goes through `record…` below: it counts one revision a request, moves `updatedAt` with it,
 * and leaves one history event for each value that really changed.
 */
export class WorkItem {
  private recorded: HistoryEvent[] = [];

  private constructor(
    private current: WorkItemRecord,
    /** The revision it was loaded with, `0` when it is new: what a guarded write compares with. */
    readonly loadedRevision: number,
  ) {}

  static create(facts: NewWorkItem, reporter: UserId, now: Date): WorkItem {
    const item = new WorkItem(
      {
        ...facts,
        revision: 1,
        reporterId: reporter,
        archivedAt: null,
        deletedAt: null,
        createdAt: now,
        updatedAt: now,
      },
      0,
    );
    const { title, type, status, priority, storyPoints, dueDate } = facts;
    const references = { assignee: facts.assigneeId, sprint: facts.sprintId, parent: facts.parentId };
    item.remember(
      [{ action: 'created', initial: { title, type, status, priority, ...references, storyPoints, dueDate } }],
      reporter,
    );
    return item;
  }

  static restore(record: WorkItemRecord): WorkItem {
    return new WorkItem(record, record.revision);
  }

  get record(): WorkItemRecord {
    return this.current;
  }

  get key(): WorkItemKey {
    return WorkItemKey.of(this.current.projectKey, this.current.number);
  }

  get hasChanged(): boolean {
    return this.current.revision !== this.loadedRevision;
  }

  /** What happened to it since it was loaded, in the order it is recorded. */
  get events(): readonly HistoryEvent[] {
    return this.recorded;
  }

  /** Every status it may move to now, in canonical order. */
  get nextStatuses(): readonly WorkItemStatus[] {
    return legalTargets(this.current.status, this.current.archivedAt !== null);
  }

  /** Throws `REVISION_CONFLICT` unless `expected` is the current revision or `*`. */
  expect(expected: ExpectedRevision): void {
    expectRevision(expected, this.current.revision);
  }

  /** Throws `WORK_ITEM_ARCHIVED` while it is archived: then it only comes back, or stays. */
  assertOpenToChange(): void {
    if (this.current.archivedAt !== null) {
      throw new DomainError('WORK_ITEM_ARCHIVED', `${this.key} is archived.`);
    }
  }

  /** Changes what really differs, as one revision. References have been judged by whoever resolved them. */
  update(changes: WorkItemChanges, actor: UserId, now: Date): void {
    this.assertOpenToChange();
    const before = this.current;
    const after: WorkItemRecord = { ...before, ...withoutAbsent(changes) };
    this.apply(after, differences(before, after), actor, now);
  }

  /**
   * Moves it to another status. Takes any text, because a word that is no status is refused like an illegal move:
   * `INVALID_STATUS_TRANSITION` with the present status and every legal target.
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
    this.apply({ ...this.current, status: to }, [{ action: 'status_changed', from, to }], actor, now);
  }

  /**
   * The account of its assignee was removed: nobody did this, and an archived item loses its assignee too
   * (contract §2.4, Removed account).
   */
  losesAssignee(now: Date): void {
    const { assigneeId: from } = this.current;
    if (from === null) return;
    this.apply({ ...this.current, assigneeId: null }, [{ action: 'assigned', from, to: null }], null, now);
  }

  private apply(after: WorkItemRecord, changes: readonly HistoryChange[], actor: UserId | null, now: Date): void {
    if (changes.length === 0) return;
    this.current = { ...after, revision: this.current.revision + 1, updatedAt: now };
    this.remember(changes, actor);
  }

  private remember(changes: readonly HistoryChange[], actor: UserId | null): void {
    const { id: workItemId, revision, updatedAt: at } = this.current;
    for (const change of changes) this.recorded.push({ workItemId, revision, at, actor, change });
  }
}

function withoutAbsent(changes: WorkItemChanges): Partial<WorkItemRecord> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** One change for each value that differs, in the order of contract §5.8; those without public activity come last. */
function differences(before: WorkItemRecord, after: WorkItemRecord): HistoryChange[] {
  const changes: HistoryChange[] = [];
  if (before.title !== after.title) changes.push({ action: 'title_changed', from: before.title, to: after.title });
  if (before.description !== after.description) changes.push({ action: 'description_changed' });
  if (before.priority !== after.priority) {
    changes.push({ action: 'priority_changed', from: before.priority, to: after.priority });
  }
  if (before.assigneeId !== after.assigneeId) {
    changes.push({ action: 'assigned', from: before.assigneeId, to: after.assigneeId });
  }
  if (before.sprintId !== after.sprintId) {
    changes.push({ action: 'sprint_changed', from: before.sprintId, to: after.sprintId });
  }
  if (before.parentId !== after.parentId) {
    changes.push({ action: 'parent_changed', from: before.parentId, to: after.parentId });
  }
  if (before.dueDate?.getTime() !== after.dueDate?.getTime()) {
    changes.push({ action: 'due_date_changed', from: before.dueDate, to: after.dueDate });
  }
  if (before.type !== after.type) changes.push({ action: 'type_changed', from: before.type, to: after.type });
  if (before.storyPoints !== after.storyPoints) {
    changes.push({ action: 'story_points_changed', from: before.storyPoints, to: after.storyPoints });
  }
  return changes;
}
