import { LONGEST_PARENT_TITLE, type LabelView, type TableRowView } from '@worktrack/application';
import {
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TYPES,
  WorkItemKey,
  type ProjectKey,
  type ViewGrouping,
} from '@worktrack/domain';
import { contextOf, contextPageOf, type ContextRow } from './context-row.js';

/** A picked row, with what a table shows of other records. */
export type TableRow = ContextRow & {
  readonly groupPlace: string;
  readonly parentProjectKey: ProjectKey | null;
  readonly parentNumber: number;
  readonly parentTitle: string;
  readonly labels: readonly LabelView[];
};

/** Text after every name. */
const LAST = 'chr(1114111)';

const byPlace = (column: string, words: readonly string[]) =>
  `(case ${column} ${words.map((word, place) => `when '${word}' then '${place}'`).join(' ')} end)`;

/** The place of the group that `item` belongs to, as text: equal in a group only. The Organization is the first parameter. */
const PLACES: Readonly<Record<ViewGrouping, string>> = {
  status: byPlace('item.status', WORK_ITEM_STATUSES),
  priority: byPlace('item.priority', [...WORK_ITEM_PRIORITIES].reverse()),
  type: byPlace('item.type', WORK_ITEM_TYPES),
  project: 'item.project_key',
  assignee: `coalesce((
    select lower(named.name) || ' ' || named.id from users named
    where named.id = item.assignee_id and named.removed_at is null), ${LAST})`,
  // The active one, those to come, then the ones that are done.
  sprint: `coalesce((
    select case named.state when 'active' then '0' when 'future' then '1' else '2' end || lower(named.name) || ' ' || named.id
    from sprints named where named.organization_id = $1 and named.id = item.sprint_id), ${LAST})`,
  parent: `coalesce((
    select named.project_key || lpad(named.number::text, 12, '0') from work_items named
    where named.organization_id = $1 and named.id = item.parent_id and named.deleted_at is null), ${LAST})`,
  label: `coalesce((
    select min(named.name) from work_item_labels attached
    join labels named on named.organization_id = $1 and named.id = attached.label_id
    where attached.organization_id = $1 and attached.work_item_id = item.id), ${LAST})`,
};

export const groupPlaceOf = (groupBy: ViewGrouping): string => `${PLACES[groupBy]} collate "C"`;

/** Builds the statement of a page of a table. The Organization is its first parameter. */
export function tablePageOf(
  picked: { readonly sql: string; readonly orderBy: string },
  groupBy: ViewGrouping | null,
): string {
  return contextPageOf(picked, true, {
    columns: `, ${groupBy === null ? `''` : groupPlaceOf(groupBy)} as "groupPlace",
      parent.project_key as "parentProjectKey", parent.number as "parentNumber",
      left(parent.title, ${LONGEST_PARENT_TITLE}) as "parentTitle", attached.labels`,
    joins: `left join work_items parent on parent.organization_id = $1 and parent.id = item.parent_id and parent.deleted_at is null
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', label.id, 'name', label.name, 'color', label.color)
        order by label.name, label.id), '[]') as labels
      from work_item_labels attached
      join labels label on label.organization_id = $1 and label.id = attached.label_id
      where attached.organization_id = $1 and attached.work_item_id = item.id
    ) attached`,
  });
}

export function tableRowOf(row: TableRow): TableRowView {
  const { parentProjectKey, parentNumber, parentTitle: title, labels } = row;
  const { reporter = null, ...context } = contextOf(row, undefined, true);
  const parent = parentProjectKey === null ? null : { key: WorkItemKey.of(parentProjectKey, parentNumber), title };
  return { ...context, reporter, parent, labels };
}
