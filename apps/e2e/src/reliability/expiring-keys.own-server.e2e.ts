import { type Answer, freshKey } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { query } from '../kit/database.js';
import { figures } from '../kit/figures.js';
import { givenProject } from '../kit/given.js';
import { expectInvariants } from '../kit/invariants.js';
import { Chance, seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { taskResult } from '../kit/task.js';
import { untilAnswered } from '../kit/until-answered.js';
import { World } from '../kit/world.js';

const IS_DEEP = process.env.TEST_DEEP !== undefined;
const KEYS = IS_DEEP ? 400 : 40;
const CLIENTS = 8;
/** The records expire within this many milliseconds, one after the other. */
const SPREAD = IS_DEEP ? 20_000 : 3_000;

const chance = new Chance(seed);

let server: RunningServer;
let world: World;
let project: string;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  server = await startServer({ postgresUrl, template });
  world = new World('replays', server.baseUrl, server.databaseUrl);
  project = world.project((await givenProject(world.owner, world.org())).key);
});
afterAll(async () => {
  await expectInvariants(server);
  await server.stop();
});

const create = (key: string): Promise<Answer> =>
  untilAnswered(() => world.owner.post(`${project}/work-items`, { title: key }, { key }));

/** A key with a record that expires soon, and the answer that the record holds. */
interface Expiring {
  readonly key: string;
  readonly first: Answer;
}

describe('Replays while their records expire and are purged', () => {
  it('end once for each key: then there is one more effect, which is replayed from then on', async () => {
    const made = await concurrently(CLIENTS, Array.from({ length: KEYS }, freshKey), async (key): Promise<Expiring> => {
      const first = await create(key);
      const age = 86_400_000 - chance.below(SPREAD);
      await query(
        server.databaseUrl,
        `update idempotency_records set created_at = clock_timestamp() - $2 * interval '1 millisecond' where key = $1`,
        [key, age],
      );
      return { key, first };
    });

    const end = performance.now() + SPREAD;
    const patience = new AbortController();
    const purging = (async () => {
      let purged = 0;
      while (!patience.signal.aborted) purged += (await taskResult(['idempotency:purge'], server)).purged as number;
      return purged;
    })();
    // Two clients send each key, so that a record expires between their requests, or under them.
    const answers = new Map<string, Answer[]>(made.map(({ key, first }) => [key, [first]]));
    const client = async (): Promise<void> => {
      while (performance.now() < end) {
        const { key } = chance.of(made);
        answers.get(key)!.push(await create(key));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    for (const { key } of made) answers.get(key)!.push(await create(key), await create(key));
    patience.abort();
    const purged = await purging;

    const items: { title: string; count: number }[] = await query(
      server.databaseUrl,
      'select title, count(*)::int as count from work_items where title = any ($1) group by title',
      [made.map(({ key }) => key)],
    );
    expect(items.filter(({ count }) => count !== 2)).toEqual([]);
    expect(items).toHaveLength(KEYS);
    for (const [key, all] of answers) {
      const fresh = all.filter(({ headers }) => headers['idempotency-replayed'] === undefined);
      const texts = new Set(all.map(({ text }) => text));
      expect({
        key,
        statuses: new Set(all.map(({ status }) => status)),
        fresh: fresh.length,
        texts: texts.size,
      }).toEqual({
        key,
        statuses: new Set([201]),
        fresh: 2,
        texts: 2,
      });
    }
    // The purge ran while records expired.
    expect(purged).toBeGreaterThan(0);
    figures.add('replays while records expire and are purged', [...answers.values()].flat().length - 2 * KEYS);
  }, 120_000);
});
