import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { created, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { startS3Server, type S3Server } from '../kit/s3-server.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { runTaskProcess } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const dataDir = scratchPath('s3-data');
const LIMIT = 8_000_000;
let s3: S3Server;
let server: RunningServer;

beforeAll(async () => {
  s3 = await startS3Server();
  const { postgresUrl, template } = theRun();
  const environment = { ...s3.environment, WORKTRACK_DATA_DIR: dataDir, ATTACHMENT_MAX_BYTES: String(LIMIT) };
  server = await startServer({ postgresUrl, template, environment });
});

afterAll(async () => {
  await server.stop();
  await s3.stop();
});

describe('Where S3 is configured, an attachment', () => {
  it.each([0, 10, LIMIT])('of %i bytes comes back as it was, and goes', async (size) => {
    const { owner, ...world } = worldOf();
    const attachments = `${world.item((await givenWorkItem(owner, world.project)).key)}/attachments`;
    const content = randomBytes(size);
    const { id } = await created(owner.post(attachments, uploadOf(content)));
    const download = await owner.get(`${attachments}/${String(id)}`);
    expect(download.headers['content-length']).toBe(String(size));
    expect(download.bytes.equals(content)).toBe(true);
    expect((await owner.delete(`${attachments}/${String(id)}`)).status).toBe(204);
    expectRefusal(await owner.get(`${attachments}/${String(id)}`), 'NOT_FOUND');
    expectRefusal(await owner.post(attachments, uploadOf(Buffer.alloc(LIMIT + 1))), 'PAYLOAD_TOO_LARGE');
    expect(existsSync(path.join(dataDir, 'attachments'))).toBe(false);
  });
});

describe('A task that uses S3', () => {
  it('writes its result, and nothing of the client of S3', async () => {
    const environment = { ...s3.environment, WORKTRACK_DATA_DIR: dataDir };
    const { databaseUrl } = server;
    const { code, stderr } = await runTaskProcess(['blobs:sweep'], { databaseUrl, environment });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

function worldOf() {
  const world = new World('uploads', server.baseUrl, server.databaseUrl);
  return { owner: world.owner, project: world.project(), item: (key: string) => world.item(key) };
}
