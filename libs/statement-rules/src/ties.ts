import type { Policy, TableRule } from './policy.js';
import { queriesOf, type Output, type Queries, type Query, type Relation, type Rows } from './queries.js';
import { asKind, namesOf, partsOf, textsOf, type Part } from './syntax.js';

/** A table in a query that breaks the rule of its table. */
export interface Breach {
  readonly rule: TableRule['rule'];
  readonly table: string;
  /** The name by which the query refers to the table. */
  readonly alias: string;
  /** The query inside the statement, counted from 0. */
  readonly query: number;
}

/** Finds the tables of a parsed statement that break their rule. Throws `UnknownSyntax`. */
export function breachesOf(statement: Part, { tables }: Policy): readonly Breach[] {
  return new Ties(queriesOf(statement), tables).breaches();
}

/** A value that a column is compared with: an expression, or the elements of a list. */
type Operand =
  | { readonly is: unknown }
  | { readonly isAmong: unknown }
  | { readonly amongRowsOf: readonly Query[]; readonly at: number };

/** Follows the columns of a statement to the parameters and constants that they are equal to. */
export class Ties {
  /** @param without a condition, or a value that an INSERT writes, that is taken for absent */
  constructor(
    private readonly queries: Queries,
    private readonly tables: Policy['tables'],
    private readonly without?: unknown,
  ) {}

  breaches(): Breach[] {
    return this.queries.all.flatMap((query) => [
      ...this.breachesOfInsert(query),
      ...query.relations.flatMap((relation) => this.breachOf(relation)),
    ]);
  }

  private breachesOfInsert({ inserts, number }: Query): Breach[] {
    const rule = inserts && this.tables.get(inserts.table);
    if (!rule) return [];
    const { table, columns, sources } = inserts;
    const at = columns.indexOf(rule.column);
    const isKept = (source: Query): boolean => {
      const value = source.outputs[at]?.value;
      if (value === this.without) return false;
      return rule.rule === 'own' ? isGiven(value) : this.isLimited(value, source);
    };
    const keepsRule = at >= 0 && sources.length > 0 && sources.every(isKept);
    return keepsRule ? [] : [{ rule: rule.rule, table, alias: table, query: number }];
  }

  private breachOf(relation: Relation): Breach[] {
    const { source, alias, query } = relation;
    if (source.kind !== 'table') return [];
    const rule = this.tables.get(source.table);
    if (!rule) return [];
    const keepsRule =
      rule.rule === 'own'
        ? this.operandsOf(relation, rule.column).some((operand) => 'is' in operand && isGiven(operand.is))
        : hasLimit(this.reach(relation, rule.column));
    return keepsRule ? [] : [{ rule: rule.rule, table: source.table, alias, query: query.number }];
  }

  /** The operands that the conditions of the relation compare one of its columns with. */
  private operandsOf(relation: Relation, column: string): Operand[] {
    const operands: Operand[] = [];
    for (const condition of relation.conditions) {
      if (condition === this.without) continue;
      for (const [one, operand] of this.equationsOf(condition)) {
        const found = this.resolve(one, relation.query);
        if (found?.relation === relation && found.column === column) operands.push(operand);
      }
    }
    return operands;
  }

  /** The pairs of operands that a condition says are equal, both ways round. */
  private equationsOf(condition: Part): [unknown, Operand][] {
    const operand = asKind(condition, 'SubLink');
    if (operand?.subLinkType === 'ANY_SUBLINK' && operand.testexpr !== undefined) {
      const amongRowsOf = this.queries.branchesOf(operand.subselect);
      return fieldsOf(operand.testexpr).map((field, at) => [field, { amongRowsOf, at }]);
    }
    const compared = asKind(condition, 'A_Expr');
    if (!compared || textsOf(compared.name).join('') !== '=') return [];
    const { kind, lexpr: left, rexpr: right } = compared;
    if (kind === 'AEXPR_OP_ANY') return [[left, { isAmong: right }]];
    if (kind === 'AEXPR_IN') return [[left, { isAmong: right }]];
    if (kind !== 'AEXPR_OP') return [];
    const [others, equal] = [fieldsOf(right), fieldsOf(left)];
    return equal.flatMap((one, index): [unknown, Operand][] => [
      [one, { is: others[index] }],
      [others[index], { is: one }],
    ]);
  }

  /** True when the conditions around it already say what this condition says, or limit its column to another given value. */
  follows(condition: Part, query: Query): boolean {
    const equations = this.equationsOf(condition).filter(([one]) => !isGiven(one));
    return equations.length > 0 && equations.every(([one, operand]) => this.isKnown(one, operand, query));
  }

