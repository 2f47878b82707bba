import { type Ask, freshKey } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { type Fault, FAULTS, type FaultKind, faultsAt, faultsIn, POINTS } from '../kit/faults.js';
import { figures } from '../kit/figures.js';
import { changeOf, type Footprint, footprintOf } from '../kit/footprint.js';
import { OPERATIONS } from '../kit/operations.js';
import { freePort, listenTo, PROGRAMS, startProgram } from '../kit/program.js';
import { Chance, seed } from '../kit/random.js';
import { expectReplay } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { taskResult } from '../kit/task.js';
import { answerOf, untilAnswered } from '../kit/until-answered.js';
import { World } from '../kit/world.js';
import { MUTATIONS, placeFor } from './mutations.js';

const IS_DEEP = process.env.TEST_DEEP !== undefined;
/** The number of the 150 cases that run with each fault. Each `kill` costs the start of a server. */
const MOST: Readonly<Record<FaultKind, number>> = IS_DEEP
  ? { throw: 150, terminate: 150, kill: 150 }
  : { throw: 15, terminate: 15, kill: 2 };
const LANES = 4;

interface Case extends Fault {
  readonly key: string;
}

const chance = new Chance(seed);

const ALL: readonly Case[] = Object.keys(MUTATIONS).flatMap((operation) =>
  POINTS.flatMap((point) => FAULTS.map((fault) => ({ operation, point, fault, key: freshKey() }))),
);

/** A random choice of the cases with this fault. */
const chosen = (fault: FaultKind): Case[] => {
  const rest = ALL.filter((one) => one.fault === fault);
  return Array.from({ length: MOST[fault] }, () => rest.splice(chance.below(rest.length), 1)[0]!);
};
const CASES = FAULTS.flatMap(chosen);
const KILLS = CASES.filter(({ fault }) => fault === 'kill');
const OTHERS = CASES.filter(({ fault }) => fault !== 'kill');

/** The store of attachments, which all servers share. */
const STORE = { WORKTRACK_DATA_DIR: scratchPath('data') };

let databaseUrl: string;
let server: RunningServer;
let world: World;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  databaseUrl = await createDatabase(postgresUrl, template);
  server = await startServer({ postgresUrl, databaseUrl, environment: { ...faultsAt(OTHERS), ...STORE } });
  world = new World('fault-points', server.baseUrl, databaseUrl);
});
afterAll(async () => {
  await server.stop();
  await dropDatabase(theRun().postgresUrl, databaseUrl);
});

/** Servers that each die of one fault. The next one starts while the present one is used. */
class Victims {
  private next: Promise<RunningServer> | undefined;
  private left = KILLS.length;

  take(): Promise<RunningServer> {
    const taken = this.next ?? this.start();
    this.left -= 1;
    this.next = this.left > 0 ? this.start() : undefined;
    // Awaited by the next call.
    this.next?.catch(() => undefined);
    return taken;
  }

  async end(): Promise<void> {
    await (await this.next?.catch(() => undefined))?.stop('SIGKILL');
  }

  private start(): Promise<RunningServer> {
    return startServer({
      postgresUrl: theRun().postgresUrl,
      databaseUrl,
      environment: { ...faultsAt(KILLS), ...STORE },
    });
  }
}

/** Sends the request with its key, and once more without a fault; compares both answers with those that are legal. */
async function suffer({ operation, point, fault, key }: Case, prepared: Ask, victims: Victims): Promise<void> {
  const ask = { ...prepared, headers: { ...prepared.headers, 'idempotency-key': key } };
  const victim = fault === 'kill' ? await victims.take() : undefined;
  const first = await answerOf(
    world.owner.at(victim?.baseUrl ?? server.baseUrl).send({ ...ask, mayFail: fault === 'throw' }),
  );
  if (victim) expect(faultsIn((await victim.stop()).stderr)).toEqual([`${operation} ${point} ${fault}`]);
  const again = await untilAnswered(() => world.owner.send(ask));

  const success = OPERATIONS.find(({ id }) => id === operation)?.success;
  if (first !== undefined && first.status !== 500) {
    // The server has repeated the transaction by itself, on another connection.
    expect({ fault, status: first.status, isCommitted: point === 'after-commit' }).toEqual({
      fault: 'terminate',
      status: success,
      isCommitted: false,
    });
    expectReplay(again, first);
    return;
  }
  // No answer is right where COMMIT was sent, because its outcome is unknown to the server.
  const mayAnswer = fault === 'throw' && point !== 'after-commit';
  expect(mayAnswer ? [500, undefined] : [undefined]).toContain(first?.status);
  expect({ status: again.status, replayed: again.headers['idempotency-replayed'] }).toEqual({
    status: success,
    replayed: point === 'after-commit' ? 'true' : undefined,
  });
}

