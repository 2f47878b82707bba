import { refusal, type ProjectScope, type PublicWorkItemView } from '@worktrack/application';
import type { HistoryAction, OrganizationId, WorkItem, WorkItemId, WorkItemRecord } from '@worktrack/domain';
import { mayTakeLong, type Statement } from '../engine/statement.js';
import type { CollectedWrites, SqlTransaction } from '../engine/transaction.js';
import type { HistoryWriter } from '../recording/history.js';
import { writeLabelAssignments } from '../recording/label-assignments.js';
import { descriptionOf, mentionedIn, writeMentions, type MentioningText } from '../recording/mentions.js';
import { changesSearchText, searchTextFor, writeSearchTexts, type SearchText } from '../recording/search-texts.js';
import type { ItemCache } from './item-cache.js';
import { FIELD_BY_ACTION } from './item-fields.js';
import { WorkItemTable } from './work-item.table.js';
import type { PostgresWorkItemViews } from './work-item.views.js';

/** Writes Work Items with everything that follows from their events. */
export interface ItemWrites {
  /** Registers a new item. */
  add(item: WorkItem): void;
  /** Registers the changes of an item, guarded by its loaded revision, and its events. */
  save(item: WorkItem): void;
}

/** A Work Item to write, with its search text if that has changed. */
interface Saved {
  readonly item: WorkItem;
  readonly text: SearchText | undefined;
}

/** Receives the bytes of a search text before it is written, and can refuse them by an error. */
type SpendText = (bytes: number) => void;

/** Registers the writes of each item immediately. */
export class SingleItemWrites implements ItemWrites {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly history: HistoryWriter,
    private readonly spendText: SpendText,
  ) {}

  add(item: WorkItem): void {
    this.save(item);
  }

  save(item: WorkItem): void {
    registerItems(this.transaction, [savedOf(item, this.spendText)]);
    this.history.record(item.record, [{ item: item.record, events: item.events }]);
  }
}

interface AwaitedView {
  readonly scope: ProjectScope;
  readonly id: WorkItemId;
  readonly resolve: (view: Promise<PublicWorkItemView>) => void;
}

/**
 * Collects the writes and the views of works that are performed in turn, so that one statement writes the rows of all (ADR 8). Each item is
 * in it once: another change of an item that was changed or shown registers what was collected first, and so does any other statement.
 */
export class CollectedItems implements ItemWrites, CollectedWrites {
  private saved: Saved[] = [];
  private awaited: AwaitedView[] = [];
  /** The items that were changed, and those that a view shows, as itself or as the parent. */
  private readonly involved = new Set<WorkItemId>();
  /** The number of saved items that belong to earlier works. */
  private ofEarlier = 0;

  /** @param views reads in the round trip that another call starts */
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly history: HistoryWriter,
    private readonly items: ItemCache,
    private readonly views: PostgresWorkItemViews,
    private readonly spendText: SpendText,
  ) {
    transaction.collect(this);
  }

  add(item: WorkItem): void {
    this.save(item);
  }

  save(item: WorkItem): void {
    const { record, events } = item;
    if (this.involved.has(record.id)) this.transaction.registerCollected();
    this.saved.push(savedOf(item, this.spendText));
    this.involved.add(record.id);
    if (events.length > 0) this.history.addStep(stepOf(item));
  }

  /** Returns the view after the work that ends with this call. It is read together with others. */
  publicOne(scope: ProjectScope, id: WorkItemId): Promise<PublicWorkItemView> {
    this.ofEarlier = this.saved.length;
    this.involved.add(id);
    for (const { parentId } of this.items.all([id]) ?? []) if (parentId !== null) this.involved.add(parentId);
    return new Promise((resolve) => this.awaited.push({ scope, id, resolve }));
  }

  /** Begins a work. The returned function forgets what it has collected. */
  mark(): () => void {
    this.ofEarlier = this.saved.length;
    return () => {
      this.saved.splice(this.ofEarlier);
    };
  }

  registerEarlier(): void {
    const [saved, awaited] = [this.saved.splice(0, this.ofEarlier), this.awaited];
    [this.ofEarlier, this.awaited] = [0, []];
    this.involved.clear();
    for (const { item } of this.saved) this.involved.add(item.record.id);
    this.register(saved);
    this.read(awaited);
  }

  registerPresent(): void {
    this.register(this.saved.splice(0));
    this.involved.clear();
  }

  private register(saved: readonly Saved[]): void {
    registerItems(this.transaction, saved);
    this.history.writeSteps(saved.flatMap(({ item }) => (item.events.length > 0 ? [stepOf(item)] : [])));
  }

  private read(awaited: readonly AwaitedView[]): void {
    const ofOrganizations = new Map<OrganizationId, AwaitedView[]>();
    for (const each of awaited) {
      const { organizationId } = each.scope;
      ofOrganizations.set(organizationId, [...(ofOrganizations.get(organizationId) ?? []), each]);
    }
    for (const [organizationId, each] of ofOrganizations) {
      const views = this.views.publicMany(
        organizationId,
        each.map(({ id }) => id),
      );
      for (const { scope, id, resolve } of each) resolve(views.then((found) => found.of(scope, id)));
    }
  }
}

