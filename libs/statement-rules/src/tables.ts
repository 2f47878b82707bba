import { queriesOf } from './queries.js';
import { namesOf, type Part } from './syntax.js';

/** Returns the tables of which a statement selects all columns by `*`: a column that is added later would change its rows. */
export function starredTables(statement: Part): readonly string[] {
  return queriesOf(statement).all.flatMap(({ outputs, relations }) =>
    outputs.flatMap(({ value }) => {
      const names = namesOf(value);
      if (names?.at(-1) !== '*') return [];
      const starred = relations.filter(({ alias }) => names.length === 1 || alias === names[0]);
      return starred.flatMap(({ source }) => (source.kind === 'table' ? [source.table] : []));
    }),
  );
}

/** Returns the tables that a statement reads or changes. */
export function tablesOf(statement: Part): readonly string[] {
  return queriesOf(statement).all.flatMap(({ relations, inserts }) => [
    ...relations.flatMap(({ source }) => (source.kind === 'table' ? [source.table] : [])),
    ...(inserts ? [inserts.table] : []),
  ]);
}
