import type { Connections } from './connections.js';
import { Session } from './session.js';

/** Runs `work` in one transaction and commits it. Rolls back and throws the error of `work` when it fails. */
export async function inTransaction<T>(connections: Connections, work: (session: Session) => Promise<T>): Promise<T> {
  const connection = await connections.borrow();
  const session = new Session(connection);
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
