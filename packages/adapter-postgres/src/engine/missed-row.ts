import { refuse } from '@worktrack/application';
import { expectRevision } from '@worktrack/domain';
import { INVALID_TEXT, isAnsweredError } from './failures.js';

const TEXT = 'The row does not have its loaded revision.';
const MISSED = /The row does not have its loaded revision\. Loaded: (\d+), stored: (\d+|none)\./;

/**
 * Builds a statement that executes `update`, which changes one row, and fails when it changes none: PostgreSQL then executes nothing that was
 * sent behind it, a COMMIT included. `loaded` is the parameter of the loaded revision, `stored` selects the revision of the row.
 */
export function failingWhenMissed(update: string, loaded: string, stored: string): string {
  return `with changed as (${update} returning 1)
   select (case when count(*) = 0
     then '${TEXT} Loaded: ' || ${loaded}::text || ', stored: ' || coalesce((${stored})::text, 'none') || '.'
     else '0' end)::integer as missed
   from changed`;
}

/** Throws the refusal for the error of such a statement: `REVISION_CONFLICT`, or `NOT_FOUND` without a row. Returns for any other error. */
export function refuseMissedRow(error: unknown): void {
  if (!isAnsweredError(error) || error.code !== INVALID_TEXT) return;
  const [, loaded, stored] = MISSED.exec(error.message) ?? [];
  if (stored === undefined) return;
  if (stored === 'none') refuse('NOT_FOUND');
  expectRevision(Number(loaded), Number(stored));
}
