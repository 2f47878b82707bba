import { refuse } from '@worktrack/application';
import { expectRevision } from '@worktrack/domain';
import type { Session } from './session.js';
import type { RevisedTable } from './table.js';

/**
 * Registers a compare and swap: the row is written only if it still has the loaded revision. Otherwise the flush throws `NOT_FOUND` or
 * `REVISION_CONFLICT`. An unguarded write could restore an old revision.
 */
export function guardedUpdate<Row extends { revision: number }>(
  session: Session,
  table: RevisedTable<Row>,
  row: Row,
  loadedRevision: number,
): void {
  session.write(table.update, table.updateValues(row, loadedRevision), async () => {
    const [current] = await session.rows<{ revision: number }>(table.revision, table.keyValues(row));
    if (!current) refuse('NOT_FOUND');
    expectRevision(loadedRevision, current.revision);
    throw new Error('A guarded write met no row although its revision is there.');
  });
}
