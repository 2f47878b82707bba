import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { escapeIdentifier, type Client } from 'pg';
import { BIG, withBigProject, withClient } from './big-project.js';
import { postmasterOf, spentBy } from './cpu.js';
import { median } from './load.js';
import { freePort, runTask, SERVER_PROGRAM, start, stop } from './processes.js';
import { SLUG } from './report-data.js';
import type { Begun, SwitchOrder } from './restriction-switch.js';

const ROUNDS = 120;
/** Updates of one round, in each state. */
const UPDATES = 60;
/** Updates before those of a round: PostgreSQL plans statements anew after a table has changed. */
const BEFORE = 15;
/** Updates in each state before the first round: the compiler of Node learns from them. */
const WARM_UP = 1_500;

/**
 * The states that are compared. `with`: as the product is. `open`: the transaction keeps the role of the server, whose policies let all
 * rows through. `without`: in addition no table has row-level security.
 */
const STATES = ['with', 'open', 'without'] as const;
type State = (typeof STATES)[number];

const PRIORITIES = ['low', 'medium', 'high', 'urgent'];

/** The change of an update: another value than that of the Work Item in new data. */
type Change = (number: number) => object;

function changes(): Readonly<Record<string, Change>> {
  const updates = new Map<number, number>();
  return {
    'update of the priority': (number) => {
      const next = (updates.get(number) ?? number) + 1;
      updates.set(number, next);
      return { priority: PRIORITIES[next % PRIORITIES.length] };
    },
    'update of the title': () => ({ title: `Title ${randomUUID()}` }),
  };
}

/** One round in one state: milliseconds until the answer in the median, microseconds of processor time for each update. */
interface Round {
  readonly p50: number;
  readonly server: number;
  readonly database: number;
}

const FIGURES = ['p50', 'server', 'database'] as const;

/**
 * Measures what row-level security costs an update at one client, in one server process: it is switched on and off in turn. `kept` keeps
 * the data in a folder of this repository, and measures them again in the next run; `data` makes them, and measures nothing; other words
 * choose the updates whose name contains one of them.
 */
export function measureRowSecurity(options: readonly string[]): Promise<void> {
  const words = options.filter((option) => option !== 'kept' && option !== 'data');
  const wanted = Object.entries(changes()).filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  return withBigProject('bench-row-security', options, (url, token) =>
    withClient(url, (client) => measureAll({ url, token, client }, wanted)),
  );
}

interface Measured {
  readonly url: string;
  readonly token: string;
  readonly client: Client;
}

async function measureAll(
  { url, token, client }: Measured,
  wanted: readonly (readonly [string, Change])[],
): Promise<void> {
  // Gives back the policies that an interrupted run took away.
  await runTask(url, ['db:migrate']);
  const tables = await securedTables(client);
  const server = await SwitchedServer.start(url);
  const sender = new Sender(server.origin, token);
  const postmaster = await postmasterOf(client);
  let present: State = 'with';
  const become = async (state: State): Promise<void> => {
    const [had, has] = [present !== 'without', state !== 'without'];
    if (had !== has) await setRowSecurity(client, tables, has);
    await server.order({ isRestricted: state === 'with' });
    present = state;
  };
  /** Sends updates, and fails when one of them worked in another state. */
  const updateIn = async (change: Change, count: number): Promise<number> => {
    const p50 = await sender.update(change, count);
    const isRestricted = present === 'with';
    const begun = await server.order({ isRestricted });
    const [right, wrong] = isRestricted
      ? [begun.restricted, begun.unrestricted]
      : [begun.unrestricted, begun.restricted];
    if (right < count || wrong > 0) throw new Error(`Of ${count} updates, ${right} worked in the state "${present}".`);
    return p50;
  };
  try {
    for (const [name, change] of wanted) {
      for (const state of STATES) {
        await become(state);
        await updateIn(change, WARM_UP);
      }
      // Without statistics PostgreSQL reads all stored replies to find one key.
      await client.query('vacuum analyze idempotency_records, idempotency_usage');
      const rounds: Record<State, Round>[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const found: Partial<Record<State, Round>> = {};
        // Each comes first in turn.
        const at = round % STATES.length;
        for (const state of [...STATES.slice(at), ...STATES.slice(0, at)]) {
          await become(state);
          await updateIn(change, BEFORE);
          const spent = await spentBy(server.pid, postmaster, () => updateIn(change, UPDATES));
          const each = (microseconds: number) => microseconds / UPDATES;
          found[state] = { p50: spent.result, server: each(spent.server), database: each(spent.database) };
        }
        rounds.push(found as Record<State, Round>);
      }
      report(name, rounds);
    }
  } finally {
    sender.end();
    await server.stop();
    await setRowSecurity(client, tables, true);
  }
}