/** Runs the cases of one operation, one after the other, in a Project of their own. */
async function lane(operation: string, victims: Victims): Promise<void> {
  const place = await placeFor(world, operation);
  const prepare = MUTATIONS[operation]!;
  const effectOf = async (work: (ask: Ask) => Promise<unknown>): Promise<Footprint> => {
    const ask = await prepare(place);
    const before = await footprintOf(databaseUrl, place.name);
    await work(ask);
    return changeOf(before, await footprintOf(databaseUrl, place.name));
  };
  const undisturbed = await effectOf((ask) =>
    untilAnswered(() => world.owner.send({ ...ask, headers: { ...ask.headers, 'idempotency-key': freshKey() } })),
  );
  expect(undisturbed).not.toEqual({});

  for (const one of CASES.filter((each) => each.operation === operation)) {
    const name = `${one.operation} ${one.point} ${one.fault}`;
    const effect = await effectOf((ask) => suffer(one, ask, victims)).catch((error: unknown) => {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
    });
    expect({ name, ...effect }).toEqual({ name, ...undisturbed });
  }
}

describe('A mutation that suffers a fault', () => {
  it('has one effect when it is sent again with its key, whatever the fault and the moment', async () => {
    const victims = new Victims();
    try {
      await concurrently(LANES, Object.keys(MUTATIONS), (operation) => lane(operation, victims));
    } finally {
      await victims.end();
    }

    const fired = OTHERS.map(({ operation, point, fault }) => `${operation} ${point} ${fault}`);
    expect(faultsIn(server.log()).sort()).toEqual(fired.sort());
    figures.add('faults injected', CASES.length);
    figures.add('kills of servers', KILLS.length);
    figures.add('effects doubled', 0);
    figures.add('acknowledged writes lost', 0);
  }, 900_000);

  it('leaves one audit row for each stored reply, no violated rule, and nothing open', async () => {
    const [counts] = await query(
      databaseUrl,
      `select (select count(*)::int from audit_log where operation = any ($1)) as audited,
         (select count(*)::int from idempotency_records) as kept`,
      [Object.keys(MUTATIONS)],
    );
    expect(counts).toEqual({ audited: counts.kept, kept: counts.kept });
    // The numbering of the feed works all the time: its transactions end.
    await eventually('no open transaction', async () => {
      const open = await query(
        databaseUrl,
        "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
      );
      return open.length === 0 ? true : undefined;
    });
    expect(counts.kept).toBeGreaterThan(0);
    expect((await taskResult(['db:verify'], { databaseUrl, environment: STORE })).violations).toEqual([]);
  });
});

describe('A name that does not exist', () => {
  const RULE: Fault = { operation: 'createWorkItem', point: 'after-locks', fault: 'throw' };

  it.each([
    ['an operation', { ...RULE, operation: 'createNothing' }, 'there is no operation "createNothing"'],
    ['a point', { ...RULE, point: 'after-lunch' as Fault['point'] }, 'there is no point "after-lunch"'],
    ['a fault', { ...RULE, fault: 'yawn' as Fault['fault'] }, 'there is no fault "yawn"'],
  ])('ends the start of the server with exit code 2: %s', async (_what, rule, complaint) => {
    const program = startProgram(PROGRAMS.server, [], {
      ...faultsAt([rule]),
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
    });
    program.stdin?.end();
    const { code, stderr } = await listenTo(program).ended;
    expect({ code, stderr }).toEqual({ code: 2, stderr: `fault-at: ${complaint}\n` });
  });
});
