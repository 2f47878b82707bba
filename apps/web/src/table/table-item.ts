import type { ViewGrouping } from '@worktrack/domain';
import type { Person, Values } from '../work-item/fields.js';
import { projectOf } from '../work-item/item-key.js';
import type { SeenItem } from '../work-item/work-item.js';
import { STATUS_NAMES, WORD_NAMES } from '../work-item/words.js';

/** A Work Item of a table. Members that its list does not have stay empty. */
export interface TableItem extends SeenItem {
  readonly organization?: { readonly slug: string };
  readonly project?: { readonly name: string };
  readonly reporter?: Person | null;
  readonly createdAt?: string;
}

export interface Group {
  /** Equal for the Work Items of one group. */
  readonly id: string;
  readonly name: string;
  readonly items: readonly TableItem[];
}

type Naming = (item: TableItem) => readonly [id: string, name: string];

const named = (value: { readonly id?: string; readonly name: string } | null | undefined, none: string) =>
  value ? ([value.id ?? value.name, value.name] as const) : (['', none] as const);

const ofPerson = (person: Values['assignee'] | undefined) =>
  named(person && { id: person.publicId ?? person.id ?? person.name, name: person.name }, 'Nobody');

const NAMINGS: Readonly<Record<ViewGrouping, Naming>> = {
  status: ({ status }) => (status ? [status, STATUS_NAMES[status]] : ['', 'No status']),
  type: ({ type }) => (type ? [type, WORD_NAMES.type[type]] : ['', 'No type']),
  priority: ({ priority }) => (priority ? [priority, WORD_NAMES.priority[priority]] : ['', 'No priority']),
  assignee: ({ assignee }) => ofPerson(assignee),
  sprint: ({ sprint }) => named(sprint, 'No Sprint'),
  parent: ({ parent }) => (parent ? [parent.key, `${parent.key} ${parent.title}`] : ['', 'No parent']),
  // Labels of one name are different ones in each Project.
  label: ({ labels = [] }) => named(labels[0] && { name: labels[0].name }, 'No label'),
  project: ({ key, project }) => [projectOf(key), project?.name ?? projectOf(key)],
};

/** The groups in the order in which the server lists them. A Work Item that was changed here is in its new group. */
export function groupsOf(items: readonly TableItem[], groupBy: ViewGrouping): readonly Group[] {
  const naming = NAMINGS[groupBy];
  const groups = new Map<string, TableItem[]>();
  for (const item of items) {
    const [id] = naming(item);
    const group = groups.get(id);
    if (group) group.push(item);
    else groups.set(id, [item]);
  }
  return [...groups].flatMap(([id, some]) => {
    const [first] = some;
    return first ? [{ id, name: naming(first)[1], items: some }] : [];
  });
}
