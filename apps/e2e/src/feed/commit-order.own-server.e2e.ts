import type { Caller } from '../kit/client.js';
import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { givenWorkItem } from '../kit/given.js';
import { theRun } from '../kit/run.js';
import { startServer, type RunningServer } from '../kit/server.js';
import { World } from '../kit/world.js';
import { openStream, type OpenStream } from './open-stream.js';

const { postgresUrl, template } = theRun();

const WRITERS = 8;
/** Requests of each writer. `TEST_DEEP` asks for 2,000 in all. */
const REQUESTS = process.env.TEST_DEEP === undefined ? 30 : 250;

/** Each transaction waits for up to 50 ms after its last statement: they are committed in another order than they began. */
const SLOW_COMMITS = `
  create function slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(random() * 0.05); return null; end $$;
  create constraint trigger slow_commit after insert on change_queue deferrable initially deferred
    for each row execute function slow_commit()`;

let databaseUrl: string;
let servers: RunningServer[];
let worlds: World[];
const streams: OpenStream[] = [];

beforeAll(async () => {
  databaseUrl = await createDatabase(postgresUrl, template);
  const environment = { RATE_LIMIT_DISABLED: 'true' };
  servers = await Promise.all([1, 2].map(() => startServer({ postgresUrl, databaseUrl, environment })));
  worlds = servers.map(({ baseUrl }) => new World('running', baseUrl, databaseUrl));
  await eventually('positions for what the world was made of', async () => {
    const [row] = await query(databaseUrl, 'select from change_queue limit 1');
    return row === undefined ? true : undefined;
  });
  await query(databaseUrl, SLOW_COMMITS);
});
afterAll(async () => {
  for (const stream of streams) stream.cut();
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await dropDatabase(postgresUrl, databaseUrl);
});

const path = ({ org }: { org: string }): string => `${org.replace('/api/v1/', '/api/x/')}/events`;

/** Follows the feed until `isOver` says that a response has everything. */
async function pulled(caller: Caller, events: string, cursor: string, search: string, isOver: (last: any) => boolean) {
  const seen: any[] = [];
  for (let after = cursor; !isOver(seen.at(-1));) {
    const { status, body } = await caller.get(`${events}?after=${after}${search}`);
    if (status !== 200) throw new Error(`A pull got ${status}.`);
    seen.push(...body.items);
    after = body.cursor;
  }
  return seen;
}

it('Whoever pulls or streams sees every change once, in the order of its causes, however the transactions overtake', async () => {
  const [here, there] = worlds as [World, World];
  const events = path({ org: here.org() });
  const items = await Promise.all(
    [1, 2, 3, 4].map(async () => (await givenWorkItem(here.owner, here.project())).key as string),
  );
  const first = await eventually('the Work Items', async () => {
    const { body } = await here.owner.get(`${events}?after=earliest&limit=500`);
    return body.items.filter(({ type }: any) => type === 'work_item.created').length >= 4 && !body.hasMore
      ? body
      : undefined;
  });
  const begin = first.cursor as string;
  const from = first.items.at(-1).sequence as number;
  for (const { baseUrl, token } of [here, there].map(({ baseUrl, owner }) => ({ baseUrl, token: owner.token! }))) {
    streams.push(await openStream(baseUrl, `${events}/stream?after=${begin}`, { authorization: `Bearer ${token}` }));
  }
  const end = 'The last one';
  const isOver = (last: any) => last?.workItem?.title === end;
  const pulls = [
    pulled(here.owner, events, begin, '&limit=7&wait=1', isOver),
    pulled(there.owner, events, begin, '&limit=500&wait=2', isOver),
    pulled(there.owner, events, begin, '&limit=100', isOver),
  ];
  // Few Work Items for many writers: their transactions wait for each other.
  const write = async (writer: number): Promise<number> => {
    const world = worlds[writer % 2]!;
    let made = 0;
    for (let n = 0; n < REQUESTS; n += 1) {
      const key = items[(writer + n) % items.length]!;
      const answer =
        n % 10 === 9
          ? await world.owner.post(`${world.project()}/work-items`, { title: `${writer} ${n}` })
          : await world.owner.patch(world.item(key), { title: `${writer} ${n}` });
      if (answer.status >= 300) throw new Error(`A writer got ${answer.status}: ${answer.text}`);
      made += 1;
    }
    return made;
  };
  const made = (await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))).reduce(
    (a, b) => a + b,
  );
  await here.owner.post(`${here.project()}/work-items`, { title: end });
  const seen = [...(await Promise.all(pulls)), ...(await Promise.all(streams.map((stream) => stream.first(made + 1))))];
  const sequences = Array.from({ length: made + 1 }, (_, index) => from + 1 + index);
  for (const one of seen) {
    expect(one.map(({ sequence }) => sequence)).toEqual(sequences);
    expect(new Set(one.map(({ id }) => id)).size).toBe(made + 1);
    const revisions = new Map<string, number>();
    for (const { workItem } of one) {
      expect(workItem.revision).toBeGreaterThan(revisions.get(workItem.id) ?? 0);
      revisions.set(workItem.id, workItem.revision);
    }
  }
});
