import type { SprintState, WorkItemPriority, WorkItemStatus, WorkItemType } from '@worktrack/domain';
import { shortDay } from '../shell/days.js';
import { PRIORITY_NAMES, STATUS_NAMES, TYPES } from './words.js';

/** A user: operations of the public API name some by `id`, others by `publicId`. */
export interface Person {
  readonly name: string;
  readonly id?: string;
  readonly publicId?: string;
  readonly avatarUrl?: string | null;
}

export interface ItemLabel {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

/** The members of a Work Item that people change. */
export interface Values {
  readonly title: string;
  readonly description: string | null;
  readonly status: WorkItemStatus;
  readonly type: WorkItemType;
  readonly priority: WorkItemPriority;
  readonly assignee: Person | null;
  readonly sprint: { readonly id: string; readonly name: string; readonly state: SprintState } | null;
  readonly parent: { readonly key: string; readonly title: string } | null;
  readonly storyPoints: number | null;
  readonly dueDate: string | null;
  readonly labels: readonly ItemLabel[];
}

export type FieldName = keyof Values;

export const FIELD_NAMES: Readonly<Record<FieldName, string>> = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  type: 'Type',
  priority: 'Priority',
  assignee: 'Assignee',
  sprint: 'Sprint',
  parent: 'Parent',
  storyPoints: 'Story points',
  dueDate: 'Due',
  labels: 'Labels',
};

export const FIELDS = Object.keys(FIELD_NAMES) as readonly FieldName[];

/** Two persons are compared by the id that both have; where they have none in common, by name. */
function isSamePerson(one: Person | null, other: Person | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id;
  if (one.publicId !== undefined && other.publicId !== undefined) return one.publicId === other.publicId;
  return one.name === other.name;
}

const instantOf = (value: string | null) => (value === null ? null : new Date(value).getTime());
const idsOf = (labels: readonly ItemLabel[]) =>
  labels
    .map(({ id }) => id)
    .sort()
    .join();

const EQUALITY: { readonly [Name in FieldName]?: (one: Values[Name], other: Values[Name]) => boolean } = {
  description: (one, other) => (one ?? '') === (other ?? ''),
  assignee: isSamePerson,
  sprint: (one, other) => one?.id === other?.id,
  parent: (one, other) => one?.key === other?.key,
  dueDate: (one, other) => instantOf(one) === instantOf(other),
  labels: (one, other) => idsOf(one) === idsOf(other),
};

/** True when both values of a field mean the same to the server. */
export function areEqual<Name extends FieldName>(name: Name, one: Values[Name], other: Values[Name]): boolean {
  return EQUALITY[name]?.(one, other) ?? one === other;
}

const WORDS: { readonly [Name in FieldName]: (value: Values[Name]) => string } = {
  title: (value) => value,
  description: (value) => value ?? '',
  status: (value) => STATUS_NAMES[value],
  type: (value) => TYPES[value].name,
  priority: (value) => PRIORITY_NAMES[value],
  assignee: (value) => value?.name ?? 'nobody',
  sprint: (value) => value?.name ?? 'none',
  parent: (value) => (value ? `${value.key} ${value.title}` : 'none'),
  storyPoints: (value) => (value === null ? 'none' : String(value)),
  dueDate: (value) => (value === null ? 'none' : shortDay(value)),
  labels: (value) => value.map(({ name }) => name).join(', ') || 'none',
};

/** A value in words for people. */
export function wordsOf<Name extends FieldName>(name: Name, value: Values[Name]): string {
  return WORDS[name](value);
}
