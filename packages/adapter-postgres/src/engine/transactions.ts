import type { Connections, SentStatement } from './connections.js';
import { Session } from './session.js';

/**
 * Runs `work` in one transaction and commits it. Rolls back and throws the error of `work` when it fails. `restriction` limits the
 * transaction to the rows of one Organization.
 */
export async function inTransaction<T>(
  connections: Connections,
  work: (session: Session) => Promise<T>,
  restriction?: SentStatement,
): Promise<T> {
  const connection = await connections.borrow();
  const session = new Session(connection, restriction);
  try {
    const result = await work(session);
    await session.commit();
    return result;
  } catch (error) {
    await session.rollback();
    throw error;
  } finally {
    connection.giveBack();
  }
}
