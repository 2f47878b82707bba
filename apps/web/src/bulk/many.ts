import type { SeenItem } from '../work-item/work-item.js';
import { FIELD_NAMES, wordsOf, type FieldName, type ItemLabel, type Values } from '../work-item/fields.js';

/** One change of many Work Items: values, one label, or the archive. A status is changed alone. */
export type ManyChange =
  | { readonly kind: 'values'; readonly values: Partial<Values> }
  | { readonly kind: 'label'; readonly label: ItemLabel; readonly isAttached: boolean }
  | { readonly kind: 'archive'; readonly isArchived: boolean };

const namesOf = (values: Partial<Values>) => Object.keys(values) as FieldName[];

/** The change of Work Items of the Organization in words: `Sprint: Sprint 3`. */
export function inWords(organization: string, change: ManyChange): string {
  if (change.kind === 'label') return `${change.isAttached ? 'With' : 'Without'} the label ${change.label.name}`;
  if (change.kind === 'archive') return change.isArchived ? 'Archived' : 'Out of the archive';
  const { values } = change;
  return namesOf(values)
    .map((name) => `${FIELD_NAMES[name]}: ${wordsOf(organization, name, values[name] as never)}`)
    .join(', ');
}

/** The names of the fields that change. */
export function fieldsInWords(change: ManyChange): string {
  if (change.kind === 'label') return FIELD_NAMES.labels;
  if (change.kind === 'archive') return 'Archive';
  return namesOf(change.values)
    .map((name) => FIELD_NAMES[name])
    .join(', ');
}

/** The change that takes this one back, from a card as it was before. */
export function oppositeOf(change: ManyChange, card: SeenItem): ManyChange {
  if (change.kind === 'label') return { ...change, isAttached: !change.isAttached };
  if (change.kind === 'archive') return { ...change, isArchived: !change.isArchived };
  const before = namesOf(change.values).map((name) => [name, card[name]]);
  return { kind: 'values', values: Object.fromEntries(before) as Partial<Values> };
}
