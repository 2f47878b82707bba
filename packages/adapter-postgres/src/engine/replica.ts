import { Overloaded, RequestWork } from '@worktrack/application';
import type { Connections } from './connections.js';
import { openPool } from './pools.js';
import type { DatabaseSettings, ReplicaState } from './settings.js';
import { DATABASE_CLOCK, statement } from './statement.js';

/**
 * Writes the heartbeat unless another process did so less than a second ago, and reads the clock. The clock can have been set back, or
 * another machine can be the primary now. Cut to milliseconds as recorded instants are: a rounded heartbeat would be later than its moment.
 */
const BEAT = statement(
  'replica.beat',
  `with beaten as (
     insert into replica_heartbeat as heartbeat (is_only, at) values (true, ${DATABASE_CLOCK})
     on conflict (is_only) do update set at = excluded.at
     where heartbeat.at not between excluded.at - interval '0.9 seconds' and excluded.at
   )
   select clock_timestamp() as now`,
);

/** Reads the last heartbeat that a database shows. */
export const HEARTBEAT = statement('replica.heartbeat', 'select at from replica_heartbeat');

/** Milliseconds between two looks. */
const PERIOD = 1_000;
/** Milliseconds within which the replica must respond to a look, connecting included. */
const TIMEOUT = 2_000;
/** Milliseconds after a failure in which nobody asks the replica. */
const PAUSE = 5_000;

const MAX_LAG_SECONDS = 30;

/**
 * Looks at a replica every second and knows if it can be read: it responds, and shows a heartbeat that is not too old. Only these looks try a
 * replica that has failed, so no request waits for one.
 */
export class ReplicaWatch {
  private readonly primary: Connections;
  private readonly replica: Connections;
  private readonly maxLagSeconds: number;
  private readonly first: Promise<void>;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** The clock of the primary, in milliseconds, with the reading of `performance.now()` of that moment. */
  private clock: { readonly now: number; readonly readAt: number } | undefined;
  /** The heartbeat that the replica showed last, in milliseconds. */
  private shown: number | undefined;
  private brokenUntil: number | undefined;
  private reported: ReplicaState = 'used';
  private readonly onFailure = new Set<(error: Error) => void>();

  constructor(
    readUrl: string,
    private readonly settings: DatabaseSettings,
  ) {
    this.maxLagSeconds = settings.readMaxLagSeconds ?? MAX_LAG_SECONDS;
    this.primary = openPool(settings, { address: settings.url, role: 'counters', queryTimeout: TIMEOUT });
    this.replica = openPool(settings, { address: readUrl, role: 'reports', queryTimeout: TIMEOUT });
    this.first = this.look();
  }

  /** The lag of the replica: the age of its heartbeat by the clock of the primary, in seconds. `undefined`: it showed none yet. */
  get lagSeconds(): number | undefined {
    if (this.shown === undefined || !this.clock) return undefined;
    const now = this.clock.now + performance.now() - this.clock.readAt;
    return Math.max(0, (now - this.shown) / 1_000);
  }

  /** True when the replica can be read. Waits for the first look. */
  async isUsable(): Promise<boolean> {
    await this.first;
    return this.state === 'used';
  }

  private get state(): ReplicaState {
    if (this.brokenUntil !== undefined) return 'unreachable';
    return (this.lagSeconds ?? Infinity) <= this.maxLagSeconds ? 'used' : 'behind';
  }

  /** Runs work on the replica. Rejects as soon as the replica is known to have failed, while the work still waits for it. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    let fail: (error: Error) => void = () => undefined;
    const failure = new Promise<never>((_resolve, reject) => (fail = reject));
    // A failure of work that nobody waits for any more is not a fault of the process.
    failure.catch(() => undefined);
    this.onFailure.add(fail);
    try {
      const working = work();
      working.catch(() => undefined);
      return await Promise.race([working, failure]);
    } finally {
      this.onFailure.delete(fail);
    }
  }

  /** Keeps everybody away from the replica for a while: it could not be reached, or was silent. */
  failed(error: unknown): void {
    this.brokenUntil = performance.now() + PAUSE;
    this.report(error);
    const reason = new Overloaded('silence', 'The replica does not respond.', { cause: error });
    for (const fail of [...this.onFailure]) fail(reason);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await Promise.all([this.primary.close(), this.replica.close()]);
  }

  private async look(): Promise<void> {
    await Promise.all([this.beat(), this.lookAtReplica()]);
    this.report();
    if (!this.isClosed) this.timer = setTimeout(() => void this.look(), PERIOD).unref();
  }

  /** Writes the heartbeat. Without the primary its clock goes on as it was. */
  private async beat(): Promise<void> {
    try {
      const [row] = await RequestWork.apart(() => this.primary.once<{ now: Date }>(BEAT, []));
      if (row) this.clock = { now: row.now.getTime(), readAt: performance.now() };
    } catch {
      // The replica is then seen to be late.
    }
  }

  private async lookAtReplica(): Promise<void> {
    if (this.brokenUntil !== undefined && performance.now() < this.brokenUntil) return;
    try {
      const [row] = await RequestWork.apart(() => this.replica.once<{ at: Date }>(HEARTBEAT, []));
      this.shown = row?.at.getTime();
      this.brokenUntil = undefined;
    } catch (error) {
      if (!this.isClosed) this.failed(error);
    }
  }

  private report(error?: unknown): void {
    const { state } = this;
    if (state === this.reported || this.isClosed) return;
    this.reported = state;
    this.settings.onReplica?.(state, error);
  }
}
