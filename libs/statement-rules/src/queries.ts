import { asKind, isMembers, namesOf, partsOf, textsOf, type Members, type Part } from './syntax.js';

/** Something that a query reads from or writes to. */
export interface Relation {
  /** The name by which the query refers to it. */
  readonly alias: string;
  readonly query: Query;
  readonly source:
    | { readonly kind: 'table'; readonly table: string }
    /** The result of a query in parentheses or of a common table expression. */
    | { readonly kind: 'rows'; readonly rows: Rows }
    | { readonly kind: 'function'; readonly parameters: readonly Part[]; readonly rowType: string | undefined };
  /** The names of the columns that the query gives to it, in their order. */
  readonly columns: readonly string[];
  /** The conditions that each of its rows meets in the result: those of the query, and those of the joins that can leave a row out. */
  readonly conditions: Part[];
}

/** A column of the result of a query. */
export interface Output {
  readonly name: string | undefined;
  readonly value: unknown;
}

/** One SELECT without set operation, INSERT, UPDATE or DELETE. */
export interface Query {
  readonly number: number;
  /** The query whose columns this one can refer to. */
  readonly outer: Query | undefined;
  readonly relations: Relation[];
  readonly outputs: Output[];
  /** The table that an INSERT writes to, with the value of each column, once for each branch of its source. */
  inserts?: Insert;
}

/** An INSERT: its table, the columns that it writes, and the queries that its values come from. */
export interface Insert {
  readonly table: string;
  readonly columns: readonly string[];
  readonly sources: readonly Query[];
}

/** The rows of a query, which has a branch for each operand of UNION, INTERSECT and EXCEPT. */
export interface Rows {
  readonly branches: readonly Query[];
  /** The names of the columns when the common table expression gives them. */
  readonly columns: readonly string[];
  /** True when a branch can read these rows themselves. */
  readonly isRecursive: boolean;
}

type CommonTables = ReadonlyMap<string, Rows>;

/** Thrown for syntax that the rules do not know: they must be taught it before a statement can use it. */
export class UnknownSyntax extends Error {
  override readonly name = 'UnknownSyntax';
}

/** The queries of one statement. */
export interface Queries {
  /** All of them, the inner ones too. Empty for a statement without tables, such as COMMIT. */
  readonly all: readonly Query[];
  /** The branches of a query that is an operand, such as the right side of IN. */
  branchesOf(subselect: unknown): readonly Query[];
}

/** Finds the queries of a parsed statement. Throws `UnknownSyntax`. */
export function queriesOf(statement: Part): Queries {
  const reader = new StatementReader();
  reader.read(statement);
  return { all: reader.queries, branchesOf: (subselect) => reader.operands.get(subselect) ?? [] };
}

const QUERIES = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']);

/** Statements that read no table by themselves. */
const WITHOUT_TABLES = ['TransactionStmt', 'VariableSetStmt', 'VariableShowStmt', 'DiscardStmt'];

class StatementReader {
  readonly queries: Query[] = [];
  readonly operands = new Map<unknown, readonly Query[]>();

  read(statement: Part): void {
    const [kind = ''] = Object.keys(statement);
    if (WITHOUT_TABLES.includes(kind)) return;
    this.rowsOf(statement, new Map(), undefined);
  }

  /** Reads a query and all that is inside it. */
  private rowsOf(part: Part, tables: CommonTables, outer: Query | undefined): Query[] {
    const [kind = ''] = Object.keys(part);
    const members = asKind(part, kind) ?? {};
    switch (kind) {
      case 'SelectStmt':
        return this.select(members, tables, outer);
      case 'InsertStmt':
        return [this.insert(members, tables, outer)];
      case 'UpdateStmt':
      case 'DeleteStmt':
        return [this.change(members, tables, outer)];
      default:
        throw new UnknownSyntax(`The rules do not know ${kind}.`);
    }
  }

