import { randomBytes } from 'node:crypto';
import { created, givenWorkItem } from '../kit/given.js';
import { freePort, listenTo, PROGRAMS, startProgram, type Environment } from '../kit/program.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

/** An S3 that checks signatures, with the buckets `e2e` and `blobs`. */
const s3 = JSON.parse(process.env.TEST_S3!);
const ENVIRONMENT: Environment = {
  S3_ENDPOINT: s3.endpoint,
  S3_BUCKET: 'e2e',
  S3_REGION: s3.region,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  WORKTRACK_DATA_DIR: scratchPath('strict-s3-data'),
};
const LIMIT = 12_000_000;

describe('A server on an S3 that checks signatures', () => {
  let server: RunningServer;

  beforeAll(async () => {
    const { postgresUrl, template } = theRun();
    const environment = { ...ENVIRONMENT, ATTACHMENT_MAX_BYTES: String(LIMIT) };
    server = await startServer({ postgresUrl, template, environment });
  });

  afterAll(() => server.stop());

  it.each([0, 10, LIMIT])('keeps %i bytes, gives them back and forgets them', async (size) => {
    const world = new World('uploads', server.baseUrl, server.databaseUrl);
    const attachments = `${world.item((await givenWorkItem(world.owner, world.project())).key)}/attachments`;
    const content = randomBytes(size);
    const { id } = await created(world.owner.post(attachments, uploadOf(content)));
    const download = await world.owner.get(`${attachments}/${String(id)}`);
    expect(download.headers['content-length']).toBe(String(size));
    expect(download.bytes.equals(content)).toBe(true);
    expect((await world.owner.delete(`${attachments}/${String(id)}`)).status).toBe(204);
    expectRefusal(await world.owner.get(`${attachments}/${String(id)}`), 'NOT_FOUND');
    expectRefusal(await world.owner.post(attachments, uploadOf(Buffer.alloc(LIMIT + 1))), 'PAYLOAD_TOO_LARGE');
    expect(server.log()).not.toContain('A request failed unexpectedly');
  });

  it.each([
    ['secret', { S3_SECRET_ACCESS_KEY: 'a-wrong-secret' }],
    ['key', { S3_ACCESS_KEY_ID: 'test:nobody' }],
    ['bucket', { S3_BUCKET: 'nowhere' }],
  ])('does not start with a wrong %s, and says why in one line', async (_what, wrong) => {
    const program = startProgram(PROGRAMS.server, [], {
      DATABASE_URL: server.databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      ...ENVIRONMENT,
      ...wrong,
    });
    program.stdin?.end();
    const { code, stderr } = await listenTo(program).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: The bucket \S+ cannot be used: (the credentials are refused \(403\)|it does not exist \(404\))\.$/m,
    );
    expect(stderr).not.toMatch(/wrong-secret|a-secret/);
  });
});