  private isKnown(one: unknown, operand: Operand, query: Query): boolean {
    const [left, right] = [this.reachOfValue(one, query, NOWHERE), this.reachOfOperand(operand, query, NOWHERE)];
    if ('is' in operand && isGiven(operand.is)) return [...left].some((term) => term.startsWith(GIVEN));
    // Two elements of one list need not be equal.
    return [...right].some((term) => left.has(term) && ('isAmong' in operand || !term.startsWith(AMONG)));
  }

  /** Finds the relation of a column, in the query or in one around it. */
  private resolve(part: unknown, query: Query): { relation: Relation; column: string } | undefined {
    const names = namesOf(part);
    const column = names?.at(-1);
    if (column === undefined) return undefined;
    for (let scope: Query | undefined = query; scope; scope = scope.outer) {
      const relation =
        names?.length === 2
          ? scope.relations.find(({ alias }) => alias === names[0])
          : this.ownerOf(column, scope.relations);
      if (relation) return { relation, column };
    }
    return undefined;
  }

  private ownerOf(column: string, relations: readonly Relation[]): Relation | undefined {
    return (
      relations.find((relation) => this.canHave(relation, column)) ??
      (relations.length === 1 ? relations[0] : undefined)
    );
  }

  private canHave({ source, columns }: Relation, column: string): boolean {
    if (columns.includes(column)) return true;
    switch (source.kind) {
      case 'table':
        return this.tables.get(source.table)?.column === column;
      case 'rows':
        return (
          source.rows.columns.includes(column) || source.rows.branches.some((branch) => outputOf(branch, column, -1))
        );
      case 'function':
        return source.rowType !== undefined && this.tables.get(source.rowType)?.column === column;
      default:
        return source satisfies never;
    }
  }

  /** True when the value can only be a parameter, a constant, or an element of a list that is one. */
  private isLimited(value: unknown, query: Query): boolean {
    return hasLimit(this.reachOfValue(value, query, NOWHERE));
  }

  /** Returns all terms that a column is known to be equal to, itself included. */
  private reach(relation: Relation, column: string, path: Path = NOWHERE): Terms {
    const term = `column ${relation.query.number}.${relation.query.relations.indexOf(relation)}.${column}`;
    if (path.columns.has(term)) return new Set(path.rows.some(({ rows }) => rows.isRecursive) ? [AGAIN] : []);
    const onward = { ...path, columns: new Set([...path.columns, term]) };
    return new Set([
      term,
      ...this.operandsOf(relation, column).flatMap((operand) => [
        ...this.reachOfOperand(operand, relation.query, onward),
      ]),
      ...this.limitsOfSource(relation, column, onward),
    ]);
  }

  private limitsOfSource({ source, columns, query }: Relation, column: string, path: Path): Terms {
    if (source.kind === 'table') return new Set();
    if (source.kind === 'function') {
      const isLimited = source.parameters.every((value) => isNull(value) || this.isLimited(value, query));
      return new Set(isLimited ? [`${AMONG}function`] : []);
    }
    const { rows } = source;
    if (path.rows.some((passed) => passed.rows === rows && passed.column === column)) return new Set([AGAIN]);
    const onward = { ...path, rows: [...path.rows, { rows, column }] };
    const at = placeOf(column, rows, columns);
    return inAll(
      rows.branches.map((branch) => {
        const output = outputOf(branch, column, at);
        return this.reachOfValue(output && selected(output.value, column), branch, onward);
      }),
    );
  }

  private reachOfOperand(operand: Operand, query: Query, path: Path): Terms {
    if ('is' in operand) return this.reachOfValue(operand.is, query, path);
    if ('isAmong' in operand) {
      return asAmong(inAll(listed(operand.isAmong).map((value) => this.reachOfValue(value, query, path))));
    }
    const { amongRowsOf: branches, at } = operand;
    return asAmong(inAll(branches.map((branch) => this.reachOfValue(branch.outputs[at]?.value, branch, path))));
  }

  private reachOfValue(value: unknown, query: Query, path: Path): Terms {
    const bare = withoutCasts(value);
    if (isGiven(bare)) return new Set([`${GIVEN}${textOfGiven(bare)}`]);
    const column = this.resolve(bare, query);
    if (column) return this.reach(column.relation, column.column, path);
    const list = asKind(bare, 'A_ArrayExpr');
    if (list) return inAll(partsOf(list.elements).map((element) => this.reachOfValue(element, query, path)));
    const inner = asKind(bare, 'SubLink');
    if (inner?.subLinkType !== 'EXPR_SUBLINK' && inner?.subLinkType !== 'ARRAY_SUBLINK') return new Set();
    const branches = this.queries.branchesOf(inner.subselect);
    return inAll(branches.map((branch) => this.reachOfValue(branch.outputs[0]?.value, branch, path)));
  }
}

