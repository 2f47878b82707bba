import { Overloaded } from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import type { Connection, Connections } from './connections.js';
import { ConnectionLost, finalError, retriesAfter } from './failures.js';
import { HEARTBEAT, type ReplicaWatch } from './replica.js';
import { restrictionTo } from './row-security.js';
import { statement, type Reader, type SentStatement, type Statement, type Value } from './statement.js';

const BEGIN: SentStatement = {
  statement: statement('snapshot.begin', 'begin isolation level repeatable read, read only'),
  values: [],
};
const END: SentStatement = { statement: statement('snapshot.end', 'rollback'), values: [], settles: true };

/** Reads one snapshot. */
export interface SnapshotReader extends Reader {
  /** On a replica: its last heartbeat. Everything that was committed before it is there. `undefined` on the primary. */
  readonly heartbeat?: Date | undefined;
}

/** The replica shows no heartbeat as late as an instant that the reader needs. */
export class ReplicaTooOld extends Overloaded {
  constructor() {
    super('connection', 'The replica does not show this moment yet.');
  }
}

/** A replica that is read while it is near enough. */
export interface Replica {
  readonly connections: Connections;
  readonly watch: ReplicaWatch;
  /** True when the primary is read while the replica cannot be; otherwise readers are refused then. */
  readonly isReplaced: boolean;
}

/** Runs several reads on one snapshot of the database, or of its replica where there is one, for one Organization. */
export class Snapshots {
  /** @param hasRowSecurity true when the database can show the rows of one Organization only */
  constructor(
    private readonly primary: Connections,
    private readonly hasRowSecurity: boolean,
    private readonly replica?: Replica,
  ) {}

  /**
   * Runs `work` on a snapshot: it sees the data of the Organization that was committed when its first statement arrived. Retries once when
   * the connection was dead, or a replica cancelled the statement to replay changes. Throws `Overloaded` when the retry fails too, or when
   * no connection becomes free in time; a statement that ran too long is a fault.
   * @param since an instant that the snapshot must not be earlier than: a replica without a later heartbeat is not read
   */
  async read<T>(
    organizationId: OrganizationId,
    work: (reader: SnapshotReader) => Promise<T>,
    since?: Date,
  ): Promise<T> {
    const { replica } = this;
    const onPrimary = () => twice(() => this.on(this.primary, organizationId, work));
    if (!replica) return onPrimary();
    const { connections, watch, isReplaced } = replica;
    const onReplica = async (snapshot: Snapshot): Promise<T> => {
      const [shown] = await snapshot.rows<{ at: Date }>(HEARTBEAT, []);
      if (!shown || (since && shown.at < since)) throw new ReplicaTooOld();
      snapshot.heartbeat = shown.at;
      return work(snapshot);
    };
    if (await watch.isUsable()) {
      try {
        return await watch.guard(() => twice(() => this.on(connections, organizationId, onReplica)));
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        if (!(error instanceof ReplicaTooOld)) watch.failed(error);
        if (!isReplaced) throw error;
      }
    }
    if (!isReplaced) throw new Overloaded('connection', 'The replica is too far behind, or cannot be reached.');
    return onPrimary();
  }

  private async on<T>(
    connections: Connections,
    organizationId: OrganizationId,
    work: (snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    const connection = await connections.acquire();
    const snapshot = new Snapshot(connection, this.hasRowSecurity ? [BEGIN, restrictionTo(organizationId)] : [BEGIN]);
    try {
      return await work(snapshot);
    } finally {
      await snapshot.end();
      connection.release();
    }
  }
}

async function twice<T>(once: () => Promise<T>): Promise<T> {
  try {
    return await once();
  } catch (error) {
    if (retriesAfter(error) === 0) throw error;
    return await once().catch((again: unknown) => {
      throw finalError(again);
    });
  }
}

/** True when a replica that cannot be reached, is silent or is late made the read fail. */
export function isOfReplica(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  return error instanceof Overloaded && (error.reason === 'connection' || error.reason === 'silence');
}

/** A read-only transaction on one snapshot. Calls can overlap: statements run in the order of the calls. */
class Snapshot implements SnapshotReader {
  heartbeat: Date | undefined;
  private begun = false;

  constructor(
    private readonly connection: Connection,
    private readonly beginning: readonly SentStatement[],
  ) {}

  async rows<Row extends object>(toSend: Statement, values: readonly Value[]): Promise<Row[]> {
    const first = this.begun ? [] : this.beginning;
    this.begun = true;
    const results = await this.connection.send([...first, { statement: toSend, values }]);
    return (results.at(-1)?.rows ?? []) as Row[];
  }

  /** Ends the transaction after all statements that still run. Never throws. */
  async end(): Promise<void> {
    if (this.begun && !this.connection.isBroken) await this.connection.send([END]).catch(() => undefined);
  }
}
