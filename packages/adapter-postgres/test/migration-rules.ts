import { parseEach } from '@worktrack/statement-rules';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The most rows that one statement of a migration changes. */
export const MOST_ROWS = 1_000;

type Members = Readonly<Record<string, unknown>>;

/** Follows the names into a parsed part; `undefined` where one is missing. */
function inside(part: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null ? (found as Record<string | number, unknown>)[name] : undefined,
    part,
  );
}

function textIn(part: unknown, ...names: readonly (string | number)[]): string {
  const text = inside(part, ...names);
  return typeof text === 'string' ? text : '';
}

/** The parts of a list, each without its kind. */
function partsIn(part: unknown, ...names: readonly (string | number)[]): Members[] {
  const list = inside(part, ...names);
  if (!Array.isArray(list)) return [];
  return list.map((one: unknown) => (Object.values(one as Members)[0] ?? {}) as Members);
}

/** The statements that a migration sends to the server at once. PostgreSQL executes them in one transaction. */
interface Sent {
  readonly text: string;
  readonly statements: readonly { readonly kind: string; readonly members: Members }[];
}

interface Setting {
  readonly isInTransaction: boolean;
  /** Tables that the migration itself has made: nobody uses them yet. */
  readonly made: ReadonlySet<string>;
  /** Tables that get another name while a new one, in the same transaction, gets theirs: servers find it where the old one was. */
  readonly replaced: ReadonlySet<string>;
  /** Columns that a validated constraint of this migration keeps from being null, as `table.column`. */
  readonly filled: ReadonlySet<string>;
  readonly hasShortWait: boolean;
}

/**
 * Runs a migration against nothing, and returns the texts that it sends. PostgreSQL executes the statements of one text in one transaction.
 * Every question that the migration asks is answered by no row.
 */
export async function textsOfMigration(migration: MigrationInterface): Promise<string[]> {
  const texts: string[] = [];
  const query = (text: string): Promise<unknown[]> => {
    texts.push(text);
    return Promise.resolve([]);
  };
  await migration.up({ query } as unknown as QueryRunner);
  return texts;
}

/** Returns what a migration breaks of the rules in docs/migrations.md, each as `text: rule`. */
export async function breachesOfMigration(migration: MigrationInterface): Promise<string[]> {
  const sent: Sent[] = (await textsOfMigration(migration)).map((text) => ({ text, statements: parsed(text) }));
  // TypeORM runs all of it in one transaction, unless the migration says otherwise.
  const isInTransaction = migration.transaction !== false;
  const transactions = isInTransaction
    ? [{ text: 'the migration', statements: sent.flatMap((one) => one.statements) }]
    : sent;
  const names = new Map(transactions.flatMap(({ statements }) => [...namesOfReplaced(statements)]));
  const replaced = new Set(names.values());
  const made = new Set([...tablesMadeBy(sent)].filter((table) => !replaced.has(table)));
  const setting = { isInTransaction, made, replaced, filled: columnsFilledBy(sent) };
  const breaches: string[] = [];
  let hasShortWait = false;
  for (const { text, statements } of transactions) {
    for (const statement of statements) {
      hasShortWait = shortWaitAfter(statement, hasShortWait);
      for (const rule of rulesBrokenBy(statement, { ...setting, hasShortWait })) breaches.push(`${text}: ${rule}`);
    }
    const tables = statements.flatMap((one) => lockedBy(one)).map((table) => names.get(table) ?? table);
    const locked = new Set(tables.filter((table) => !made.has(table)));
    if (locked.size > 1) breaches.push(`${text}: locks ${[...locked].join(' and ')} in one transaction`);
  }
  return breaches;
}

function parsed(text: string): Sent['statements'] {
  return parseEach(text).map((statement) => {
    const [[kind, members] = ['', {}]] = Object.entries(statement);
    return { kind, members: members as Members };
  });
}

type ParsedStatement = Sent['statements'][number];

function tablesMadeBy(sent: readonly Sent[]): Set<string> {
  const statements = sent.flatMap((one) => one.statements);
  return new Set(statements.filter(({ kind }) => kind === 'CreateStmt').map(relationOf));
}

/** The old name of each table that another one replaces, by its new name. */
function namesOfReplaced(statements: readonly ParsedStatement[]): Map<string, string> {
  const made = new Set(statements.filter(({ kind }) => kind === 'CreateStmt').map(relationOf));
  const renamed = statements.filter(
    ({ kind, members }) => kind === 'RenameStmt' && members.renameType === 'OBJECT_TABLE',
  );
  return new Map(
    renamed.map((one) => [textIn(one.members, 'newname'), relationOf(one)] as const).filter(([, old]) => made.has(old)),
  );
}

/** A check that a column is not null, and its validation. */
function columnsFilledBy(sent: readonly Sent[]): Set<string> {
  const checks = new Map<string, string>();
  const filled = new Set<string>();
  for (const { members } of sent.flatMap((one) => one.statements).filter(({ kind }) => kind === 'AlterTableStmt')) {
    for (const command of commandsOf(members)) {
      const constraint = inside(command, 'def', 'Constraint');
      const test = inside(constraint, 'raw_expr', 'NullTest');
      if (textIn(test, 'nulltesttype') === 'IS_NOT_NULL') {
        const column = textIn(test, 'arg', 'ColumnRef', 'fields', 0, 'String', 'sval');
        checks.set(textIn(constraint, 'conname'), `${textIn(members, 'relation', 'relname')}.${column}`);
      }
      if (command.subtype === 'AT_ValidateConstraint') filled.add(checks.get(textIn(command, 'name')) ?? '');
    }
  }
  return filled;
}