/** The columns that were passed on the way to a column: each is not followed twice. */
interface Path {
  readonly columns: ReadonlySet<string>;
  readonly rows: readonly { readonly rows: Rows; readonly column: string }[];
}

const NOWHERE: Path = { columns: new Set(), rows: [] };

/** The things that a column is equal to, as texts: other columns, given values (parameters and constants), and lists that it is an element of. */
type Terms = ReadonlySet<string>;

const GIVEN = 'given ';
const AMONG = 'among ';
/** Stands for a recursive query's rows in what it makes of them: they are limited if the first ones are. */
const AGAIN = 'again';

/** The terms that are not columns. */
const limitsIn = (terms: Terms): string[] => [...terms].filter((term) => !term.startsWith('column '));

const hasLimit = (terms: Terms): boolean => limitsIn(terms).some((term) => term !== AGAIN);

const asAmong = (terms: Terms): Terms =>
  new Set([...terms].map((term) => (term.startsWith(GIVEN) ? `${AMONG}${term}` : term)));

/** The limits of a value that is one of several: those that all have, and one more when each has some. */
function inAll(each: readonly Terms[]): Terms {
  const limits = each.map((terms) => new Set(limitsIn(terms))).filter((terms) => !terms.has(AGAIN) || hasLimit(terms));
  const [first = new Set<string>(), ...others] = limits;
  const common = [...first].filter((term) => others.every((terms) => terms.has(term)));
  const areAllLimited = limits.length > 0 && limits.every(hasLimit);
  return new Set([...common, ...(areAllLimited && common.length === 0 ? [`${AMONG}several`] : [])]);
}

/** True for a parameter or a constant, with or without a cast. */
export function isGiven(value: unknown): boolean {
  const bare = withoutCasts(value);
  if (asKind(bare, 'ParamRef')) return true;
  const constant = asKind(bare, 'A_Const');
  return constant !== undefined && constant.isnull !== true;
}

/** True for `null`, such as the first argument of `jsonb_populate_recordset`. */
const isNull = (value: unknown): boolean => asKind(withoutCasts(value), 'A_Const')?.isnull === true;

function withoutCasts(value: unknown): unknown {
  const cast = asKind(value, 'TypeCast') ?? asKind(value, 'CollateClause');
  return cast ? withoutCasts(cast.arg) : value;
}

/** Writes a parameter or constant so that equal ones are equal. */
function textOfGiven(value: unknown): string {
  const parameter = asKind(value, 'ParamRef');
  if (parameter) return `$${String(parameter.number)}`;
  const { location: _location, ...constant } = asKind(value, 'A_Const') ?? {};
  return JSON.stringify(constant);
}

/** The fields of a row comparison, or the operand alone. */
function fieldsOf(operand: unknown): readonly unknown[] {
  const row = asKind(operand, 'RowExpr');
  return row ? partsOf(row.args) : [operand];
}

function listed(value: unknown): readonly unknown[] {
  const list = asKind(value, 'List');
  return list ? partsOf(list.items) : [value];
}

/** The place of a column: by the names that the query around gives, or by those of the first branch. -1 where a `*` hides it. */
function placeOf(column: string, rows: Rows, given: readonly string[]): number {
  const names = given.length > 0 ? given : rows.columns;
  if (names.length > 0) return names.indexOf(column);
  const outputs = rows.branches[0]?.outputs ?? [];
  return outputs.some(({ name }) => name === '*') ? -1 : outputs.findIndex(({ name }) => name === column);
}

/** Finds an output by its place, or by its name where a `*` hides the places. */
function outputOf(query: Query, column: string, at: number): Output | undefined {
  if (at >= 0) return query.outputs[at];
  return query.outputs.find(({ name }) => name === column) ?? query.outputs.find(({ name }) => name === '*');
}

/** The column itself where the output is `*` or `item.*`. */
function selected(value: unknown, column: string): unknown {
  const names = namesOf(value);
  if (names?.at(-1) !== '*') return value;
  const fields = [...names.slice(0, -1), column].map((sval) => ({ String: { sval } }));
  return { ColumnRef: { fields } };
}
