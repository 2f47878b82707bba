import { EntitySchema, EntitySchemaOptions, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import { statement, type Statement, type Value } from './statement.js';

/** A column. Its default name is the member's name in snake_case. `update: false` marks a value that never changes. */
type Column = EntitySchemaColumnOptions & {
  readonly transformer?: ValueTransformer;
  /** SQL that an insert of one row writes in place of a value of the row. */
  readonly computed?: string;
};

/** Writes an object of a `jsonb` column as JSON text; the driver reads it as an object. */
export const JSON_TEXT = {
  to: (value: object | null) => value && JSON.stringify(value),
  from: (value: object | null) => value,
};

type Columns<Row> = { readonly [Member in keyof Row]-?: Column };

/** The mapping of a record to the columns of its table, and the statements that are built from it. */
export interface Table<Row extends object> {
  readonly schema: EntitySchema<Row>;
  /** Column names in the order of the mapping, for `insert`. */
  readonly names: string;
  /** Returns the column names except those of the given members. */
  readonly namesBut: (...members: readonly (keyof Row)[]) => string;
  /** Returns the same names for a table with this alias. */
  readonly aliasedNamesBut: (alias: string, ...members: readonly (keyof Row)[]) => string;
  /** Returns the name of the column of a member. */
  readonly nameOf: (member: keyof Row) => string;
  /** Select list: each column under the name of its member. */
  readonly columns: string;
  /** Builds the select list without the given members. */
  readonly columnsBut: (...members: readonly (keyof Row)[]) => string;
  /** Builds the select list for a table with this alias. */
  readonly columnsOf: (alias: string) => string;
  /** Builds the insert of one row, which takes `insertValues`. Throws when another statement text has this name. */
  readonly insertAs: (name: string) => Statement;
  /** Builds that insert so that it replaces a row with the same key. */
  readonly upsertAs: (name: string) => Statement;
  readonly insertValues: (row: Row) => Value[];
  /** Builds the insert of any number of rows of one Organization. It takes the Organization and a JSON list of rows as `plain` builds them. */
  readonly insertManyAs: (name: string) => Statement;
  /** Builds an object with the column names as keys, for JSON. A member is `undefined` when the statement computes its value. */
  readonly plain: (row: { readonly [Member in keyof Row]: Row[Member] | undefined }) => Readonly<
    Record<string, unknown>
  >;
  /** Builds the update of these members of one row, which takes `saveValues`. */
  readonly saveAs: (name: string, ...members: readonly (keyof Row)[]) => Statement;
  readonly saveValues: (row: Row, ...members: readonly (keyof Row)[]) => Value[];
  readonly keyValues: (row: Row) => Value[];
  /** Converts a selected row to its record. */
  readonly recordOf: (row: Row) => Row;
}

/** A table with a revision number in each row. */
export interface RevisedTable<Row extends object> extends Table<Row> {
  readonly insert: Statement;
  readonly insertMany: Statement;
  /** Updates a row if it still has the loaded revision (compare and swap). The key and immutable columns are not written. */
  readonly update: Statement;
  /**
   * Builds the same update of a row that the transaction has locked, as a statement that fails when it changes no row, so that a COMMIT which
   * is sent together with it is not executed. A locked row has its loaded revision: to miss it is a fault, not a refusal.
   */
  readonly updateOrFailAs: (name: string) => Statement;
  /**
   * Builds that statement for these members alone, next to the revision; it takes `updateValues` of them. PostgreSQL then knows that the entries
   * of all other indexes stay as they are, and removes old ones before it splits a page.
   */
  readonly updateOnlyOrFailAs: (name: string, ...members: readonly (keyof Row)[]) => Statement;
  /** Builds the same update of any number of rows of one Organization. It takes the Organization and a JSON list as `plainUpdate` builds it. */
  readonly updateManyAs: (name: string) => Statement;
  /** Builds the values that change, with the column names as keys; `revision` is the revision that the row must still have. */
  readonly plainUpdate: (row: Row, revision: number) => Readonly<Record<string, unknown>>;
  /** Selects the current revision of a row. */
  readonly revision: Statement;
  /** Builds the values of `update`, or of these members; `revision` is the revision that the row must still have. */
  readonly updateValues: (row: Row, revision: number, ...members: readonly (keyof Row)[]) => Value[];
}

/** Maps each member of a record to a column of its table. */
export function tableOf<Row extends object>(name: string, tableName: string, columns: Columns<Row>): Table<Row> {
  const all = mapped(columns);
  const options = {
    name,
    tableName,
    columns: Object.fromEntries(all.map(({ member, ...column }) => [member, column])),
  };
  const keys = all.filter(({ primary }) => primary === true);
  const mappedTo = (member: keyof Row) => all.find((one) => one.member === member) ?? missing(member);
  const inserted = all.filter(({ insert }) => insert !== false);
  const given = inserted.filter(({ computed }) => computed === undefined);
  const ofRows = inserted.filter(({ name: column }) => column !== 'organization_id');
  const selected = all.filter((column) => column.select !== false);
  const names = namesOf(inserted);
  const insert = `insert into ${tableName} (${names})
       values (${insertedValues(inserted)})`;
  const select = (prefix: string, but: readonly (keyof Row)[] = []) =>
    without(selected, but)
      .map(({ member, name: column }) => `${prefix}${column} as "${member}"`)
      .join(', ');
  const read = selected.filter(({ transformer }) => transformer !== undefined);

  return {
    schema: new EntitySchema(Object.assign(new EntitySchemaOptions<Row>(), options)),
    names,
    namesBut: (...members) => namesOf(without(inserted, members)),
    aliasedNamesBut: (alias, ...members) => namesOf(without(inserted, members), `${alias}.`),
    nameOf: (member) => mappedTo(member).name,
    columns: select(''),
    columnsBut: (...members) => select('', members),
    columnsOf: (alias) => select(`${alias}.`),
    insertAs: (as) => statement(as, insert),
    upsertAs: (as) =>
      statement(
        as,
        `${insert}
       on conflict (${namesOf(keys)}) do update
       set ${inserted
         .filter(({ primary }) => primary !== true)
         .map(({ name: column }) => `${column} = excluded.${column}`)
         .join(', ')}`,
      ),
    insertValues: (row) => valuesOf(row, given),
    insertManyAs: (as) =>
      statement(
        as,
        `insert into ${tableName} (organization_id, ${namesOf(ofRows)})
       select $1::uuid, ${namesOf(ofRows)} from jsonb_populate_recordset(null::${tableName}, $2::jsonb)`,
      ),
    plain: (row) => Object.fromEntries(inserted.map(({ member, name: column }) => [column, row[member]])),
    saveAs: (as, ...members) =>
      statement(
        as,
        `update ${tableName} set ${assignmentsOf(members.map(mappedTo), keys.length + 1)} where ${conditionOf(keys)}`,
      ),
    saveValues: (row, ...members) => [...valuesOf(row, keys), ...valuesOf(row, members.map(mappedTo))],
    keyValues: (row) => valuesOf(row, keys),
    recordOf: (row) =>
      read.reduce(
        (record, { member, transformer }) => ({ ...record, [member]: transformer?.from(row[member]) as unknown }),
        row,
      ),
  };
}

/** Executes `update`, and divides by the number of rows that it changed. */
const failingWithoutRow = (update: string): string =>
  `with changed as (${update} returning 1) select 1 / count(*) from changed`;

/** Maps a record with a revision number to its table: a row is updated by compare and swap. */
export function revisedTableOf<Row extends { revision: number }>(
  name: string,
  tableName: string,
  columns: Columns<Row>,
): RevisedTable<Row> {
  const table = tableOf(name, tableName, columns);
  const all = mapped(columns);
  const keys = all.filter(({ primary }) => primary === true);
  const changing = all.filter(({ primary, update }) => primary !== true && update !== false);
  const loaded = keys.length + 1;
  const isIdentity = ({ primary, name: column }: MappedColumn<Row>) => primary === true && column !== 'organization_id';
  const sent = [...keys.filter(isIdentity), ...changing];
  const only = (members: readonly (keyof Row)[]) =>
    changing.filter(({ member }) => member === 'revision' || members.includes(member));
  const updateOf = (columns: readonly MappedColumn<Row>[]) =>
    `update ${tableName} set ${assignmentsOf(columns, loaded + 1)} where ${conditionOf(keys)} and revision = $${loaded}`;
  const update = updateOf(changing);
  const revision = `select revision from ${tableName} where ${conditionOf(keys)}`;
  return {
    ...table,
    updateOrFailAs: (as) => statement(as, failingWithoutRow(update)),
    updateOnlyOrFailAs: (as, ...members) => statement(as, failingWithoutRow(updateOf(only(members)))),
    updateManyAs: (as) =>
      statement(
        as,
        `update ${tableName} known set ${changing.map(({ name: column }) => `${column} = changed.${column}`).join(', ')}
         from jsonb_to_recordset($2::jsonb) as changed (${sent.map(columnType).join(', ')}, loaded_revision integer)
         where known.organization_id = $1
           and ${sent
             .filter(isIdentity)
             .map(({ name: column }) => `known.${column} = changed.${column}`)
             .join(' and ')}
           and known.revision = changed.loaded_revision`,
      ),
    plainUpdate: (row, revision) => ({
      ...Object.fromEntries(sent.map(({ member, name: column }) => [column, row[member]])),
      loaded_revision: revision,
    }),
    insert: table.insertAs(`${tableName}.insert`),
    insertMany: table.insertManyAs(`${tableName}.insert-many`),
    update: statement(`${tableName}.update`, update),
    revision: statement(`${tableName}.revision`, revision),
    updateValues: (row, loadedRevision, ...members) => [
      ...valuesOf(row, keys),
      loadedRevision,
      ...valuesOf(row, members.length > 0 ? only(members) : changing),
    ],
  };
}

type MappedColumn<Row> = Column & { readonly member: keyof Row & string; readonly name: string };

function mapped<Row extends object>(columns: Columns<Row>): readonly MappedColumn<Row>[] {
  return Object.entries<Column>(columns).map(([member, column]) => ({
    ...column,
    member: member as keyof Row & string,
    name: column.name ?? snakeCase(member),
  }));
}

/** The default name of the column of a member. */
export const snakeCase = (member: string): string => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const valuesOf = <Row extends object>(row: Row, members: readonly MappedColumn<Row>[]): Value[] =>
  members.map(({ member, transformer }) => {
    const value: unknown = row[member];
    return (transformer ? transformer.to(value) : value) as Value;
  });

const namesOf = <Row>(columns: readonly MappedColumn<Row>[], prefix = ''): string =>
  columns.map(({ name }) => `${prefix}${name}`).join(', ');

const without = <Row>(columns: readonly MappedColumn<Row>[], members: readonly (keyof Row)[]) =>
  columns.filter(({ member }) => !members.includes(member));

/** Builds the values of an insert: the next parameter for each column that the statement does not compute. */
function insertedValues<Row>(columns: readonly MappedColumn<Row>[]): string {
  let parameter = 0;
  return columns.map(({ computed }) => computed ?? `$${(parameter += 1)}`).join(', ');
}

const conditionOf = <Row>(keys: readonly MappedColumn<Row>[]): string =>
  keys.map(({ name }, index) => `${name} = $${index + 1}`).join(' and ');

const assignmentsOf = <Row>(columns: readonly MappedColumn<Row>[], first: number): string =>
  columns.map(({ name }, index) => `${name} = $${index + first}`).join(', ');

function columnType<Row>({ name, type, precision }: MappedColumn<Row>): string {
  return `${name} ${String(type)}${precision === undefined ? '' : `(${String(precision)})`}`;
}

function missing(member: PropertyKey): never {
  throw new Error(`No column is mapped to ${String(member)}.`);
}
