import {
  WORD_FIELDS,
  WORK_ITEM_FIELDS,
  isWordField,
  type SprintState,
  type WordField,
  type WorkItemField,
  type WorkItemFieldViews,
  type WorkItemStatus,
} from '@worktrack/domain';
import { shownDay } from '../shell/organization-days.js';
import { STATUS_NAMES, WORD_NAMES } from './words.js';

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

/** The members of a Work Item that people change: the fields of the domain's table, and those with rules of their own. */
export interface Values extends WorkItemFieldViews {
  readonly status: WorkItemStatus;
  readonly assignee: Person | null;
  readonly sprint: { readonly id: string; readonly name: string; readonly state: SprintState } | null;
  readonly parent: { readonly key: string; readonly title: string } | null;
  readonly labels: readonly ItemLabel[];
}

export type FieldName = keyof Values;

/** The fields, in their order on the page of a Work Item. */
export const FIELD_NAMES: Readonly<Record<FieldName, string>> = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  type: 'Type',
  priority: 'Priority',
  assignee: 'Assignee',
  sprint: 'Sprint',
  parent: 'Parent',
  labels: 'Labels',
  storyPoints: 'Story points',
  dueDate: 'Due',
};

/** The fields that are changed for several Work Items together, in their order next to the selection. */
export const PLANNED_FIELDS = [
  'sprint',
  'priority',
  'assignee',
  'storyPoints',
  'status',
  'labels',
  'dueDate',
] as const satisfies readonly FieldName[];

export type PlannedField = (typeof PLANNED_FIELDS)[number];

export const FIELDS = Object.keys(FIELD_NAMES) as readonly FieldName[];

/** A field whose value is chosen from a list. */
export type PickedField = Exclude<FieldName, 'title' | 'description'>;

export const PICKED_FIELDS = FIELDS.filter((name): name is PickedField => name !== 'title' && name !== 'description');

/** A value of each field with words. */
export type Words = { readonly [Name in WordField]: Values[Name] };

/** The words of a new Work Item that names no others. */
export const DEFAULT_WORDS = Object.fromEntries(
  WORD_FIELDS.map((name) => [name, WORK_ITEM_FIELDS[name].byDefault]),
) as Words;

/** The values of a new Work Item that are given. */
export type NewValues = Pick<Values, 'title'> & { readonly [Name in WorkItemField]?: Values[Name] | undefined };

/** The field with words whose change history records by this action. */
export const wordFieldOf = (action: string): WordField | undefined =>
  WORD_FIELDS.find((name) => WORK_ITEM_FIELDS[name].recordedAs === action);

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

/** The values that are neither a word, a text nor a number. */
const IN_WORDS: { readonly [Name in FieldName]?: (value: Values[Name], organization: string) => string } = {
  description: (value) => value ?? '',
  status: (value) => STATUS_NAMES[value],
  assignee: (value) => value?.name ?? 'nobody',
  sprint: (value) => value?.name ?? 'none',
  parent: (value) => (value ? `${value.key} ${value.title}` : 'none'),
  dueDate: (value, organization) => (value === null ? 'none' : shownDay(organization, value)),
  labels: (value) => value.map(({ name }) => name).join(', ') || 'none',
};

/** A word of a field as people read it; a word that this page does not know stays as it is. */
export function nameOfWord(field: WordField, word: string): string {
  const names: Readonly<Record<string, string>> = WORD_NAMES[field];
  return names[word] ?? word;
}

/** A value in words for people; days are those of the Organization. */
export function wordsOf<Name extends FieldName>(organization: string, name: Name, value: Values[Name]): string {
  const words = IN_WORDS[name]?.(value, organization);
  if (words !== undefined) return words;
  const plain = typeof value === 'string' || typeof value === 'number' ? String(value) : 'none';
  return isWordField(name) ? nameOfWord(name, plain) : plain;
}
