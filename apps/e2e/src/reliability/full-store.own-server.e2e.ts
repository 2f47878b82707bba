import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BlobFolders } from '../kit/blob-folders.js';
import { type Answer, freshKey } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const UPLOADS = 8;

const dataDir = scratchPath('data');
const folders = new BlobFolders(dataDir);
const full = scratchPath('full');

let server: RunningServer;
let world: World;
let facts: Facts;
let attachments: string;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  const preload = path.resolve(__dirname, '../kit/preload/full-store.cjs');
  const environment = { WORKTRACK_DATA_DIR: dataDir, NODE_OPTIONS: `--require ${preload}`, FULL_STORE: full };
  server = await startServer({ postgresUrl, template, environment });
  world = new World('uploads', server.baseUrl, server.databaseUrl);
  facts = new Facts(server.databaseUrl);
  const { key } = await givenWorkItem(world.owner, world.project());
  attachments = `${world.item(key)}/attachments`;
});
afterAll(() => server.stop());

const form = uploadOf(Buffer.alloc(200_000, 'x'));

/** Uploads the file. */
const upload = (key: string): Promise<Answer> =>
  world.owner.send({
    method: 'POST',
    target: attachments,
    headers: { 'idempotency-key': key },
    body: form,
  });

/** Uploads one file after the other: a token may have four under way. */
async function uploadAll(keys: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const key of keys) answers.push(await upload(key));
  return answers;
}

describe('A store without room', () => {
  it('refuses uploads in the envelope, keeps neither row nor bytes, and hurts nobody else', async () => {
    expect((await upload(freshKey())).status).toBe(201);
    const rows = await facts.blobs();
    writeFileSync(full, '');

    const keys = Array.from({ length: UPLOADS }, freshKey);
    const refused = await uploadAll(keys);
    expect(refused.map(({ status, body }) => ({ status, code: body.error.code }))).toEqual(
      keys.map(() => ({ status: 503, code: 'INTERNAL_ERROR' })),
    );
    expect(refused.map(({ text }) => /ENOSPC|space|staging/.test(text))).not.toContain(true);
    expect((await givenWorkItem(world.owner, world.project())).revision).toBe(1);
    expect((await world.nobody.get('/api/ready')).status).toBe(200);

    await folders.untilNothingIsStaged();
    expect(await facts.blobs()).toEqual(rows);
    expect(await folders.complete()).toEqual(rows);
    expect(await facts.attachmentBytesCounted(world.slug)).toBe(await facts.attachmentBytes(world.slug));

    rmSync(full);
    const repeated = await uploadAll(keys);
    expect(repeated.map(({ status, headers }) => ({ status, replayed: headers['idempotency-replayed'] }))).toEqual(
      keys.map(() => ({ status: 201, replayed: undefined })),
    );
    expect(await folders.complete()).toEqual(await facts.blobs());
    expect(await facts.blobs()).toHaveLength(rows.length + UPLOADS);
    const { violations } = await taskResult(['db:verify'], {
      databaseUrl: server.databaseUrl,
      environment: { WORKTRACK_DATA_DIR: dataDir },
    });
    expect(violations).toEqual([]);
  });
});