function savedOf(item: WorkItem, spendText: SpendText): Saved {
  const isTextNew = item.events.some(({ change }) => change.action === 'created' || changesSearchText(change));
  const text = isTextNew ? searchTextFor(item) : undefined;
  if (text) spendText(Buffer.byteLength(text.folded));
  return { item, text };
}

function stepOf({ record, events }: WorkItem) {
  return { recordedIn: record, changes: [{ item: record, events }] };
}

/** Registers the rows, search texts and labels of different items. */
function registerItems(transaction: SqlTransaction, saved: readonly Saved[]): void {
  const items = saved.flatMap(({ item }) => (item.hasChanged ? [item] : []));
  const [first] = items;
  if (!first) return;
  insertItems(
    transaction,
    items.filter(({ loadedRevision }) => loadedRevision === 0),
  );
  updateItems(
    transaction,
    items.filter(({ loadedRevision }) => loadedRevision > 0),
  );
  writeSearchTexts(
    transaction,
    first.record.organizationId,
    saved.flatMap(({ text }) => text ?? []),
  );
  writeMentions(transaction, first.record.organizationId, descriptionsOf(items));
  for (const { record, events } of items) writeLabelAssignments(transaction, record, events);
}

/** Returns the descriptions whose mentions are written: those that changed, and new ones that mention somebody. */
function descriptionsOf(items: readonly WorkItem[]): readonly MentioningText[] {
  const has = (item: WorkItem, action: HistoryAction) => item.events.some(({ change }) => change.action === action);
  const changed = items.filter((item) => has(item, 'description_changed'));
  const created = items.filter((item) => has(item, 'created') && !changed.includes(item));
  return [
    ...changed.map(({ record }) => descriptionOf(record)),
    ...mentionedIn(created.map(({ record }) => descriptionOf(record))),
  ];
}

function insertItems(transaction: SqlTransaction, items: readonly WorkItem[]): void {
  const [first, ...others] = items.map(({ record }) => record);
  if (!first) return;
  if (others.length === 0) transaction.write(WorkItemTable.insert, WorkItemTable.insertValues(first));
  else transaction.writeRows(INSERT_MANY, [first, ...others].map(WorkItemTable.plain), first.organizationId);
}

/** COMMIT can travel with this statement, because it fails when it misses its row. */
const UPDATE_OR_FAIL = WorkItemTable.updateOrFailAs('work_items.update-or-fail');
/** The member that an event changes, where it changes one value. */
const MEMBERS = new Map<string, keyof WorkItemRecord>([...FIELD_BY_ACTION, ['status_changed', 'status']]);
const UPDATE_ONLY = new Map<string, { readonly member: keyof WorkItemRecord; readonly statement: Statement }>(
  Array.from(MEMBERS, ([action, member]) => {
    const statement = WorkItemTable.updateOnlyOrFailAs(`work_items.update-or-fail.${action}`, member, 'updatedAt');
    return [action, { member, statement }];
  }),
);
const INSERT_MANY = mayTakeLong(WorkItemTable.insertMany);
const UPDATE_MANY = mayTakeLong(WorkItemTable.updateManyAs('work_items.update-many'));

/** If one of several items no longer has its loaded revision, the flush throws `REVISION_CONFLICT` without naming it. */
function updateItems(transaction: SqlTransaction, items: readonly WorkItem[]): void {
  const [first, ...others] = items;
  if (!first) return;
  if (others.length === 0) updateItem(transaction, first);
  else {
    const rows = items.map(({ record, loadedRevision }) => WorkItemTable.plainUpdate(record, loadedRevision));
    transaction.writeEach(UPDATE_MANY, [first.record.organizationId, JSON.stringify(rows)], rows.length, () =>
      Promise.reject(refusal('REVISION_CONFLICT')),
    );
  }
}

/** Updates one value and the revision, or all values where more have changed. */
function updateItem(transaction: SqlTransaction, { record, loadedRevision, events }: WorkItem): void {
  const [event, ...others] = events;
  const only = event && others.length === 0 ? UPDATE_ONLY.get(event.change.action) : undefined;
  if (only)
    transaction.write(only.statement, WorkItemTable.updateValues(record, loadedRevision, only.member, 'updatedAt'));
  else transaction.write(UPDATE_OR_FAIL, WorkItemTable.updateValues(record, loadedRevision));
}
