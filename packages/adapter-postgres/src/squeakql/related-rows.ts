import { namedLabel, type SqueakQLValue } from '@worktrack/application';
import { LabelName } from '@worktrack/domain';
import type { SqueakQLContext } from './context.js';
import { userCondition } from './references.js';
import { timeOrderCondition, timestamps } from './times.js';

// Conditions on the labels, links, comments and history of an item.

export function anyLabelCondition({ organizationId }: SqueakQLContext): string {
  return `exists (
    select from work_item_labels attached
    where attached.organization_id = ${organizationId} and attached.work_item_id = item.id)`;
}

/** Builds the query of the labels with these names, in all Projects of the Organization. */
export function labelIds(values: readonly SqueakQLValue[], { parameters, organizationId }: SqueakQLContext): string {
  const names = namesOf(values);
  return `select label.id from labels label
    where label.organization_id = ${organizationId} and label.folded_name = any(${parameters.add(names, 'text[]')})`;
}

/** Returns the folded names. A text that cannot be a name names nothing. */
const namesOf = (values: readonly SqueakQLValue[]): string[] =>
  values.map(namedLabel).flatMap((name) => (name === undefined ? [] : LabelName.fold(name)));

export function labelCondition(
  values: readonly SqueakQLValue[],
  { parameters, organizationId }: SqueakQLContext,
): string {
  const names = namesOf(values);
  if (names.length === 0) return 'false';
  return `exists (
    select from work_item_labels attached
    join labels label on label.organization_id = ${organizationId} and label.id = attached.label_id
    where attached.organization_id = ${organizationId} and attached.work_item_id = item.id
      and label.folded_name = any(${parameters.add(names, 'text[]')}))`;
}

/** Builds the condition that the item has a link in this relation, seen from the item, to an item that the viewer can see. */
export function linkCondition(relation: string, context: SqueakQLContext): string {
  const ends = [
    ...(relation === 'blocked_by' ? [] : [linkFrom('source_id', 'target_id', relation, context)]),
    ...(relation === 'blocks' ? [] : [linkFrom('target_id', 'source_id', relation, context)]),
  ];
  return `(${ends.join(' or ')})`;
}

/** Builds the condition that the item is blocked by an item that is not done and that the viewer can see. */
export function blockedCondition(context: SqueakQLContext): string {
  return linkFrom('target_id', 'source_id', 'blocked_by', context, `and status <> 'done'`);
}

/**
 * Builds the condition that a link exists. `offset 0` forces a lookup of the other item by its id for each link: there are few links, but
 * the planner might otherwise read all items.
 */
function linkFrom(
  end: string,
  otherEnd: string,
  relation: string,
  { parameters, organizationId, viewer: { onlyProjects } }: SqueakQLContext,
  more = '',
): string {
  const visible = onlyProjects ? `and project_id = any(${parameters.add([...onlyProjects], 'uuid[]')})` : '';
  const stored = relation === 'relates' ? 'relates' : 'blocks';
  return `exists (
    select from work_item_links link
    cross join lateral (
      select from work_items
      where organization_id = ${organizationId} and id = link.${otherEnd} and deleted_at is null ${visible} ${more} offset 0
    ) other
    where link.organization_id = ${organizationId} and link.${end} = item.id and link.deleted_at is null
      and link.relation = ${parameters.add(stored, 'text')})`;
}

/** Builds the condition that the item has a live comment of one of these users. */
export function commentCondition(users: readonly SqueakQLValue[], context: SqueakQLContext): string {
  return `exists (
    select from comments comment
    where comment.organization_id = ${context.organizationId} and comment.work_item_id = item.id
      and comment.deleted_at is null and ${userCondition('comment.author_id', users, context)})`;
}

/**
 * Builds the condition that the item has the status now or had it at any time since its creation. The expression on history is that of an
 * index. A scalar subquery instead of `exists`: with `exists` the planner would read the history of all items before it returns the first
 * row, but a page mostly needs that of a few items.
 */
export function pastStatusCondition(status: string, { parameters, organizationId }: SqueakQLContext): string {
  const word = parameters.add(status, 'text');
  return `(item.status = ${word} or (
    select true from work_item_history past
    where past.organization_id = ${organizationId} and past.work_item_id = item.id
      and past.action in ('created', 'status_changed')
      and case past.action when 'created' then past.detail -> 'initial' ->> 'status' else past.detail ->> 'to' end = ${word}
    limit 1))`;
}

/** The action that history records for a change of the field. */
const ACTIONS: Readonly<Record<string, string>> = {
  status: 'status_changed',
  priority: 'priority_changed',
  assignee: 'assigned',
  sprint: 'sprint_changed',
  title: 'title_changed',
  due: 'due_date_changed',
  parent: 'parent_changed',
};

/** Builds the condition that the field changed at the time or later; a day counts from its start. */
export function changedCondition(field: string, time: SqueakQLValue | undefined, context: SqueakQLContext): string {
  const { parameters, organizationId } = context;
  const action = ACTIONS[field];
  if (action === undefined || time === undefined) throw new TypeError(`No change is known of ${field}.`);
  return `exists (
    select from work_item_history past
    where past.organization_id = ${organizationId} and past.work_item_id = item.id
      and past.action = ${parameters.add(action, 'text')} and ${timeOrderCondition(timestamps('past.at'), '>=', time, context)})`;
}
