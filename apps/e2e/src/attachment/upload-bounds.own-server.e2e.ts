import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { BlobFolders } from '../kit/blob-folders.js';
import { type Caller, freshKey } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { created, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { taskResult } from '../kit/task.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const QUOTA = 100_000;

const dataDir = scratchPath('upload-bounds');
const folders = new BlobFolders(dataDir);
let server: RunningServer;
let world: World;
let facts: Facts;
let owner: Caller;
let attachments: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  const environment = {
    WORKTRACK_DATA_DIR: dataDir,
    ATTACHMENT_QUOTA_BYTES: String(QUOTA),
    UPLOADS_AT_ONCE: '3',
    UPLOADS_AT_ONCE_PROCESS: '12',
    UPLOAD_MAX_SECONDS: '6',
  };
  server = await startServer({ postgresUrl: theRun().postgresUrl, template: theRun().template, environment });
  world = new World('uploads', server.baseUrl, server.databaseUrl);
  facts = new Facts(server.databaseUrl);
  owner = world.owner;
});

afterAll(() => server.stop());

beforeEach(async () => {
  attachments = `${world.item((await givenWorkItem(owner, world.project())).key)}/attachments`;
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await folders.untilNothingIsStaged();
  expect(await folders.complete()).toEqual(await facts.blobs());
  expect(await facts.attachmentBytes(world.slug)).toEqual(await facts.attachmentBytesCounted(world.slug));
});

/** An upload that stays under way: its head, and the beginning of its file. */
async function begin(token = 'owner', bytes = 1_000): Promise<Socket & { answer: () => string }> {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString()));
  const head = [
    `POST ${attachments} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${world.token(token).token}`,
    `Idempotency-Key: ${freshKey()}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 20000000',
  ];
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}${'.'.repeat(bytes)}`);
  return Object.assign(socket, { answer: () => answer });
}

const staged = (count: number) =>
  eventually(`${count} staged files`, async () => ((await folders.staged()).length === count ? true : undefined));

describe('Uploads of one token under way', () => {
  it('are as many as UPLOADS_AT_ONCE: the next is refused with a retry time, and accepted when another has ended', async () => {
    const first = await begin();
    for (let n = 0; n < 2; n += 1) await begin();
    await staged(3);
    const refused = await owner.post(attachments, uploadOf('x'));
    expectRefusal(refused, 'RATE_LIMITED');
    expect(refused.headers['retry-after']).toBe('5');
    expect(await folders.staged()).toHaveLength(3);
    expect((await world.caller('member').post(attachments, uploadOf('x'))).status).toBe(201);
    first.destroy();
    await eventually('a place', async () =>
      (await owner.post(attachments, uploadOf('x'))).status === 201 ? true : undefined,
    );
  });

  it('are counted until the last of them is over, however they end', async () => {
    for (let round = 0; round < 3; round += 1) {
      const begun = await Promise.all([begin(), begin(), begin()]);
      await staged(3);
      for (const socket of begun) socket.resetAndDestroy();
      await staged(0);
    }
    expectRefusal(await owner.post(attachments, { no: 'form' }), 'VALIDATION_ERROR', 'file');
    expect((await owner.post(attachments, uploadOf('x'))).status).toBe(201);
  });
});

describe('Uploads of one Organization under way', () => {
  it('are half as many as UPLOADS_AT_ONCE_PROCESS, over all users', async () => {
    await Promise.all([begin(), begin(), begin(), begin('member'), begin('member'), begin('member')]);
    await staged(6);
    const refused = await world.caller('admin').post(attachments, uploadOf('x'));
    expectRefusal(refused, 'RATE_LIMITED');
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.body).toMatchObject({
      error: { message: expect.stringMatching(/^The Organization has 6 uploads/) },
    });
  });
});

