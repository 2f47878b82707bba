import type { ActivityDetail } from '@worktrack/application';
import {
  WORK_ITEM_FIELDS,
  WORK_ITEM_FIELD_NAMES,
  type HistoryAction,
  type HistoryChange,
  type LinkSide,
  type RecordedAttachment,
  type WorkItemField,
} from '@worktrack/domain';
import type { References } from './references.js';

/** A change as it is stored: instants are RFC 3339 text, UTC, with three fraction digits. */
type Stored<Value> = Value extends Date
  ? string
  : Value extends string | number | null
    ? Value
    : { readonly [Member in keyof Value]: Stored<Value[Member]> };

/** Picks the visible members of a change by name, so that nothing recorded is shown by accident. */
type Projection<Action extends HistoryAction> = (
  change: Stored<Extract<HistoryChange, { action: Action }>>,
  references: References,
) => ActivityDetail | null;

const nothing = () => null;
const link = ({ relation, otherWorkItem }: LinkSide, { workItem }: References) => ({
  relation,
  otherWorkItem: workItem(otherWorkItem),
});
const values = <Value>({ from, to }: { from: Value; to: Value }) => ({ from, to });

/** Shows the file name that the attachment had when it was added or removed. */
const attachment = ({ attachment: { id, fileName } }: { attachment: RecordedAttachment }) => ({
  attachment: { id, fileName },
});

type FieldAction = (typeof WORK_ITEM_FIELDS)[WorkItemField]['recordedAs'];

/** Changes of fields show both values. */
const FIELDS = Object.fromEntries(
  WORK_ITEM_FIELD_NAMES.map((name) => [WORK_ITEM_FIELDS[name].recordedAs, values]),
) as Readonly<Record<FieldAction, typeof values>>;

/** The table of contract §5.8. An action without its line does not compile. */
const PROJECTIONS: { readonly [Action in HistoryAction]: Projection<Action> | 'recorded for reports only' } = {
  ...FIELDS,
  created: nothing,
  description_changed: nothing,
  type_changed: 'recorded for reports only',
  status_changed: values,
  assigned: ({ from, to }, { user }) => ({ from: user(from), to: user(to) }),
  sprint_changed: ({ from, to }, { sprint }) => ({ from: sprint(from), to: sprint(to) }),
  parent_changed: ({ from, to }, { workItem }) => ({ from: workItem(from), to: workItem(to) }),
  story_points_changed: 'recorded for reports only',
  label_added: ({ label }, references) => ({ label: references.label(label) }),
  label_removed: ({ label }, references) => ({ label: references.label(label) }),
  attachment_added: attachment,
  attachment_removed: attachment,
  archived: nothing,
  unarchived: nothing,
  work_item_deleted: nothing,
  work_item_restored: 'recorded for reports only',
  comment_added: nothing,
  comment_replied: nothing,
  comment_edited: nothing,
  comment_deleted: nothing,
  link_added: link,
  link_removed: link,
};

/** The actions that public activity shows. */
export const SHOWN_ACTIONS: readonly HistoryAction[] = Object.entries(PROJECTIONS)
  .filter(([, projection]) => typeof projection === 'function')
  .map(([action]) => action as HistoryAction);

/** Returns the visible part of a recorded change. `recorded` is its detail in history. Throws when the action is not shown. */
export function detailOf(
  action: HistoryAction,
  recorded: object | null,
  references: References,
): ActivityDetail | null {
  const projection = PROJECTIONS[action];
  if (typeof projection !== 'function') throw new Error(`${action} is no public activity.`);
  return (projection as Projection<HistoryAction>)({ action, ...recorded } as never, references);
}
