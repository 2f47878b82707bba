import { BlobFolders } from '../kit/blob-folders.js';
import { type Caller, freshKey } from '../kit/client.js';
import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { taskResult } from '../kit/task.js';
import { untilAnswered } from '../kit/until-answered.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const ITEMS = 500;
const environment = { WORKTRACK_DATA_DIR: scratchPath('killed-team') };
const folders = new BlobFolders(environment.WORKTRACK_DATA_DIR);

let databaseUrl: string;
let facts: Facts;
let server: RunningServer;
let world: World;

const start = () => startServer({ postgresUrl: theRun().postgresUrl, databaseUrl, environment });
const owner = (): Caller => world.owner.at(server.baseUrl);
const one = async (sql: string, ...values: unknown[]): Promise<any> => (await query(databaseUrl, sql, values))[0];
const violations = async () => (await taskResult(['db:verify'], { databaseUrl })).violations;

beforeAll(async () => {
  databaseUrl = await createDatabase(theRun().postgresUrl, theRun().template);
  facts = new Facts(databaseUrl);
  server = await start();
  world = new World('running', server.baseUrl, databaseUrl);
});

afterAll(async () => {
  await server.stop();
  await dropDatabase(theRun().postgresUrl, databaseUrl);
});

/** Kills the server in the step that waits for this Work Item, which somebody else holds, and starts another one. */
async function killedWhileItWaitsFor(item: string): Promise<void> {
  await facts.whileLocked('work_items', item, async () => {
    await facts.untilSomebodyWaits();
    await server.stop('SIGKILL');
  });
  server = await start();
}

describe('A server that is killed', () => {
  it(`in the middle of a handover of ${ITEMS} Work Items: the next one completes it, each once`, async () => {
    const { id, publicId } = world.user('member');
    const { id: next, publicId: reassignTo } = world.user('colleague');
    const operation = { projectKey: 'WEB', title: 'To hand over', assigneePublicId: publicId };
    for (let made = 0; made < ITEMS; made += 50) {
      const operations = Array.from({ length: 50 }, () => operation);
      expect((await owner().post(`${world.org()}/bulk-work-items`, { operations })).status).toBe(200);
    }
    const assigned = async (to: string): Promise<number> =>
      (await one('select count(*)::int as items from work_items where assignee_id = $1', to)).items;
    const before = await assigned(next);
    const middle = await one(
      `select id from work_items where assignee_id = $1 order by id offset ${ITEMS / 2} limit 1`,
      id,
    );
    const removal = {
      method: 'DELETE',
      target: `/api/x/organizations/${world.slug}/members/${publicId}`,
      headers: { 'idempotency-key': freshKey() },
      body: { reassignTo },
    };
    const [answer] = await Promise.all([untilAnswered(() => owner().send(removal)), killedWhileItWaitsFor(middle.id)]);
    expect(answer).toMatchObject({ status: 200, body: { reassigned: ITEMS } });
    await eventually(
      'the end of the handover',
      async () => ((await one('select count(*)::int as left from handovers')).left === 0 ? true : undefined),
      60,
    );
    expect([await assigned(id), await assigned(next)]).toEqual([0, before + ITEMS]);
    expect(
      await one(
        `select count(*)::int as changes, count(distinct work_item_id)::int as items from work_item_history
         where action = 'assigned' and detail->>'from' = $1`,
        id,
      ),
    ).toEqual({ changes: ITEMS, items: ITEMS });
    expect(await violations()).toEqual([]);
  }, 180_000);

  it('in the middle of the deletion of an Organization: the next one completes it, and others lose nothing', async () => {
    const foreign = `${world.slug}-foreign`;
    const { key } = await givenWorkItem(owner(), world.project());
    const upload = await owner().post(`${world.item(key)}/attachments`, uploadOf('To be deleted'));
    expect(upload.status).toBe(201);
    const { id } = await one('select id from organizations where slug = $1', world.slug);
    const last = await one('select id from work_items where organization_id = $1 order by id desc limit 1', id);
    const rowsOf = (slug: string) =>
      one(
        `select (select count(*)::int from memberships where organization_id = o.id) as members,
                (select count(*)::int from work_items where organization_id = o.id) as items
         from organizations o where slug = $1`,
        slug,
      );
    const others = await rowsOf(foreign);
    expect(others.members).toBeGreaterThan(0);
    await taskResult(['org:remove', '--slug', world.slug], { databaseUrl });
    await facts.endDaysOfRemoval(world.slug);
    await killedWhileItWaitsFor(last.id);
    // A part is gone.
    expect(await rowsOf(world.slug)).toMatchObject({ members: 0 });
    // The lease of the killed server, which would end by itself after a minute.
    await query(databaseUrl, `update leases set held_until = now() where name = 'deletion'`);
    await eventually(
      'the end of the deletion',
      async () => ((await rowsOf(world.slug)) === undefined ? true : undefined),
      60,
    );
    expect(await rowsOf(foreign)).toEqual(others);
    expect([await folders.complete(), await folders.trashed()]).toEqual([[], []]);
    const said = await query(
      databaseUrl,
      `select operation, count(*)::int from audit_log where touched @> jsonb_build_array(jsonb_build_object('id', $1::text)) and operation like 'org:delete%' group by 1 order by 1`,
      [id],
    );
    expect(said).toEqual([
      { operation: 'org:delete', count: 1 },
      { operation: 'org:deleted', count: 1 },
    ]);
    expect(await violations()).toEqual([]);
  }, 180_000);
});