function report(name: string, rounds: readonly Record<State, Round>[]): void {
  console.log(`${name}, ${BIG.items} Work Items, one client, ${ROUNDS} rounds of ${UPDATES} in each state:`);
  for (const state of STATES) {
    const of = (figure: keyof Round) => median(rounds.map((round) => round[state][figure]));
    console.log(
      `  ${state}: p50 ${of('p50').toFixed(3)} ms, server ${of('server').toFixed(0)} µs, PostgreSQL ${of('database').toFixed(0)} µs`,
    );
  }
  for (const state of ['with', 'open'] as const) {
    const ratios = FIGURES.map((figure) => {
      const all = rounds.map((round) => round[state][figure] / round.without[figure]).sort((a, b) => a - b);
      const [low, high] = boundsOfMedian(all);
      return `${figure} ${median(all).toFixed(3)} [${low.toFixed(3)}–${high.toFixed(3)}]`;
    });
    console.log(
      `  ${state} to without, median of the ratios of the rounds, and where it is with 95 % certainty: ${ratios.join(', ')}`,
    );
  }
}

/** Returns the bounds between which the median of all such values is with 95 % certainty, whatever their distribution. */
function boundsOfMedian(sorted: readonly number[]): readonly [number, number] {
  const half = sorted.length / 2;
  // 1.96 standard deviations of the number of values below the median.
  const away = 0.98 * Math.sqrt(sorted.length);
  return [sorted[Math.floor(half - away) - 1] ?? Number.NaN, sorted[Math.ceil(half + away)] ?? Number.NaN];
}

async function securedTables(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace order by relname`,
  );
  return rows.map(({ name }) => name);
}

async function setRowSecurity(client: Client, tables: readonly string[], isOn: boolean): Promise<void> {
  const actions = isOn
    ? 'enable row level security, force row level security'
    : 'no force row level security, disable row level security';
  const each = tables.map((table) => `alter table ${escapeIdentifier(table)} ${actions}`);
  // One transaction: the server takes no statement between two tables.
  await client.query(each.join('; '));
}

/** A running server whose restriction can be switched. */
class SwitchedServer {
  private constructor(
    readonly origin: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(databaseUrl: string): Promise<SwitchedServer> {
    const port = await freePort();
    const child = await start([SERVER_PROGRAM], port, '/api/health', {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      RATE_LIMIT_MAX: '100000000',
      NODE_OPTIONS: `--require "${path.join(__dirname, 'restriction-switch.js')}"`,
    });
    return new SwitchedServer(`http://127.0.0.1:${port}`, child);
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** Switches the restriction, and returns the transactions since the order before. */
  async order(order: SwitchOrder): Promise<Begun> {
    const answered = once(this.process, 'message');
    this.process.send(order);
    const [begun] = (await answered) as [Begun];
    return begun;
  }

  stop(): Promise<void> {
    return stop(this.process);
  }
}

/** Sends updates of Work Items one after the other over one connection. */
class Sender {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {}

  /** Returns the median of the milliseconds until the answer. Throws when an answer is not 200. */
  async update(change: Change, count: number): Promise<number> {
    const times: number[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      const number = 1 + Math.floor(Math.random() * BIG.items);
      const body = JSON.stringify(change(number));
      const began = performance.now();
      await this.patch(`${BIG.key}-${number}`, body);
      times.push(performance.now() - began);
    }
    return median(times);
  }

  end(): void {
    this.agent.destroy();
  }

  private patch(workItem: string, body: string): Promise<void> {
    const url = `${this.origin}/api/v1/organizations/${SLUG}/projects/${BIG.key}/work-items/${workItem}`;
    const headers = {
      authorization: `Bearer ${this.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'if-match': '*',
      'idempotency-key': randomUUID(),
    };
    return new Promise((resolve, reject) => {
      const sending = request(url, { method: 'PATCH', agent: this.agent, headers }, (answer) => {
        answer.resume();
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${url}: ${String(answer.statusCode)}`));
        });
      });
      sending.once('error', reject);
      sending.end(body);
    });
  }
}