describe('An upload that takes longer than it may', () => {
  it('is ended, though its bytes keep coming and its client keeps the connection open', async () => {
    const socket = await begin();
    await staged(1);
    const feed = setInterval(() => socket.write('.'.repeat(20_000)), 200);
    try {
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => {
          resolve();
        });
      });
      await Promise.all([staged(0), closed]);
    } finally {
      clearInterval(feed);
    }
    expect(socket.answer()).toMatch(/^(?:HTTP\/1\.1 4(?:00|13) |$)/);
  }, 40_000);
});

describe('The quota of an Organization', () => {
  const held = async () => Number(await facts.attachmentBytes(world.slug));

  it('is what all its files may hold together: a file that passes it is 413, and a deletion makes room', async () => {
    const room = QUOTA - (await held());
    const { id } = await created(owner.post(attachments, uploadOf(Buffer.alloc(room))));
    const refused = await owner.post(attachments, uploadOf('x'));
    expectRefusal(refused, 'PAYLOAD_TOO_LARGE');
    expect(refused.body.error.message).toContain('Organization');
    expect(refused.body.error.details).toEqual({ quota: QUOTA });
    expect((await owner.post(attachments, uploadOf(''))).status).toBe(201);
    expect((await owner.delete(`${attachments}/${String(id)}`)).status).toBe(204);
    expect((await owner.post(attachments, uploadOf('x'))).status).toBe(201);
  });

  it('is not passed by uploads that come together', async () => {
    const size = Math.floor((QUOTA - (await held())) / 3);
    const callers = ['owner', 'member', 'admin'].map((name) => world.caller(name));
    // Two at once of each token, which may have three, and six of the process.
    await concurrently(6, [...callers, ...callers], async (caller) => {
      for (let n = 0; n < 2; n += 1) {
        const { status } = await caller.post(attachments, uploadOf(Buffer.alloc(size)));
        expect([201, 413]).toContain(status);
      }
    });
    expect(await held()).toBeLessThanOrEqual(QUOTA);
    // Uploads that arrive together may refuse each other, but what they had asked for is free again.
    let last = 201;
    while (last === 201) last = (await owner.post(attachments, uploadOf(Buffer.alloc(size)))).status;
    expect(last).toBe(413);
    expect(await held()).toBeGreaterThan(QUOTA - size);
  });

  const removeAll = async () => {
    for (const { id } of (await owner.get(attachments)).body.items) {
      await owner.delete(`${attachments}/${String(id)}`);
    }
  };

  it('is replaced by the one that org:quota sets, until that is taken back', async () => {
    const setQuota = (bytes: string) =>
      taskResult(['org:quota', '--slug', world.slug, '--bytes', bytes], { databaseUrl: server.databaseUrl });
    const bytes = await held();
    const ask = async (size: number) => await owner.post(attachments, uploadOf(Buffer.alloc(size)));
    try {
      expect(await setQuota(String(bytes + 10))).toEqual({ slug: world.slug, quotaBytes: bytes + 10, bytes });
      const refused = await ask(11);
      expectRefusal(refused, 'PAYLOAD_TOO_LARGE');
      expect(refused.body.error.details).toEqual({ quota: bytes + 10 });
      expect((await ask(10)).status).toBe(201);
      await setQuota('0');
      expect((await ask(QUOTA)).status).toBe(201);
      // Less than there is: what is there stays.
      expect(await setQuota('1')).toMatchObject({ quotaBytes: 1, bytes: bytes + 10 + QUOTA });
      expectRefusal(await ask(1), 'PAYLOAD_TOO_LARGE');
      expect(await setQuota('default')).toMatchObject({ quotaBytes: null });
      expect((await ask(1)).body.error.details).toEqual({ quota: QUOTA });
    } finally {
      await setQuota('default');
      await removeAll();
    }
  });

  it('counts what is still arriving', async () => {
    await removeAll();
    const room = QUOTA - (await held());
    const socket = await begin('owner', room + 1);
    await eventually('a refusal', () => Promise.resolve(socket.answer().includes('PAYLOAD_TOO_LARGE') || undefined));
  });
});
