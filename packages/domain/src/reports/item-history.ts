import type { HistoryChange, InitialState } from '../activity/history.js';
import type { LabelId } from '../identity/ids.js';
import type { WorkItemRecord } from '../work-item/record.js';
import { WORK_ITEM_FIELDS, WORK_ITEM_FIELD_NAMES, newFieldsOf } from '../work-item/fields.js';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '../work-item/status.js';
import { WorkItemKey } from '../work-item/work-item-key.js';
import { assertKinds } from '../shared/wrong-use.js';

/** A change as reports read it. Every `HistoryChange` is one; old values, and the initial values that have a default, can be left out. */
export type ReportedChange = ReadOf<HistoryChange>;

type ReadOf<Change> = Change extends { readonly action: 'created' }
  ? { readonly action: 'created'; readonly initial: Pick<InitialState, 'status'> & Partial<InitialState> }
  : Omit<Change, 'from'>;

/** A Work Item with its whole history. A `WorkItem` that was created and not restored is one. */
export interface ItemHistory {
  readonly record: Pick<WorkItemRecord, 'id' | 'projectKey' | 'number'>;
  /** All changes, the creation included. Those of one instant are in the order in which they happened. */
  readonly events: readonly { readonly at: Date; readonly change: ReportedChange }[];
}

/** The state of a Work Item after one of its changes. */
export interface PastState extends InitialState {
  /** The instant of the change. */
  readonly at: Date;
  readonly labels: ReadonlySet<LabelId>;
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
}

/** A Work Item with its states up to the instant of a report, earliest first. */
export interface ItemPast {
  readonly record: ItemHistory['record'];
  readonly states: readonly PastState[];
  /** The last one of `states`. */
  readonly present: PastState;
}

/** The values of a new Work Item that its creation does not name. */
const { description: _, ...FIELDS } = newFieldsOf({ title: '' });
const UNNAMED: Omit<InitialState, 'status'> = { ...FIELDS, assignee: null, sprint: null, parent: null };

/** Replays the histories up to `asOf`. Items that were created later are left out. */
export function pastsOf(history: readonly ItemHistory[], asOf: Date): readonly ItemPast[] {
  assertKinds('A report from a history', { history, asOf }, { history: 'list', asOf: 'instant' });
  return history.flatMap((item) => {
    assertKinds('A Work Item of a history', item, { record: 'object', events: 'list' });
    const { record, events } = item;
    const states: PastState[] = [];
    for (const event of events) assertKinds('An event of a history', event, { at: 'instant', change: 'object' });
    for (const { at, change } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      if (at > asOf) break;
      states.push(after(states.at(-1), at, change, record));
    }
    const present = states.at(-1);
    return present ? [{ record, states, present }] : [];
  });
}

/** Replays the histories of the Work Items that Project reports count: those that are neither archived nor deleted at `asOf`. */
export function countedPasts(history: readonly ItemHistory[], asOf: Date): readonly ItemPast[] {
  return pastsOf(history, asOf).filter(({ present }) => !present.isArchived && !present.isDeleted);
}

function after(
  before: PastState | undefined,
  at: Date,
  change: ReportedChange,
  { projectKey, number }: ItemHistory['record'],
): PastState {
  if (change.action === 'created') {
    const { initial } = change;
    assertKinds('The creation of a Work Item', change, { initial: 'object' });
    assertKinds('The creation of a Work Item', initial, { status: WORK_ITEM_STATUSES });
    return { ...UNNAMED, ...initial, at, labels: new Set(), isArchived: false, isDeleted: false };
  }
  if (!before) {
    throw new TypeError(`The history of ${WorkItemKey.of(projectKey, number)} does not begin with its creation.`);
  }
  switch (change.action) {
    case 'status_changed':
      assertKinds('A change of status', change, { to: WORK_ITEM_STATUSES });
      return { ...before, at, status: change.to };
    case 'assigned':
      return { ...before, at, assignee: change.to };
    case 'sprint_changed':
      return { ...before, at, sprint: change.to };
    case 'parent_changed':
      return { ...before, at, parent: change.to };
    case 'label_added':
      return { ...before, at, labels: new Set([...before.labels, change.label]) };
    case 'label_removed':
      return { ...before, at, labels: new Set([...before.labels].filter((label) => label !== change.label)) };
    case 'archived':
      return { ...before, at, isArchived: true };
    case 'unarchived':
      return { ...before, at, isArchived: false };
    case 'work_item_deleted':
      return { ...before, at, isDeleted: true };
    case 'work_item_restored':
      return { ...before, at, isDeleted: false };
    default: {
      const field = WORK_ITEM_FIELD_NAMES.find((name) => WORK_ITEM_FIELDS[name].recordedAs === change.action);
      return { ...before, at, ...(field && 'to' in change && { [field]: change.to }) };
    }
  }
}

/** An entry of a Work Item to a status; `from` is `null` for the status in which it was created. */
export interface StatusEntry {
  readonly at: Date;
  readonly from: WorkItemStatus | null;
  readonly to: WorkItemStatus;
}

/** Lists the entries to statuses, earliest first. */
export function entriesOf({ states }: Pick<ItemPast, 'states'>): readonly StatusEntry[] {
  return states.flatMap(({ at, status: to }, index) => {
    const from = states[index - 1]?.status ?? null;
    return to === from ? [] : [{ at, from, to }];
  });
}

/** Returns the latest entry to done, and the change out of done that followed it. */
export function resolutionOf(past: ItemPast): { readonly resolvedAt?: Date; readonly reopenedAt?: Date } {
  const entries = entriesOf(past);
  const last = entries.findLastIndex(({ to }) => to === 'done');
  const [resolved, reopened] = last === -1 ? [] : entries.slice(last);
  return { ...(resolved && { resolvedAt: resolved.at }), ...(reopened && { reopenedAt: reopened.at }) };
}
