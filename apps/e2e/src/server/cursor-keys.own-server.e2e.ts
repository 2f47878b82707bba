import { query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { runTask, taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

let one: RunningServer;
let other: RunningServer;
let world: World;

beforeAll(async () => {
  one = await startServer({ postgresUrl, template });
  other = await startServer({ postgresUrl, databaseUrl: one.databaseUrl });
  world = new World('lists', one.baseUrl, one.databaseUrl);
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

const task = (...parameters: string[]) => taskResult(parameters, { databaseUrl: one.databaseUrl });

/** A page of one Project; with a cursor the next one. Its position has no instant: one key always makes the same cursor. */
const page = (server: RunningServer, cursor?: string) =>
  world.owner
    .at(server.baseUrl)
    .get(`${world.org()}/projects?limit=1${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);

const cursorOf = async (server: RunningServer) => (await page(server)).body.page.nextCursor as string;

/** The key under which a cursor was made begins its signature: cursors of the same page are equal until the key changes. */
const untilSignedAnew = (server: RunningServer, before: string) =>
  eventually('a cursor of the new key', async () => {
    const cursor = await cursorOf(server);
    return cursor === before ? undefined : cursor;
  });

describe('The keys of cursors', () => {
  it('are rotated and retired while two servers work: cursors go on, those of a retired key are refused', async () => {
    const early = await cursorOf(one);
    expect(await cursorOf(other)).toBe(early);
    const { id, keys } = await task('key:rotate');
    // When the first key of a database was made is not known.
    expect(keys).toEqual([
      { id, createdAt: expect.stringMatching(/^20\d\d-/) },
      { id: 'original', createdAt: null },
    ]);

    const parameters = ['key:retire', '--id', 'original'];
    const refused = await runTask(parameters, { databaseUrl: one.databaseUrl });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('The other key is new') });

    // As if ten seconds had passed.
    await query(one.databaseUrl, `update server_secrets set created_at = created_at - interval '1 minute'`);
    const late = await untilSignedAnew(one, early);
    expect(await untilSignedAnew(other, early)).toBe(late);
    for (const server of [one, other]) {
      for (const cursor of [early, late]) expect((await page(server, cursor)).status).toBe(200);
    }

    expect(await task('key:retire', '--id', 'original')).toMatchObject({ id: 'original', keys: [{ id }] });
    for (const server of [one, other]) {
      await eventually('the cursor to be refused', async () =>
        (await page(server, early)).status === 400 ? true : undefined,
      );
      expectRefusal(await page(server, early), 'INVALID_CURSOR');
      expect((await page(server, late)).status).toBe(200);
    }
  });
});