  private select(select: Members, known: CommonTables, outer: Query | undefined): Query[] {
    const tables = this.withTables(select, known, outer);
    if (select.op !== 'SETOP_NONE') {
      const branches = [select.larg, select.rarg].flatMap((side) =>
        isMembers(side) ? this.select(side, tables, outer) : [],
      );
      for (const rest of [select.sortClause, select.limitCount, select.limitOffset]) {
        this.readInside(rest, tables, branches[0] ?? outer);
      }
      return branches;
    }
    if (select.valuesLists !== undefined) {
      return partsOf(select.valuesLists).map((list) => {
        const query = this.begin(outer);
        for (const [index, value] of partsOf(asKind(list, 'List')?.items).entries()) {
          query.outputs.push({ name: `column${index + 1}`, value });
        }
        this.readInside(list, tables, query);
        return query;
      });
    }
    const query = this.begin(outer);
    for (const item of partsOf(select.fromClause)) this.relationsIn(item, query, tables);
    this.restrict(query.relations, select.whereClause);
    this.giveOutputs(query, select.targetList);
    const { fromClause: _from, withClause: _with, ...rest } = select;
    this.readInside(rest, tables, query);
    return [query];
  }

  private insert(insert: Members, known: CommonTables, outer: Query | undefined): Query {
    const tables = this.withTables(insert, known, outer);
    const query = this.begin(outer);
    const table = nameOf(insert.relation);
    const columns = partsOf(insert.cols).map((column) => String(asKind(column, 'ResTarget')?.name));
    if (columns.length === 0) throw new UnknownSyntax(`An INSERT into ${table} names no columns.`);
    const source = isMembers(insert.selectStmt) ? this.rowsOf(insert.selectStmt, tables, undefined) : [];
    query.inserts = { table, columns, sources: source };
    const alias = aliasOf(insert.relation) ?? table;
    // Its columns can appear in ON CONFLICT and RETURNING; no row of the table is read by another column than the key.
    const target: Relation = { alias, query, source: { kind: 'table', table }, columns: [], conditions: [] };
    this.readInside([insert.onConflictClause, insert.returningClause], tables, {
      ...query,
      relations: [target, { ...target, alias: 'excluded' }],
    });
    this.giveOutputs(query, returnedBy(insert));
    return query;
  }

  /** Reads an UPDATE or DELETE. */
  private change(change: Members, known: CommonTables, outer: Query | undefined): Query {
    const tables = this.withTables(change, known, outer);
    const query = this.begin(outer);
    this.addTable(change.relation, query, new Map());
    for (const item of partsOf(change.fromClause ?? change.usingClause)) this.relationsIn(item, query, tables);
    this.restrict(query.relations, change.whereClause);
    this.giveOutputs(query, returnedBy(change));
    const { fromClause: _from, usingClause: _using, withClause: _with, ...rest } = change;
    this.readInside(rest, tables, query);
    return query;
  }

  private begin(outer: Query | undefined): Query {
    const query: Query = { number: this.queries.length, outer, relations: [], outputs: [] };
    this.queries.push(query);
    return query;
  }

  private withTables(statement: Members, known: CommonTables, outer: Query | undefined): CommonTables {
    const clause = statement.withClause;
    if (!isMembers(clause)) return known;
    const tables = new Map(known);
    for (const part of partsOf(clause.ctes)) {
      const table = asKind(part, 'CommonTableExpr') ?? {};
      const branches: Query[] = [];
      const isRecursive = clause.recursive === true;
      const rows: Rows = { branches, columns: textsOf(table.aliascolnames), isRecursive };
      if (isRecursive) tables.set(String(table.ctename), rows);
      branches.push(...this.rowsOf(table.ctequery as Part, tables, outer));
      tables.set(String(table.ctename), rows);
    }
    return tables;
  }

  /** Adds what an item of FROM brings, and returns it. */
  private relationsIn(item: Part, query: Query, tables: CommonTables): Relation[] {
    const [kind = ''] = Object.keys(item);
    const members = asKind(item, kind) ?? {};
    switch (kind) {
      case 'RangeVar':
        return [this.addTable(members, query, tables)];
      case 'RangeSubselect': {
        const outer = members.lateral === true ? query : query.outer;
        const rows = {
          branches: this.rowsOf(members.subquery as Part, tables, outer),
          columns: [],
          isRecursive: false,
        };
        return [this.add(query, members.alias, { kind: 'rows', rows })];
      }
      case 'RangeFunction':
        return [this.addFunction(members, query, tables)];
      case 'JoinExpr':
        return this.join(members, query, tables);
      default:
        throw new UnknownSyntax(`The rules do not know ${kind} in FROM.`);
    }
  }

