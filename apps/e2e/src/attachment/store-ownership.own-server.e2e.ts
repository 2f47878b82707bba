import { randomBytes } from 'node:crypto';
import { BlobFolders } from '../kit/blob-folders.js';
import { type Caller, freshKey } from '../kit/client.js';
import { createDatabase, databaseName, dropDatabase } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { created, givenWorkItem } from '../kit/given.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { runTask, runTaskProcess, taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const DAY = 24 * 60;
const WARNING = 'belongs to another database';

let dataDir: string;
let folders: BlobFolders;
const databases: string[] = [];
const servers: RunningServer[] = [];

beforeEach(() => {
  dataDir = scratchPath('store');
  folders = new BlobFolders(dataDir);
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const url of databases.splice(0)) await dropDatabase(theRun().postgresUrl, url);
});

async function database(template = theRun().template): Promise<string> {
  const url = await createDatabase(theRun().postgresUrl, template);
  databases.push(url);
  return url;
}

async function serve(databaseUrl: string): Promise<RunningServer> {
  const environment = { WORKTRACK_DATA_DIR: dataDir };
  const server = await startServer({ postgresUrl: theRun().postgresUrl, databaseUrl, environment });
  servers.push(server);
  return server;
}

const worldOn = ({ baseUrl, databaseUrl }: RunningServer) => new World('uploads', baseUrl, databaseUrl);

async function attachmentsOn(world: World, owner: Caller): Promise<string> {
  return `${world.item((await givenWorkItem(owner, world.project())).key)}/attachments`;
}

/** Uploads that many files and returns their download paths. */
async function uploaded(server: RunningServer, count: number): Promise<string[]> {
  const world = worldOn(server);
  const attachments = await attachmentsOn(world, world.owner);
  const paths: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await created(world.owner.post(attachments, uploadOf(`file ${n}`)));
    paths.push(`${attachments}/${String(id)}`);
  }
  return paths;
}

async function ageAll(days = 3): Promise<string[]> {
  const names = await folders.complete();
  for (const name of names) await folders.age('blobs', name, days * DAY);
  return names;
}

const orphans = async (count: number, days = 3): Promise<string[]> => {
  const names = Array.from({ length: count }, () => randomBytes(24).toString('hex'));
  for (const name of names) await folders.put('blobs', name, days * DAY);
  return names.sort();
};

const sweep = (databaseUrl: string, ...options: string[]) =>
  runTask(['blobs:sweep', '--json', ...options], { databaseUrl, environment: { WORKTRACK_DATA_DIR: dataDir } });
const adopt = (databaseUrl: string) =>
  taskResult(['blobs:adopt'], { databaseUrl, environment: { WORKTRACK_DATA_DIR: dataDir } }, runTaskProcess);

/** Uploads a small file. Answers the status and the code of an error. */
async function upload(server: RunningServer): Promise<{ status: number; code: string | undefined }> {
  const world = worldOn(server);
  const { content, contentType } = uploadOf('x');
  const answer = await fetch(`${server.baseUrl}${await attachmentsOn(world, world.owner)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.token('owner').token}`,
      'content-type': contentType ?? '',
      'idempotency-key': freshKey(),
    },
    body: new Uint8Array(content as Buffer),
  });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, code: error?.code };
}

const REFUSED = { status: 429, code: 'RATE_LIMITED' };

describe('A server on another database', () => {
  it('removes nothing of the store, refuses uploads, and says so once', async () => {
    const first = await serve(await database());
    await uploaded(first, 3);
    await first.stop();
    const names = await ageAll();

    const other = await serve(await database());
    await eventually('a warning', () => Promise.resolve(other.log().includes(WARNING) || undefined)).catch(
      () => undefined,
    );
    expect(await folders.complete()).toEqual(names);
    expect(other.log().split(WARNING).length - 1).toBe(1);
    expect(other.log()).toContain('blobs:adopt');
    expect(await upload(other)).toEqual(REFUSED);
    const { code, stderr } = await sweep(other.databaseUrl, '--force');
    expect(code).toBe(1);
    expect(stderr).toContain(WARNING);
    expect(await folders.complete()).toEqual(names);
  });
});

describe('A copy of a database beside the store of the original', () => {
  it('serves downloads, refuses uploads and removes nothing until the operator adopts the store', async () => {
    const url = await database();
    const original = await serve(url);
    const [path = ''] = await uploaded(original, 2);
    await original.stop();
    await ageAll();
    const copy = await serve(await database(databaseName(url)));
    const world = worldOn(copy);

    expect((await world.owner.get(path)).text).toBe('file 0');
    expect(await upload(copy)).toEqual(REFUSED);
    // The row is the copy's own, the bytes are not.
    expect((await world.owner.delete(path)).status).toBe(204);
    expect(await folders.complete()).toHaveLength(2);

    expect(await adopt(copy.databaseUrl)).toEqual({ storeId: expect.any(String), blobs: 2, unneeded: 1, missing: 0 });
    await eventually('an upload', async () => ((await upload(copy)).status === 201 ? true : undefined));
    const again = await serve(url);
    expect(await upload(again)).toEqual(REFUSED);
  });
});

describe('The sweep', () => {
  it('moves what no attachment needs to the trash, deletes it a week later, and puts back what is needed', async () => {
    const server = await serve(await database());
    const [path = ''] = await uploaded(server, 1);
    const [needed = ''] = await ageAll();
    const [old = ''] = await orphans(1);
    const [young = ''] = await orphans(1, 0.9);
    const swept = await sweep(server.databaseUrl);
    expect(JSON.parse(swept.stdout)).toEqual({
      blobs: 3,
      unneeded: 1,
      trashed: 1,
      restored: 0,
      deleted: 0,
      abandoned: 0,
    });
    expect(await folders.complete()).toEqual([needed, young].sort());
    expect(await folders.trashed()).toEqual([old]);

    await folders.age('trash', old, 6.9 * DAY);
    await folders.move(needed, 'blobs', 'trash');
    expect((await worldOn(server).owner.get(path)).text).toBe('file 0');
    expect(JSON.parse((await sweep(server.databaseUrl)).stdout)).toMatchObject({ deleted: 0 });
    expect(await folders.complete()).toContain(needed);
    await folders.age('trash', old, 7.1 * DAY);
    expect(JSON.parse((await sweep(server.databaseUrl)).stdout)).toMatchObject({ deleted: 1 });
    expect(await folders.trashed()).toEqual([]);
    expect((await worldOn(server).owner.get(path)).text).toBe('file 0');
  });
});
