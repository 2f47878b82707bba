import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Answer, freshKey } from '../kit/client.js';
import { created, givenWorkItem } from '../kit/given.js';
import type { Environment } from '../kit/program.js';
import { theRun } from '../kit/run.js';
import { startS3Server, type S3Server } from '../kit/s3-server.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

let server: RunningServer;

async function serve(environment: Environment): Promise<World> {
  const { postgresUrl, template } = theRun();
  server = await startServer({ postgresUrl, template, environment });
  return new World('uploads', server.baseUrl, server.databaseUrl);
}

/** Uploads, takes the store away, sees what is answered meanwhile, and gives it back. */
async function expectRefusedOnlyWhile(world: World, takeAway: () => Promise<void>, giveBack: () => Promise<void>) {
  const { owner } = world;
  const { key } = await givenWorkItem(owner, world.project());
  const attachments = `${world.item(key)}/attachments`;
  const { id } = await created(owner.post(attachments, uploadOf('kept')));
  const upload = (bytes: number, idempotencyKey: string): Promise<Answer> =>
    owner.post(attachments, uploadOf(Buffer.alloc(bytes, 'x')), { key: idempotencyKey });
  const keys = [freshKey(), freshKey()] as const;

  await takeAway();
  const answers = [
    await owner.get(`${attachments}/${String(id)}`),
    await upload(10, keys[0]),
    await upload(6_000_000, keys[1]),
  ];
  for (const { status, headers, body } of answers) {
    expect([status, headers['retry-after'], body.error.code]).toEqual([503, '5', 'INTERNAL_ERROR']);
    expect(body.error.message).toBe('The files of attachments cannot be reached at the moment: try again in a moment.');
  }
  // Nothing else needs the store.
  expect((await owner.get(attachments)).body.items).toHaveLength(1);
  await givenWorkItem(owner, world.project());
  expect((await world.nobody.get('/api/ready')).status).toBe(200);

  await giveBack();
  expect((await owner.get(`${attachments}/${String(id)}`)).text).toBe('kept');
  for (const [bytes, idempotencyKey] of [
    [10, keys[0]],
    [6_000_000, keys[1]],
  ] as const) {
    const { status, headers } = await upload(bytes, idempotencyKey);
    expect([status, headers['idempotency-replayed']]).toEqual([201, undefined]);
  }
  expect((await owner.get(attachments)).body.items).toHaveLength(3);
}

describe('A store of attachments that is away is answered 503 with Retry-After', () => {
  afterEach(() => server.stop());

  describe('when it is S3', () => {
    let s3: S3Server;
    beforeAll(async () => {
      s3 = await startS3Server();
    });
    afterAll(() => s3.stop());

    it('whose server has stopped', async () => {
      const world = await serve({ ...s3.environment, WORKTRACK_DATA_DIR: scratchPath('s3-away') });
      await expectRefusedOnlyWhile(
        world,
        () => s3.stop(),
        () => s3.startAgain(),
      );
    });
  });

  it('when it is a folder that is gone', async () => {
    const dataDir = scratchPath('folder-gone');
    const [folder, away] = [path.join(dataDir, 'attachments'), path.join(dataDir, 'away')];
    const world = await serve({ WORKTRACK_DATA_DIR: dataDir });
    await expectRefusedOnlyWhile(
      world,
      () => rename(folder, away),
      () => rename(away, folder),
    );
  });

  it('when its folder is not mounted', async () => {
    const dataDir = scratchPath('not-mounted');
    const [folder, away] = [path.join(dataDir, 'attachments'), path.join(dataDir, 'away')];
    const world = await serve({ WORKTRACK_DATA_DIR: dataDir });
    const attachments = `${world.item((await givenWorkItem(world.owner, world.project())).key)}/attachments`;
    const { id } = await created(world.owner.post(attachments, uploadOf('kept')));
    await rename(folder, away);
    for (const name of ['blobs', 'staging', 'trash']) await mkdir(path.join(folder, name), { recursive: true });
    const { status, headers } = await world.owner.get(`${attachments}/${String(id)}`);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    await rm(folder, { recursive: true });
    await rename(away, folder);
    expect((await world.owner.get(`${attachments}/${String(id)}`)).text).toBe('kept');
  });
});
