import { BlobFolders } from '../kit/blob-folders.js';
import { query } from '../kit/database.js';
import { created, givenWorkItem } from '../kit/given.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { runTask, taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();
const environment = { WORKTRACK_DATA_DIR: scratchPath('purged-attachments') };

/** An instant before today. Not too long before: the server erases what was deleted more than 30 days ago. */
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const [OLD, YOUNGER] = [daysAgo(3), daysAgo(2)];

let server: RunningServer;
let world: World;
const folders = new BlobFolders(environment.WORKTRACK_DATA_DIR);

beforeAll(async () => {
  server = await startServer({ postgresUrl, template, environment });
  world = new World('uploads', server.baseUrl, server.databaseUrl);
});
afterAll(() => server.stop());

const purge = (deletedBefore: string) =>
  taskResult(['attachments:purge', '--deleted-before', deletedBefore], {
    databaseUrl: server.databaseUrl,
    environment,
  });

const sql = (text: string) => query(server.databaseUrl, text);

/** A new Work Item with files of these sizes; answers its address. */
async function givenFiles(...sizes: number[]): Promise<string> {
  const item = world.item((await givenWorkItem(world.owner, world.project())).key);
  for (const size of sizes) await created(world.owner.post(`${item}/attachments`, uploadOf(Buffer.alloc(size, 'x'))));
  return item;
}

async function remove(item: string): Promise<void> {
  const { status } = await world.owner.delete(item, { ifMatch: '*' });
  expect(status).toBe(204);
}

const usage = async () =>
  (await sql(`select coalesce(sum(bytes), 0)::integer as bytes from attachment_usage`))[0].bytes as number;

describe('attachments:purge', () => {
  it('deletes the files of Work Items that were deleted before the instant, and no others', async () => {
    const kept = await givenFiles(1_000);
    const old = await givenFiles(10, 20);
    const recent = await givenFiles(300);
    for (const item of [old, recent]) await remove(item);
    await sql(
      `update work_items set deleted_at = '${OLD}' where deleted_at is not null
       and id in (select work_item_id from attachments where size in (10, 20))`,
    );
    expect({ blobs: (await folders.complete()).length, usage: await usage() }).toEqual({ blobs: 4, usage: 1_330 });
    const history = await sql('select count(*)::integer as rows from work_item_history');

    // An item that was deleted at the instant was not deleted before it.
    expect(await purge(OLD)).toEqual({ attachments: 0, bytes: 0 });
    expect(await purge(YOUNGER)).toEqual({ attachments: 2, bytes: 30 });
    expect({ blobs: (await folders.complete()).length, usage: await usage() }).toEqual({ blobs: 2, usage: 1_300 });
    expect(await folders.trashed()).toEqual([]);
    expect(await purge(YOUNGER)).toEqual({ attachments: 0, bytes: 0 });

    expect((await world.owner.get(`${kept}/attachments`)).body.items).toHaveLength(1);
    expect(await sql('select count(*)::integer as rows from work_item_history')).toEqual(history);
    const rows = await sql(
      `select organization_id is not null as known, jsonb_array_length(touched) as touched from audit_log
       where operation = 'attachments:purge'`,
    );
    expect(rows).toEqual([{ known: true, touched: 2 }]);
    // The deletion was only made old for this test; the history has its true instant.
    await sql(
      `update work_items set deleted_at = history.at from work_item_history history
       where history.work_item_id = work_items.id and history.action = 'work_item_deleted'`,
    );
    const verified = await taskResult(['db:verify', '--bytes'], { databaseUrl: server.databaseUrl, environment });
    expect(verified.violations).toEqual([]);
  });

  it('looks at every page of attachments', async () => {
    const item = await givenFiles(7);
    await remove(item);
    // 2,500 more rows of the same Work Item; their bytes are not in the store, as after a crash between commit and removal.
    await sql(
      `with made as (
         insert into attachments (organization_id, id, project_id, work_item_id, file_name, content_type, size, sha256, blob_name,
           created_by, created_at)
         select organization_id, gen_random_uuid(), project_id, work_item_id, file_name, content_type, 1, sha256, gen_random_uuid()::text,
           created_by, created_at
         from attachments, generate_series(1, 2500) where size = 7 returning organization_id
       )
       update attachment_usage set bytes = bytes + 2500 where organization_id in (select organization_id from made)`,
    );
    await sql(
      `update work_items set deleted_at = '${OLD}' where id in (select work_item_id from attachments where size = 7)`,
    );
    expect(await purge(YOUNGER)).toEqual({ attachments: 2_501, bytes: 2_507 });
    expect(await usage()).toBe(1_300);
  });

  it('touches nothing of a store that belongs to another database', async () => {
    const item = await givenFiles(5);
    await remove(item);
    await sql(`update work_items set deleted_at = '${OLD}' where deleted_at is not null`);
    const before = { blobs: await folders.complete(), usage: await usage() };
    const [{ id }] = await sql('select store_id as id from blob_store');
    await sql('update blob_store set store_id = gen_random_uuid()');
    const parameters = ['attachments:purge', '--deleted-before', YOUNGER];
    const { code, stderr } = await runTask(parameters, { databaseUrl: server.databaseUrl, environment });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('belongs to another database') });
    expect({ blobs: await folders.complete(), usage: await usage() }).toEqual(before);
    await sql(`update blob_store set store_id = '${String(id)}'`);
    expect(await purge(YOUNGER)).toMatchObject({ attachments: 2 });
  });
});