  private join(join: Members, query: Query, tables: CommonTables): Relation[] {
    if (join.usingClause !== undefined || join.isNatural === true || join.alias !== undefined) {
      throw new UnknownSyntax('The rules know joins by ON alone, without an alias.');
    }
    const left = this.relationsIn(join.larg as Part, query, tables);
    const right = this.relationsIn(join.rarg as Part, query, tables);
    // A condition of an outer join leaves out no row of the side that the join preserves.
    const restricted = { JOIN_INNER: [...left, ...right], JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] };
    this.restrict(restricted[join.jointype as keyof typeof restricted], join.quals);
    this.readInside(join.quals, tables, query);
    return [...left, ...right];
  }

  private addTable(table: unknown, query: Query, tables: CommonTables): Relation {
    const name = nameOf(table);
    const common = tables.get(name);
    const alias = isMembers(table) && isMembers(table.alias) ? table.alias : { aliasname: name };
    return this.add(query, alias, common ? { kind: 'rows', rows: common } : { kind: 'table', table: name });
  }

  private addFunction(item: Members, query: Query, tables: CommonTables): Relation {
    const call = partsOf(item.functions).flatMap((list) => partsOf(asKind(list, 'List')?.items));
    const [first] = call;
    const parameters = partsOf(asKind(first, 'FuncCall')?.args);
    this.readInside(parameters, tables, query);
    const record = parameters.map((parameter) => asKind(parameter, 'TypeCast')?.typeName).find(isMembers);
    const defined = partsOf(item.coldeflist).map((column) => String(asKind(column, 'ColumnDef')?.colname));
    return this.add(
      query,
      item.alias,
      { kind: 'function', parameters, rowType: textsOf(record?.names).at(-1) },
      defined,
    );
  }

  private add(query: Query, given: unknown, source: Relation['source'], columns: readonly string[] = []): Relation {
    const alias = isMembers(given) ? given : {};
    const relation: Relation = {
      alias: typeof alias.aliasname === 'string' ? alias.aliasname : '',
      query,
      source,
      columns: columns.length > 0 ? columns : textsOf(alias.colnames),
      conditions: [],
    };
    query.relations.push(relation);
    return relation;
  }

  private restrict(relations: readonly Relation[], condition: unknown): void {
    const conditions = conjunctsOf(condition);
    for (const relation of relations) relation.conditions.push(...conditions);
  }

  private giveOutputs(query: Query, targets: unknown): void {
    for (const part of partsOf(targets)) {
      const target = asKind(part, 'ResTarget') ?? {};
      const name = typeof target.name === 'string' ? target.name : namesOf(target.val)?.at(-1);
      query.outputs.push({ name, value: target.val });
    }
  }

  /** Reads the queries inside expressions of `query`. */
  private readInside(value: unknown, tables: CommonTables, query: Query | undefined): void {
    if (Array.isArray(value)) {
      for (const inner of value) this.readInside(inner, tables, query);
      return;
    }
    if (!isMembers(value)) return;
    for (const kind in value) {
      const inner = value[kind];
      if (typeof inner !== 'object') continue;
      if (QUERIES.has(kind)) this.operands.set(value, this.rowsOf(value, tables, query));
      else this.readInside(inner, tables, query);
    }
  }
}

/** Splits a condition into those that must all be true. */
export function conjunctsOf(condition: unknown): readonly Part[] {
  if (!isMembers(condition)) return [];
  const combined = asKind(condition, 'BoolExpr');
  if (combined?.boolop === 'AND_EXPR') return partsOf(combined.args).flatMap(conjunctsOf);
  const test = asKind(condition, 'BooleanTest');
  if (test?.booltesttype === 'IS_TRUE') return conjunctsOf(test.arg);
  return [condition];
}

/** The columns that an INSERT, UPDATE or DELETE returns. */
function returnedBy({ returningClause }: Members): unknown {
  return isMembers(returningClause) ? returningClause.exprs : undefined;
}

function nameOf(relation: unknown): string {
  const name = isMembers(relation) ? relation.relname : undefined;
  if (typeof name !== 'string') throw new UnknownSyntax('A table has no name.');
  return name;
}

function aliasOf(relation: unknown): string | undefined {
  const alias = isMembers(relation) && isMembers(relation.alias) ? relation.alias.aliasname : undefined;
  return typeof alias === 'string' ? alias : undefined;
}
