import type { ShortField, ShortFieldViews } from '@worktrack/application';
import {
  WORK_ITEM_FIELDS,
  WORK_ITEM_FIELD_NAMES,
  type WorkItemField,
  type WorkItemFieldValues,
  type WorkItemFieldViews,
} from '@worktrack/domain';
import { snakeCase } from '../engine/table.js';

/** The types of the columns, by the kinds of the fields of the domain's table. */
const TYPES = {
  title: { type: 'text' },
  text: { type: 'text' },
  word: { type: 'text' },
  level: { type: 'text' },
  integer: { type: 'integer' },
  instant: { type: 'timestamptz', precision: 3 },
} as const;

/** The columns of the fields in `work_items`. */
export const FIELD_COLUMNS = Object.fromEntries(
  WORK_ITEM_FIELD_NAMES.map((name) => {
    const field = WORK_ITEM_FIELDS[name];
    return [name, { ...TYPES[field.kind], nullable: 'nullable' in field }];
  }),
) as Readonly<Record<WorkItemField, (typeof TYPES)[keyof typeof TYPES] & { readonly nullable: boolean }>>;

const SHORT_FIELDS = WORK_ITEM_FIELD_NAMES.filter((name): name is ShortField => name !== 'description');

/** The select list of the fields of a summary of `item`, under their names. */
export const SHORT_FIELD_COLUMNS = SHORT_FIELDS.map((name) => `item.${snakeCase(name)} as "${name}"`).join(', ');

/** Returns the fields that a summary shows. */
export function shortFieldsOf(row: ShortFieldViews): ShortFieldViews {
  const shown: Partial<Record<ShortField, unknown>> = {};
  for (const name of SHORT_FIELDS) shown[name] = row[name];
  return shown as ShortFieldViews;
}

/** Returns the fields of a record as a row has them. */
export function fieldRowOf(record: WorkItemFieldValues): WorkItemFieldViews {
  const row: Partial<Record<WorkItemField, unknown>> = {};
  for (const name of WORK_ITEM_FIELD_NAMES) {
    const value = record[name];
    row[name] = value instanceof Date ? value.toISOString() : value;
  }
  return row as WorkItemFieldViews;
}

/** The members of a record that a change with this action of history changes: of fields one each. */
export const FIELD_BY_ACTION: ReadonlyMap<string, WorkItemField> = new Map(
  WORK_ITEM_FIELD_NAMES.map((name) => [WORK_ITEM_FIELDS[name].recordedAs, name]),
);
