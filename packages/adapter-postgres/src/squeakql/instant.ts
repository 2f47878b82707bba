import { dependsOnNow, type SqueakQLQuery } from '@worktrack/application';
import { type Reader, viewStatement } from '../engine/statement.js';

/** Reads the clock of the database, which also dates changes. */
const NOW = viewStatement('squeakql.now', `select date_trunc('milliseconds', statement_timestamp()) as now`);

/** The instant for queries that do not depend on it. */
const ANY_TIME = '1970-01-01T00:00:00.000Z';

/** The value of `now()` in a query. Reads the clock of the database only if the query depends on it. */
export async function instantFor(query: SqueakQLQuery, reader: Reader): Promise<string> {
  if (!dependsOnNow(query)) return ANY_TIME;
  const [row] = await reader.rows<{ readonly now: string }>(NOW, []);
  if (!row) throw new Error('The database returned no time.');
  return row.now;
}
