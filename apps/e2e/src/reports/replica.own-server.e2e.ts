import type { ThrowawayPostgres } from '@worktrack/embedded-postgres';
import type { Answer } from '../kit/client.js';
import { query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { samplesOf } from '../kit/metrics.js';
import { type OwnPostgres, startOwnPostgres } from '../kit/own-postgres.js';
import { freePort } from '../kit/program.js';
import { expectRefusal } from '../kit/refusals.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

/** Seconds that the replica may be behind. */
const MAX_LAG = 3;

let own: OwnPostgres;
let replica: ThrowawayPostgres;
let replicaUrl: string;
/** Reads the primary while the replica may not be read. */
let flexible: RunningServer;
/** Refuses reports then. */
let strict: RunningServer;
let metricsUrl: string;
let project: string;

beforeAll(async () => {
  own = await startOwnPostgres('replica');
  replica = await own.postgres.replica();
  const url = new URL(replica.url);
  url.pathname = new URL(own.databaseUrl).pathname;
  replicaUrl = url.href;
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}`;
  const start = (environment: Record<string, string>) =>
    startServer({
      postgresUrl: own.postgres.url,
      databaseUrl: own.databaseUrl,
      environment: {
        DATABASE_READ_URL: replicaUrl,
        DATABASE_READ_MAX_LAG_SECONDS: String(MAX_LAG),
        LOG_LEVEL: 'info',
        ...environment,
      },
    });
  [flexible, strict] = await Promise.all([
    start({ METRICS_PORT: String(port) }),
    start({ DATABASE_READ_FALLBACK: 'refuse' }),
  ]);
  const { owner, org } = worldAt(flexible);
  const { key } = await givenProject(owner, org());
  project = `${org()}/projects/${String(key)}`;
}, 120_000);

afterAll(async () => {
  await Promise.all([flexible, strict].map((server) => server.stop()));
  await replica.leave();
  await own.postgres.leave();
});

function worldAt(server: RunningServer) {
  const world = new World('replica', server.baseUrl, own.databaseUrl, own.facts);
  return { owner: world.owner, member: world.member, org: () => world.org() };
}

const reportOf = (server: RunningServer, page = ''): Promise<Answer> =>
  worldAt(server).owner.get(`${project}/reports/distribution${page}`);

/** The heartbeat that the replica shows now. */
async function heartbeat(): Promise<Date> {
  const [row] = await query(replicaUrl, 'select at from replica_heartbeat');
  return row.at as Date;
}

const totalOf = ({ body }: Answer): number => body.distribution.total as number;
const generatedAt = ({ body }: Answer): Date => new Date(body.generatedAt as string);

/** Waits until both servers read the replica: the one that never reads the primary answers, and the other claims no more than it. */
async function untilReplicaIsRead(): Promise<void> {
  await eventually('both servers to read the replica', async () => {
    if ((await reportOf(strict)).status !== 200) return undefined;
    const answer = await reportOf(flexible);
    return answer.status === 200 && generatedAt(answer) <= (await heartbeat()) ? true : undefined;
  });
}

const add = () => givenWorkItem(worldAt(flexible).owner, project);

async function expectRefused(answer: Answer): Promise<void> {
  expectRefusal(answer, 'RATE_LIMITED');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  // Everything else is as ever.
  expect((await worldAt(strict).owner.get(project)).status).toBe(200);
}

/** Waits until the flexible server has logged the sentence: its lines come a moment after the event. */
const logged = (sentence: string) =>
  eventually(`"${sentence}" in the log`, () => Promise.resolve(flexible.log().includes(sentence) || undefined));

const lag = async (): Promise<number | undefined> => (await samplesOf(metricsUrl)).get('worktrack_replica_lag_seconds');

describe('Reports from a replica', () => {
  beforeEach(untilReplicaIsRead);

  it('have everything up to generatedAt, and are no later than the heartbeat that the replica shows', async () => {
    const { createdAt } = await add();
    const made = await eventually('a report that claims to have the new Work Item', async () => {
      const answer = await reportOf(strict);
      return generatedAt(answer) >= new Date(createdAt as string) ? answer : undefined;
    });
    expect(totalOf(made)).toBe(totalOf(await reportOf(flexible)));
    expect(generatedAt(made).getTime()).toBeLessThanOrEqual((await heartbeat()).getTime());
    const seconds = (await lag()) ?? Infinity;
    expect(seconds).toBeLessThanOrEqual(MAX_LAG);
  });

  it('never claim what a replica whose replay is paused does not have; then the primary answers, or nobody', async () => {
    const before = totalOf(await reportOf(flexible));
    await query(replicaUrl, 'select pg_wal_replay_pause()');
    try {
      const { createdAt } = await add();
      const created = new Date(createdAt as string);
      const answers: Answer[] = [];
      await eventually('the primary to be read', async () => {
        const answer = await reportOf(flexible);
        answers.push(answer);
        return generatedAt(answer) >= created ? true : undefined;
      });
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(totalOf(answer)).toBe(generatedAt(answer) >= created ? before + 1 : before);
      }
      await eventually('a refusal', async () => ((await reportOf(strict)).status === 429 ? true : undefined));
      await expectRefused(await reportOf(strict));
      expect(await eventually('the lag', async () => ((await lag()) ?? 0) > MAX_LAG || undefined)).toBe(true);
      await logged('The replica is too far behind');
    } finally {
      await query(replicaUrl, 'select pg_wal_replay_resume()');
    }
    await untilReplicaIsRead();
    await logged('Reports are read from the replica again.');
  });

  it('are continued where the pages before were made: a replica that does not show their instant yet is not read', async () => {
    const epics = [await add(), await add(), await add()];
    expect(epics).toHaveLength(3);
    await query(replicaUrl, 'select pg_wal_replay_pause()');
    try {
      const page = `${project}/reports/ageing-wip?limit=1`;
      const { owner } = worldAt(flexible);
      for (const { key } of epics) {
        const item = `${project}/work-items/${String(key)}`;
        for (const targetStatus of ['todo', 'in_progress']) {
          expect((await owner.post(`${item}/transitions`, { targetStatus }, { ifMatch: '*' })).status).toBe(200);
        }
      }
      const first = await eventually('the primary to be read', async () => {
        const answer = await owner.get(page);
        return answer.body.page?.nextCursor ? answer : undefined;
      });
      const next = `${page}&cursor=${encodeURIComponent(String(first.body.page.nextCursor))}`;
      const second = await owner.get(next);
      expect(second.status).toBe(200);
      expect(second.body.generatedAt).toBe(first.body.generatedAt);
      expect(second.body.items ?? second.body.data).toHaveLength(1);
    } finally {
      await query(replicaUrl, 'select pg_wal_replay_resume()');
    }
  });

  it('are answered while the replica is down, or refused, and come from it again afterwards', async () => {
    await replica.crash();
    try {
      for (let n = 0; n < 5; n += 1) expect((await reportOf(flexible)).status).toBe(200);
      await expectRefused(await reportOf(strict));
    } finally {
      await replica.restart();
    }
    await untilReplicaIsRead();
  });

  it('wait for a replica that is silent once; later ones do not ask it', async () => {
    const { owner, member } = worldAt(flexible);
    replica.freeze();
    try {
      const path = `${project}/reports/distribution`;
      const [one, other] = await Promise.all([owner.get(path), member.get(path)]);
      expect([one.status, other.status]).toEqual([200, 200]);
      const waited = await endedRoundTrips();
      for (let n = 0; n < 10; n += 1) expect((await owner.get(path)).status).toBe(200);
      // The ten were all read from the primary: each is a round trip of the pool of the reports that has ended.
      expect(await endedRoundTrips()).toBeGreaterThanOrEqual(waited + 10);
      await expectRefused(
        await eventually('a refusal', async () => {
          const answer = await reportOf(strict);
          return answer.status === 429 ? answer : undefined;
        }),
      );
      expect(flexible.log().split('The replica does not answer').length - 1).toBeLessThanOrEqual(3);
    } finally {
      replica.thaw();
    }
    await untilReplicaIsRead();
  });
});

/** Returns the number of round trips of reports that have ended, on the primary and on the replica. */
async function endedRoundTrips(): Promise<number> {
  // The page is kept for a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const samples = await samplesOf(metricsUrl);
  return samples.get('worktrack_database_exchange_duration_seconds_count{pool="reports"}') ?? 0;
}
