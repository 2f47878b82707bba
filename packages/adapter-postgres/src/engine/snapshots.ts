import type { Connection, Connections, Reader, SentStatement } from './connections.js';
import { finalError, retriesAfter } from './failures.js';
import { statement, type Statement } from './statement.js';
import type { Value } from './values.js';

const BEGIN: SentStatement = {
  statement: statement('snapshot.begin', 'begin isolation level repeatable read, read only'),
  values: [],
};
const END: SentStatement = { statement: statement('snapshot.end', 'rollback'), values: [], settles: true };

/** Runs several reads on one snapshot of the database. */
export class Snapshots {
  constructor(private readonly connections: Connections) {}

  /**
   * Runs `work` on a snapshot: it sees the data that was committed when its first statement arrived. Retries once when the connection was
   * dead, or a replica cancelled the statement to replay changes. Throws `Overloaded` when the retry fails too, or when no connection
   * becomes free in time; a statement that ran too long is a fault.
   */
  async read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    try {
      return await this.once(work);
    } catch (error) {
      if (retriesAfter(error) === 0) throw error;
      return await this.once(work).catch((again: unknown) => {
        throw finalError(again);
      });
    }
  }

  private async once<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const connection = await this.connections.borrow();
    const snapshot = new Snapshot(connection);
    try {
      return await work(snapshot);
    } finally {
      await snapshot.end();
      connection.giveBack();
    }
  }
}

/** A read-only transaction on one snapshot. Calls may overlap: statements run in the order of the calls. */
class Snapshot implements Reader {
  private begun = false;

  constructor(private readonly connection: Connection) {}

  async rows<Row extends object>(toSend: Statement, values: readonly Value[]): Promise<Row[]> {
    const first = this.begun ? [] : [BEGIN];
    this.begun = true;
    const results = await this.connection.exchange([...first, { statement: toSend, values }]);
    return (results.at(-1)?.rows ?? []) as Row[];
  }

  /** Ends the transaction after all statements that still run. Never throws. */
  async end(): Promise<void> {
    if (this.begun && !this.connection.isBroken) await this.connection.exchange([END]).catch(() => undefined);
  }
}
