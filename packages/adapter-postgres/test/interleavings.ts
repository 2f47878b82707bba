import { setTimeout as delay } from 'node:timers/promises';
import type { UnitOfWork } from '@worktrack/application';
import { Client } from 'pg';
import { postgresAdapters } from '../src/adapters.js';
import { type Connection, Connections } from '../src/engine/connections.js';
import type { Attempt, Outcomes } from './races.js';
import type { TestDatabase } from './test-database.js';

/** Two requests on data that no other test uses, and a function that checks the result. */
export interface Meeting<Result> {
  readonly works: readonly [Attempt<Result>, Attempt<Result>];
  readonly check: (outcomes: Outcomes<Result>) => Promise<void>;
}

/** Connections that delay every round trip until `open` is called. */
class GatedConnections extends Connections {
  private letThrough: (() => void) | undefined;

  /** True when a round trip waits for `open`. */
  get isAtGate(): boolean {
    return this.letThrough !== undefined;
  }

  open(): void {
    const go = this.letThrough;
    this.letThrough = undefined;
    go?.();
  }

  override async acquire(): Promise<Connection> {
    const connection = await super.acquire();
    const send = connection.send.bind(connection);
    connection.send = async (requests) => {
      await new Promise<void>((resolve) => {
        this.letThrough = resolve;
      });
      return send(requests);
    };
    return connection;
  }
}

/** One of the two requests, with a separate connection pool. */
class Side {
  private constructor(
    private readonly name: string,
    private readonly gate: GatedConnections,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  private ended = true;

  static async open(database: TestDatabase, name: string): Promise<Side> {
    const opened = await database.open({ poolMax: 1, applicationName: name });
    const gate = new GatedConnections(opened.pool, {
      prepared: true,
      observe: () => undefined,
      cancel: () => Promise.resolve(false),
    });
    return new Side(name, gate, postgresAdapters({ ...opened, connections: gate }).unitOfWork);
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  /** True when the request waits at its gate. */
  get canGoOn(): boolean {
    return this.gate.isAtGate;
  }

  begin<Result>(work: Attempt<Result>): Promise<Result> {
    this.ended = false;
    return this.unitOfWork.run(work).finally(() => {
      this.ended = true;
    });
  }

  next(): void {
    this.gate.open();
  }

  /** Waits until the request is at its gate, has ended, or waits for a lock. */
  async settled(observer: Client): Promise<void> {
    while (!this.ended && !this.gate.isAtGate && !(await this.isBlocked(observer))) await delay(1);
  }

  private async isBlocked(observer: Client): Promise<boolean> {
    const { rowCount } = await observer.query(
      `select from pg_locks join pg_stat_activity using (pid)
       where datname = current_database() and application_name = $1 and not granted`,
      [this.name],
    );
    return rowCount !== 0;
  }
}

/** Runs two requests concurrently, one round trip to the database at a time, in an order that a test chooses. */
export class Interleavings {
  private constructor(
    private readonly first: Side,
    private readonly second: Side,
    private readonly observer: Client,
  ) {}

  static async open(database: TestDatabase): Promise<Interleavings> {
    const observer = new Client({ connectionString: database.url });
    await observer.connect();
    return new Interleavings(await Side.open(database, 'first'), await Side.open(database, 'second'), observer);
  }

  close(): Promise<void> {
    return this.observer.end();
  }

  /**
   * Runs every order of the round trips of two requests, each on new data: `given` makes the data and returns the requests,
   * `check` checks the result.
   */
  async each<Result>(given: () => Promise<Meeting<Result>>): Promise<void> {
    const orders = [''];
    for (const begun of orders) {
      const { works, check } = await given();
      const { outcomes, order } = await this.run(works, begun);
      await check(outcomes).catch((cause: unknown) => {
        throw new Error(`The order ${order} of round trips went wrong.`, { cause });
      });
      for (let at = begun.length; at < order.length; at += 1) orders.push(`${order.slice(0, at)}b`);
    }
  }

  /**
   * Runs one order. `begun` names the request that continues, `a` or `b`, at each point where both could. After the end of `begun`, always
   * the first continues. The returned `order` lists all choices. A request that waits for a lock cannot continue.
   */
  private async run<Result>([a, b]: readonly [Attempt<Result>, Attempt<Result>], begun: string) {
    const { first, second } = this;
    const outcomes = Promise.allSettled([first.begin(a), second.begin(b)]);
    let order = '';
    for (;;) {
      await this.settled();
      if (first.hasEnded && second.hasEnded) break;
      const free = [first, second].filter((side) => side.canGoOn);
      if (free.length === 2) order += begun[order.length] ?? 'a';
      (free.length === 2 && order.endsWith('b') ? second : free[0])?.next();
    }
    return { outcomes: await outcomes, order };
  }

  private async settled(): Promise<void> {
    // The step of one request may have ended the other's wait for a lock.
    await this.first.settled(this.observer);
    await this.second.settled(this.observer);
    await this.first.settled(this.observer);
  }
}
