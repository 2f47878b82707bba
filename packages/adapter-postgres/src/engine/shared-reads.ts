import type { RequestWork } from '@worktrack/application';
import { Client, type ClientConfig } from 'pg';
import { sendBatch } from './batch.js';
import type { DatabaseMonitor } from './monitor.js';
import type { Statement, Value } from './statement.js';

/** Options and callbacks of the shared connections. */
export interface SharedSettings {
  /** Options of a connection, its time limit for a batch included. */
  readonly client: ClientConfig;
  readonly connections: number;
  readonly observe: (names: readonly string[]) => void;
  readonly monitor?: DatabaseMonitor | undefined;
}

/** Statements that one connection can have under way. */
const SLOTS = 32;
/** Statements of one batch. An error, or a slow statement, concerns only those of its batch and those that follow it. */
const MOST_TOGETHER = 16;
/** Milliseconds for the oldest batch of a connection, after which no more is sent on it. */
const SLOW = 100;
/** Milliseconds between attempts to open a connection. The pause doubles while they fail. */
const PAUSE = { shortest: 100, longest: 5_000 };

interface Asked {
  readonly statement: Statement;
  readonly values: readonly Value[];
  /** Executes the statement when no shared connection does. */
  readonly byPool: () => Promise<object[]>;
  /** The request that it is for. */
  readonly work: RequestWork | undefined;
  readonly resolve: (rows: object[] | Promise<object[]>) => void;
}

/**
 * A few connections that brief reads of many requests share. The statements that are asked for in one turn of the event loop are sent
 * together, without waiting for those before them. A connection is opened when it is first needed, and again after it broke.
 */
export class SharedReads {
  private readonly all: readonly SharedConnection[];
  private asked: Asked[] = [];
  private isClosed = false;

  constructor(settings: SharedSettings) {
    this.all = Array.from({ length: settings.connections }, () => new SharedConnection(settings));
  }

  /**
   * Executes a statement in the next batch. Calls `byPool` when it is not executed there, for whatever reason: no connection is open, all
   * their slots are taken, an error of its own or of another statement, a connection that broke.
   */
  rows(statement: Statement, values: readonly Value[], byPool: Asked['byPool'], work?: RequestWork): Promise<object[]> {
    if (this.isClosed || !this.hasSlot()) return byPool();
    return new Promise((resolve) => {
      this.asked.push({ statement, values, byPool, work, resolve });
      if (this.asked.length === 1) setImmediate(this.send);
    });
  }

  /** Closes all connections. Statements under way are executed by the pool. */
  close(): void {
    this.isClosed = true;
    for (const connection of this.all) connection.close();
  }

  private hasSlot(): boolean {
    const now = performance.now();
    let free = -this.asked.length;
    for (const connection of this.all) free += connection.slotsAt(now);
    return free > 0;
  }

  private readonly send = (): void => {
    const { asked } = this;
    this.asked = [];
    const now = performance.now();
    for (let next = 0; next < asked.length;) {
      const [freest] = [...this.all].sort((one, other) => other.slotsAt(now) - one.slotsAt(now));
      const together = asked.slice(next, next + Math.min(freest?.slotsAt(now) ?? 0, MOST_TOGETHER));
      // Meanwhile the connections can have broken.
      if (together.length === 0) {
        executeByPool(asked.slice(next));
        return;
      }
      freest?.send(together, now);
      next += together.length;
    }
  };
}

function executeByPool(asked: readonly Asked[]): void {
  for (const { byPool, resolve } of asked) resolve(byPool());
}

class SharedConnection {
  private client: Client | undefined;
  private isOpening = false;
  private isClosed = false;
  private opensAt = 0;
  private pause = PAUSE.shortest;
  private taken = 0;
  /** The instants at which the batches under way were sent, the oldest first. */
  private readonly since: number[] = [];

  constructor(private readonly settings: SharedSettings) {}

  /** Returns how many statements can be sent now; 0 while the connection is slow, or is not open: then it begins to open. */
  slotsAt(now: number): number {
    if (!this.client) this.openAt(now);
    const [oldest = now] = this.since;
    return this.client && now - oldest < SLOW ? SLOTS - this.taken : 0;
  }

  /** Sends the statements together. The driver closes a connection on which no result arrives in time. */
  send(asked: readonly Asked[], now: number): void {
    const { observe, monitor } = this.settings;
    const names = asked.map(({ statement }) => statement.name);
    observe(names);
    this.taken += asked.length;
    this.since.push(now);
    // After an error, such as the driver's time limit, the results from this index on are unknown.
    let received = 0;
    const done = (error?: Error): void => {
      this.taken -= asked.length;
      this.since.shift();
      if (error) executeByPool(asked.slice(received));
    };
    try {
      if (!this.client) throw new Error('The connection is closed.');
      const statements = asked.map(({ statement, values }) => ({ statement, values, preparedAs: statement.name }));
      const ended = (error?: Error): void => {
        const seconds = (performance.now() - now) / 1_000;
        const works = asked.map(({ work }) => work);
        monitor?.roundTripEnded({ pool: 'shared', seconds, statements: names, isFailed: error !== undefined, works });
        done(error);
      };
      // A request does not wait for those that were sent together with it: their rows would fill the memory meanwhile.
      const onRows = (rows: object[], index: number): void => {
        received = index + 1;
        asked[index]?.resolve(rows);
      };
      sendBatch(this.client, statements, ended, { onRows });
    } catch (error) {
      done(error as Error);
    }
  }

  close(): void {
    this.isClosed = true;
    this.client?.connection.stream.destroy();
    this.client = undefined;
  }

  private openAt(now: number): void {
    if (this.isOpening || this.isClosed || now < this.opensAt) return;
    this.isOpening = true;
    void this.open().then((client) => {
      this.isOpening = false;
      this.opensAt = performance.now() + this.pause;
      this.pause = client ? PAUSE.shortest : Math.min(2 * this.pause, PAUSE.longest);
      if (this.isClosed) client?.connection.stream.destroy();
      else this.client = client;
    });
  }

  /** Resolves to `undefined` when there is no connection, or another session responds on it than the one that was opened. */
  private async open(): Promise<Client | undefined> {
    const client = new Client(this.settings.client);
    const broke = () => {
      if (this.client === client) this.client = undefined;
      client.connection.stream.destroy();
    };
    client.on('error', broke);
    client.on('end', broke);
    try {
      await client.connect();
      // A pooler that assigns a session for a transaction has process ids of its own, and keeps no prepared statements.
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const { processID: processId } = client as Client & { readonly processID: number };
      if (rows[0]?.pid === processId) return client;
    } catch {
      // The requests use the pool, which reports why.
    }
    broke();
    return undefined;
  }
}