const commandsOf = (members: Members): Members[] => partsIn(members, 'cmds');

function shortWaitAfter({ kind, members }: ParsedStatement, before: boolean): boolean {
  if (kind !== 'VariableSetStmt' || members.name !== 'lock_timeout') return before;
  const milliseconds = Number(inside(members, 'args', 0, 'A_Const', 'ival', 'ival') ?? 0);
  return milliseconds > 0 && milliseconds <= 1_000;
}

const relationOf = ({ members }: ParsedStatement): string => textIn(members, 'relation', 'relname');

/** The tables that a statement locks against reading or writing. */
function lockedBy(statement: ParsedStatement): string[] {
  const { kind, members } = statement;
  // A validation lets others read and write.
  if (kind === 'AlterTableStmt' && commandsOf(members).every(({ subtype }) => subtype === 'AT_ValidateConstraint'))
    return [];
  if (kind === 'AlterTableStmt' || kind === 'RenameStmt' || kind === 'CreateTrigStmt') return [relationOf(statement)];
  if (kind === 'IndexStmt') return members.concurrent === true ? [] : [relationOf(statement)];
  if (kind === 'DropStmt' && members.removeType === 'OBJECT_TRIGGER') {
    return partsIn(members, 'objects').map((one) => textIn(partsIn(one, 'items').at(-2), 'sval'));
  }
  return [];
}

function rulesBrokenBy(statement: ParsedStatement, setting: Setting): string[] {
  const { kind, members } = statement;
  if (setting.made.has(relationOf(statement))) return [];
  const needsWait = lockedBy(statement).length > 0 && !setting.hasShortWait;
  const waits = needsWait ? ['waits for a lock without a lock_timeout of a second at most'] : [];
  return [...waits, ...(RULES_OF_KIND[kind]?.(members, setting) ?? [])];
}

const RULES_OF_KIND: Readonly<Record<string, (members: Members, setting: Setting) => string[]>> = {
  IndexStmt: (members, { isInTransaction }) =>
    members.concurrent !== true || isInTransaction ? ['builds an index while it locks others out'] : [],
  AlterTableStmt: (members, setting) =>
    commandsOf(members).flatMap((command) =>
      rulesBrokenByCommand(command, textIn(members, 'relation', 'relname'), setting),
    ),
  RenameStmt: (members, { replaced }) =>
    members.renameType === 'OBJECT_TABLE' && replaced.has(textIn(members, 'relation', 'relname'))
      ? []
      : ['renames what servers of the release before use'],
  DropStmt: ({ removeType }) =>
    removeType === 'OBJECT_TABLE' || removeType === 'OBJECT_VIEW'
      ? ['drops what servers of the release before use']
      : [],
  TruncateStmt: () => ['drops what servers of the release before use'],
  UpdateStmt: (members) => rulesBrokenByChange(members),
  DeleteStmt: (members) => rulesBrokenByChange(members),
  InsertStmt: (members) =>
    inside(members, 'selectStmt', 'SelectStmt', 'valuesLists') === undefined ? rulesBrokenByChange(members) : [],
};

/** A change of rows must have a limit in it, at whatever place. */
function rulesBrokenByChange(members: Members): string[] {
  const limits = [...JSON.stringify(members).matchAll(/"limitCount":\{"A_Const":\{"ival":\{"ival":(\d+)\}/g)];
  const isBounded = limits.some(([, count]) => Number(count) <= MOST_ROWS);
  return isBounded ? [] : [`changes more than ${MOST_ROWS} rows in one statement`];
}

const COMMANDS: Readonly<Record<string, string>> = {
  AT_AlterColumnType: 'changes the type of a column',
  AT_DropColumn: 'drops what servers of the release before use',
};

function rulesBrokenByCommand(command: Members, table: string, { filled }: Setting): string[] {
  const known = COMMANDS[command.subtype as string];
  if (known !== undefined) return [known];
  if (command.subtype === 'AT_SetNotNull' && !filled.has(`${table}.${textIn(command, 'name')}`)) {
    return ['reads the whole table for `not null`: validate a check first'];
  }
  if (command.subtype === 'AT_AddConstraint') return rulesBrokenByConstraint(inside(command, 'def', 'Constraint'));
  return command.subtype === 'AT_AddColumn' ? rulesBrokenByColumn(inside(command, 'def', 'ColumnDef')) : [];
}

function rulesBrokenByConstraint(constraint: unknown): string[] {
  const { contype, skip_validation: isNotValid, indexname } = constraint as Members;
  if (contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE') {
    return indexname === undefined ? ['builds an index while it locks others out'] : [];
  }
  return isNotValid === true ? [] : ['adds a constraint that reads the whole table: `not valid`, then `validate`'];
}

function rulesBrokenByColumn(column: unknown): string[] {
  const parts = partsIn(column, 'constraints');
  const hasDefault = parts.some(({ contype }) => contype === 'CONSTR_DEFAULT');
  return parts.flatMap(({ contype, generated_kind: kind, raw_expr: value }) => {
    if (contype === 'CONSTR_GENERATED' && kind !== 'v') return ['adds a stored generated column'];
    if (contype === 'CONSTR_IDENTITY') return ['adds a column with a volatile default'];
    if (contype === 'CONSTR_DEFAULT' && JSON.stringify(value).includes('FuncCall'))
      return ['adds a column with a volatile default'];
    if (contype === 'CONSTR_NOTNULL' && !hasDefault)
      return ['adds a column that servers of the release before leave empty'];
    if (contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE')
      return ['builds an index while it locks others out'];
    return contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN'
      ? ['adds a constraint that reads the whole table: `not valid`, then `validate`']
      : [];
  });
}
