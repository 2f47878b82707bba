import type { Policy } from './policy.js';
import { queriesOf, type Query } from './queries.js';
import { asKind, namesOf, partsOf, textsOf, walk, type Part } from './syntax.js';
import { Ties, type Breach } from './ties.js';

/** A statement from which one comparison of an Organization, or the Organization that an INSERT writes, is taken away. */
export interface Mutant {
  /** The condition that was taken away, such as `item.organization_id = $1`. */
  readonly without: string;
  /** True when the rules find a breach that the whole statement does not have. */
  readonly isSeen: boolean;
  /** True when the rest of the statement says the same as the comparison that was taken away. */
  readonly isImplied: boolean;
}

/** Takes each comparison and each written Organization away once, and checks the rest. */
export function mutantsOf(statement: Part, { tables }: Policy): readonly Mutant[] {
  const queries = queriesOf(statement);
  const before = new Set(new Ties(queries, tables).breaches().map(textOfBreach));
  const isSeen = (ties: Ties) => ties.breaches().some((breach) => !before.has(textOfBreach(breach)));
  return [
    ...comparisonsIn(statement).flatMap((comparison) => {
      const query = queries.all.find((one) => isConditionOf(one, comparison));
      // It only sorts rows that no rule keeps apart.
      if (query && isOfOtherTables(query, tables)) return [];
      const ties = new Ties(queries, tables, comparison);
      const isImplied = query !== undefined && ties.follows(comparison, query);
      return [{ without: textOf(comparison), isSeen: isSeen(ties), isImplied }];
    }),
    ...queries.all.flatMap(({ inserts }) => {
      const at = inserts?.columns.indexOf(tables.get(inserts.table)?.column ?? '') ?? -1;
      if (!inserts || at < 0) return [];
      return inserts.sources.map(({ outputs }) => {
        const ties = new Ties(queries, tables, outputs[at]?.value);
        return { without: `the Organization of ${inserts.table}`, isSeen: isSeen(ties), isImplied: false };
      });
    }),
  ];
}

/** Finds the comparisons of an Organization's id. */
function comparisonsIn(statement: Part): readonly Part[] {
  const found: Part[] = [];
  walk(statement, (part) => {
    if (operandsOf(part).some(isOrganization)) found.push(part);
  });
  return found;
}

/** True for a query that reads and writes nothing but tables whose rows belong to no Organization. */
function isOfOtherTables({ relations }: Query, tables: Policy['tables']): boolean {
  return relations.every(({ source }) => source.kind === 'table' && !tables.has(source.table));
}

function isConditionOf({ relations }: Query, comparison: Part): boolean {
  return relations.some(({ conditions }) => conditions.includes(comparison));
}

/** The operands of a comparison by `=`, `= any`, `in` or `= row`; none for any other part. */
function operandsOf(part: Part): readonly unknown[] {
  const compared = asKind(part, 'A_Expr');
  if (compared && textsOf(compared.name).join('') === '=') return [compared.lexpr, compared.rexpr];
  const inner = asKind(part, 'SubLink');
  return inner?.subLinkType === 'ANY_SUBLINK' ? [inner.testexpr] : [];
}

function isOrganization(operand: unknown): boolean {
  const row = asKind(operand, 'RowExpr');
  if (row) return partsOf(row.args).some(isOrganization);
  return namesOf(operand)?.at(-1) === 'organization_id';
}

const textOfBreach = ({ rule, table, alias, query }: Breach): string => `${rule} ${table} ${alias} ${query}`;

/** Writes a comparison in short, for a message. */
function textOf(part: unknown): string {
  const names = namesOf(part);
  if (names) return names.join('.');
  const parameter = asKind(part, 'ParamRef');
  if (parameter) return `$${String(parameter.number)}`;
  const cast = asKind(part, 'TypeCast');
  if (cast) return textOf(cast.arg);
  const compared = asKind(part, 'A_Expr');
  if (compared) return `${textOf(compared.lexpr)} = ${textOf(compared.rexpr)}`;
  const row = asKind(part, 'RowExpr');
  if (row) return `(${partsOf(row.args).map(textOf).join(', ')})`;
  const inner = asKind(part, 'SubLink');
  return inner ? `${textOf(inner.testexpr)} in (select …)` : '…';
}
