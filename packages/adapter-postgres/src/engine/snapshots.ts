import type { Connection, Connections, Reader, SentStatement } from './connections.js';
import { finalError, retriesAfter } from './failures.js';
import { statement, type Statement } from './statement.js';
import type { Value } from './values.js';

const BEGIN: SentStatement = {
  statement: statement('snapshot.begin', 'begin isolation level repeatable read, read only'),
  values: [],
};
const END: SentStatement = { statement: statement('snapshot.end', 'rollback'), values: [], settles: true };

/** Reads many statements as of one moment. */
export class Snapshots {
  constructor(private readonly connections: Connections) {}

  /**
   * Whatever `work` reads is what was committed when its first statement came. Begun once more when the connection turned out to
   * be dead, or a replica had to give way to what it replays. Throws `Overloaded` when that did not help, or when no connection
   * came free in time; a statement that ran too long is a fault.
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

/** Statements may be asked for together: they are answered in their order. */
class Snapshot implements Reader {
  private begun = false;

  constructor(private readonly connection: Connection) {}

  async rows<Row extends object>(toSend: Statement, values: readonly Value[]): Promise<Row[]> {
    const first = this.begun ? [] : [BEGIN];
    this.begun = true;
    const results = await this.connection.exchange([...first, { statement: toSend, values }]);
    return (results.at(-1)?.rows ?? []) as Row[];
  }

  /** After all that is still under way; never throws. */
  async end(): Promise<void> {
    if (this.begun && !this.connection.isBroken) await this.connection.exchange([END]).catch(() => undefined);
  }
}
