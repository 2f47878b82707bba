import { EntitySchema, EntitySchemaOptions, type EntitySchemaColumnOptions } from 'typeorm';
import { statement, type Statement } from './statement.js';
import type { Value } from './values.js';

type Columns<Row> = { readonly [Member in keyof Row]: EntitySchemaColumnOptions & { readonly name: string } };

/** The mapping of a record to the columns of its table, and the statements that follow from it. */
export interface Table<Row extends object> {
  readonly schema: EntitySchema<Row>;
  /** The columns, each under the name of its member. */
  readonly columns: string;
  readonly insert: Statement;
  /** Any number of rows: a JSON list of what `plain` answers. */
  readonly insertMany: Statement;
  /** Compare and swap over the revision; the key and whatever never changes stay. */
  readonly update: Statement;
  /** The revision that a row has now. */
  readonly revision: Statement;
  readonly keyValues: (row: Row) => Value[];
  readonly insertValues: (row: Row) => Value[];
  /** The row under the names of its columns. */
  readonly plain: (row: Row) => Readonly<Record<string, unknown>>;
  /** `revision`: the one that must still be there. */
  readonly updateValues: (row: Row, revision: number) => Value[];
}

/** Where a record is kept: every member has a column. `update: false` marks what never changes. */
export function tableOf<Row extends { revision: number }>(
  name: string,
  tableName: string,
  columns: Columns<Row>,
): Table<Row> {
  const schema = new EntitySchema(Object.assign(new EntitySchemaOptions<Row>(), { name, tableName, columns }));
  const all = Object.entries<EntitySchemaColumnOptions & { name: string }>(columns);
  const keys = all.filter(([, column]) => column.primary === true);
  const changing = all.filter(([, column]) => column.primary !== true && column.update !== false);
  const valuesOf = (row: Row, members: typeof all) => members.map(([member]) => row[member as keyof Row] as Value);
  const keyed = keys.map(([, column], index) => `${column.name} = $${index + 1}`).join(' and ');
  const loaded = keys.length + 1;
  const names = all.map(([, column]) => column.name).join(', ');
  const assigned = changing.map(([, column], index) => `${column.name} = $${index + loaded + 1}`).join(', ');

  return {
    schema,
    columns: all.map(([member, column]) => `${column.name} as "${member}"`).join(', '),
    insert: statement(
      `${tableName}.insert`,
      `insert into ${tableName} (${names})
       values (${all.map((_, index) => `$${index + 1}`).join(', ')})`,
    ),
    insertMany: statement(
      `${tableName}.insert-many`,
      `insert into ${tableName} (${names}) select ${names} from jsonb_populate_recordset(null::${tableName}, $1::jsonb)`,
    ),
    update: statement(
      `${tableName}.update`,
      `update ${tableName} set ${assigned} where ${keyed} and revision = $${loaded}`,
    ),
    revision: statement(`${tableName}.revision`, `select revision from ${tableName} where ${keyed}`),
    keyValues: (row) => valuesOf(row, keys),
    insertValues: (row) => valuesOf(row, all),
    plain: (row) => Object.fromEntries(all.map(([member, column]) => [column.name, row[member as keyof Row]])),
    updateValues: (row, revision) => [...valuesOf(row, keys), revision, ...valuesOf(row, changing)],
  };
}
