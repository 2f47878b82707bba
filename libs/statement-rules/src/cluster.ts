import { asKind, isMembers, partsOf, textsOf, walk, type Members, type Part } from './syntax.js';

/** Functions that can return another value for each row. */
const VOLATILE = ['clock_timestamp', 'gen_random_uuid', 'nextval', 'random', 'set_config', 'timeofday', 'uuidv7'];

/** Functions that return one value in a statement, which can differ between the machines of a cluster. */
const STABLE = ['current_setting', 'now', 'pg_backend_pid', 'statement_timestamp', 'transaction_timestamp'];

const ADVISORY = /^pg_(try_)?advisory_/;

/**
 * Says why a cluster would refuse a change of a distributed table, or would make it differently on each machine: each machine runs the
 * change by itself. Empty for a statement that it runs.
 */
export function refusedByCluster(statement: Part): readonly string[] {
  const reasons = new Set<string>();
  walk({ statement }, (part) => {
    for (const kind of ['InsertStmt', 'UpdateStmt', 'DeleteStmt']) {
      const change = asKind(part, kind);
      if (change) for (const reason of reasonsOf(change, kind)) reasons.add(reason);
    }
  });
  return [...reasons];
}

function reasonsOf(change: Members, kind: string): string[] {
  const table = isMembers(change.relation) ? String(change.relation.relname) : '';
  const { targetList, whereClause, returningClause, withClause, usingClause, fromClause } = change;
  const isInsert = kind === 'InsertStmt';
  const chosenBy = isInsert ? [] : [whereClause, withClause, usingClause, fromClause];
  return [
    ...(callsIn(whereClause, VOLATILE).length > 0 && !isInsert
      ? [`${table}: a condition calls a function whose value differs by row`]
      : []),
    ...(callsIn(returningClause, [...VOLATILE, ...STABLE]).length > 0
      ? [`${table}: RETURNING calls a function whose value is not always the same`]
      : []),
    ...(isInsert || alternativesIn(targetList).every((part) => callsIn(part, [...VOLATILE, ...STABLE]).length === 0)
      ? []
      : [`${table}: an alternative calls a function whose value is not always the same`]),
    ...(chosenBy.some((part) => lockedIn(part).includes(table))
      ? [`${table}: the rows are chosen by a query that locks them`]
      : []),
  ];
}

/** The names of the functions of this list, and of advisory locks, that are called. */
function callsIn(part: unknown, names: readonly string[]): readonly string[] {
  const found: string[] = [];
  walk({ part }, (inner) => {
    const name = textsOf(asKind(inner, 'FuncCall')?.funcname).at(-1) ?? '';
    if (names.includes(name) || ADVISORY.test(name)) found.push(name);
  });
  return found;
}

function alternativesIn(part: unknown): readonly unknown[] {
  const found: unknown[] = [];
  walk({ part }, (inner) => {
    const alternative = asKind(inner, 'CoalesceExpr') ?? asKind(inner, 'CaseExpr');
    if (alternative) found.push(alternative);
  });
  return found;
}

/** The tables whose rows the queries in this part choose and lock. */
function lockedIn(part: unknown): readonly string[] {
  const found: string[] = [];
  walk({ part }, (inner) => {
    const query = asKind(inner, 'SelectStmt');
    if (query?.lockingClause === undefined) return;
    for (const item of partsOf(query.fromClause)) found.push(String(asKind(item, 'RangeVar')?.relname));
  });
  return found;
}
