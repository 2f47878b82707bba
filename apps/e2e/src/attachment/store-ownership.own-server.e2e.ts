import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { BlobFolders } from '../kit/blob-folders.js';
import { type Caller, freshKey } from '../kit/client.js';
import { createDatabase, databaseName, dropDatabase } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { created, givenWorkItem } from '../kit/given.js';
import { listenTo, PROGRAMS, startProgram } from '../kit/program.js';
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

  it('removes nothing of the store when it cannot even start', async () => {
    const first = await serve(await database());
    await uploaded(first, 2);
    await first.stop();
    const names = await ageAll();
    const taken = createServer();
    await once(taken.listen(0, '127.0.0.1'), 'listening');
    const { port } = taken.address() as { port: number };
    try {
      const program = startProgram(PROGRAMS.server, [], {
        DATABASE_URL: await database(),
        HOST: '127.0.0.1',
        PORT: String(port),
        WORKTRACK_DATA_DIR: dataDir,
      });
      expect((await listenTo(program).ended).code).toBe(1);
    } finally {
      taken.close();
    }
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

describe('An installation from before stores had an id', () => {
  const forgetTheTie = async (server: RunningServer): Promise<void> => {
    await new Facts(server.databaseUrl).forgetTheStore();
    await folders.forgetTheStore();
  };

  it('goes on by itself where the database and the store know each other', async () => {
    const server = await serve(await database());
    const [path = ''] = await uploaded(server, 2);
    await server.stop();
    await forgetTheTie(server);
    const upgraded = await serve(server.databaseUrl);
    expect((await upload(upgraded)).status).toBe(201);
    expect((await worldOn(upgraded).owner.get(path)).text).toBe('file 0');
    expect(upgraded.log()).not.toContain(WARNING);
  });

  it.each([
    ['the store holds what the database does not know', () => orphans(1, 0)],
    ['the store lacks what the database needs', () => folders.remove('blobs')],
  ])('waits for its operator where %s', async (_what, spoil) => {
    const server = await serve(await database());
    await uploaded(server, 2);
    await server.stop();
    await forgetTheTie(server);
    await spoil();
    expect(await upload(await serve(server.databaseUrl))).toEqual(REFUSED);
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

  it('touches nothing when more than a tenth of the store would go, unless it is forced', async () => {
    const server = await serve(await database());
    await uploaded(server, 1);
    const names = await orphans(21);
    const refused = await sweep(server.databaseUrl);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('--force');
    expect(JSON.parse(refused.stdout)).toMatchObject({ blobs: 22, unneeded: 21, trashed: 0 });
    expect(await folders.trashed()).toEqual([]);
    expect(JSON.parse((await sweep(server.databaseUrl, '--force')).stdout)).toMatchObject({ trashed: 21 });
    expect(await folders.trashed()).toEqual(names);
  });

  it('is made by one process at a time', async () => {
    const server = await serve(await database());
    await orphans(1);
    await pause(1_000);
    await new Facts(server.databaseUrl).lease('blobs', 60);
    const { code, stderr } = await sweep(server.databaseUrl);
    expect([code, stderr]).toEqual([1, 'error: Another process sweeps the store now.\n']);
    await new Facts(server.databaseUrl).lease('blobs', -1);
    expect((await sweep(server.databaseUrl)).code).toBe(0);
  });
});
