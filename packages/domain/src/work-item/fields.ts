import { boundedInstant, boundedInteger, boundedText, trimmedText, type Bounds } from '../shared/bounds.js';
import { assertKinds } from '../shared/wrong-use.js';
import { WORK_ITEM_PRIORITIES, WORK_ITEM_TYPES } from './status.js';

/**
 * A text within its bounds; a title is trimmed. A number, an instant, or one of some words, with the word of a new Work Item that names
 * none; the words of a level are in order, from the lowest to the highest.
 */
type FieldKind =
  | { readonly kind: 'title' | 'text' | 'integer'; readonly bounds: Bounds }
  | { readonly kind: 'instant' }
  | { readonly kind: 'word' | 'level'; readonly words: readonly string[]; readonly byDefault: string };

/** The rules of one field. `recordedAs` is the action of history when its value changes. */
type Field = FieldKind & { readonly nullable?: true; readonly recordedAs: string };

/**
 * The fields of a Work Item that people set to any valid value, in their order in the record. The layers above derive their columns,
 * members and schemas from this table. What has rules of its own is written out where it has them: status, assignee, Sprint, parent, labels.
 */
export const WORK_ITEM_FIELDS = {
  title: { kind: 'title', bounds: { least: 1, most: 500 }, recordedAs: 'title_changed' },
  description: { kind: 'text', bounds: { least: 0, most: 64_000 }, nullable: true, recordedAs: 'description_changed' },
  type: { kind: 'word', words: WORK_ITEM_TYPES, byDefault: 'task', recordedAs: 'type_changed' },
  priority: { kind: 'level', words: WORK_ITEM_PRIORITIES, byDefault: 'medium', recordedAs: 'priority_changed' },
  storyPoints: {
    kind: 'integer',
    bounds: { least: 0, most: 100_000 },
    nullable: true,
    recordedAs: 'story_points_changed',
  },
  dueDate: { kind: 'instant', nullable: true, recordedAs: 'due_date_changed' },
} as const satisfies Readonly<Record<string, Field>>;

type Fields = typeof WORK_ITEM_FIELDS;

/** The name of a field of `WORK_ITEM_FIELDS`. */
export type WorkItemField = keyof Fields;

/** The names of the fields, in the order of the table. */
export const WORK_ITEM_FIELD_NAMES = Object.keys(WORK_ITEM_FIELDS) as readonly WorkItemField[];

/** The name of a field whose value is one of some words. */
export type WordField = {
  readonly [Name in WorkItemField]: Fields[Name] extends { readonly words: readonly string[] } ? Name : never;
}[WorkItemField];

/** The names of the fields with words, in the order of the table. */
export const WORD_FIELDS = WORK_ITEM_FIELD_NAMES.filter((name) => isWordField(name));

function isField(name: string): name is WorkItemField {
  return Object.hasOwn(WORK_ITEM_FIELDS, name);
}

/** True for the name of a field with words. */
export function isWordField(name: string): name is WordField {
  return isField(name) && 'words' in WORK_ITEM_FIELDS[name];
}

type ValueOf<Rules extends Field> =
  | (Rules extends { readonly words: readonly (infer Word)[] }
      ? Word
      : { title: string; text: string; integer: number; instant: Date; word: never; level: never }[Rules['kind']])
  | (Rules extends { readonly nullable: true } ? null : never);

/** The value of each field. Texts are bounded in code points; an instant is UTC with millisecond precision. */
export type WorkItemFieldValues = { readonly [Name in WorkItemField]: ValueOf<Fields[Name]> };

/** The values as JSON has them: an instant is text. */
export type WorkItemFieldViews = {
  readonly [Name in WorkItemField]: Date extends WorkItemFieldValues[Name] ? string | null : WorkItemFieldValues[Name];
};

/** The values of a new Work Item that are given. */
export type NewWorkItemFields = Pick<WorkItemFieldValues, 'title'> & {
  readonly [Name in WorkItemField]?: WorkItemFieldValues[Name] | undefined;
};

/** Returns the values of a new Work Item, and no other member: one that is not given has its default, or is `null`. */
export function newFieldsOf(given: NewWorkItemFields): WorkItemFieldValues {
  assertKinds('newFieldsOf', given, { title: 'text' });
  const values = WORK_ITEM_FIELD_NAMES.map((name) => {
    const rules: Field = WORK_ITEM_FIELDS[name];
    return [name, given[name] ?? ('byDefault' in rules ? rules.byDefault : null)];
  });
  return Object.fromEntries(values) as WorkItemFieldValues;
}

/** The values of `Given` that are fields; one that is not given is left out. */
export type GivenFields<Given> = {
  readonly [Name in WorkItemField & keyof Given]?: Exclude<Given[Name], undefined>;
};

/** Returns the values of fields that are given, and no other member. */
export function givenFieldsOf<Given extends Readonly<Partial<Record<WorkItemField, unknown>>>>(
  given: Given,
): GivenFields<Given> {
  const values = Object.entries({ ...given }).filter(([name, value]) => isField(name) && value !== undefined);
  return Object.fromEntries(values) as GivenFields<Given>;
}

/** The change of a field as history records it. A description is long: history has only that it changed. */
export type FieldChange = {
  readonly [Name in WorkItemField]: { readonly action: Fields[Name]['recordedAs'] } & (Name extends 'description'
    ? unknown
    : { readonly from: WorkItemFieldValues[Name]; readonly to: WorkItemFieldValues[Name] });
}[WorkItemField];

/** Returns the values to store, with the title trimmed, and no other member. Throws `VALIDATION_ERROR` on a field outside its bounds. */
export function checkedFields(values: WorkItemFieldValues): WorkItemFieldValues {
  const checked = WORK_ITEM_FIELD_NAMES.map((name) => [name, checkedValue(name, WORK_ITEM_FIELDS[name], values[name])]);
  return Object.fromEntries(checked) as WorkItemFieldValues;
}

function checkedValue(name: WorkItemField, rules: Field, value: unknown): unknown {
  if (value === null && rules.nullable) return null;
  switch (rules.kind) {
    case 'title':
      return trimmedText(name, value as string, rules.bounds);
    case 'text':
      return boundedText(name, value as string, rules.bounds);
    case 'integer':
      return boundedInteger(name, value as number, rules.bounds);
    case 'instant':
      return boundedInstant(name, value as Date);
    case 'word':
    case 'level':
      assertKinds('WorkItem', { [name]: value }, { [name]: rules.words });
      return value;
    default:
      return rules satisfies never;
  }
}
