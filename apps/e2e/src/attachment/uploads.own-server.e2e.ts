import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { type Answer, type Caller, freshKey, Raw } from '../kit/client.js';
import { BlobFolders } from '../kit/blob-folders.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { concurrently } from '../kit/concurrently.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { created, givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { seed } from '../kit/random.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';
import { HOSTILE_FORMS } from './hostile-forms.js';

const LIMIT = 300_000;

/** Minutes. */
const DAY = 24 * 60;

/** `TEST_DEEP` asks for the number that takes minutes. */
const GIVEN_UP = process.env.TEST_DEEP === undefined ? 200 : 600;

const dataDir = scratchPath('uploads');
const folders = new BlobFolders(dataDir);
let server: RunningServer;
let world: World;
let facts: Facts;
let owner: Caller;
let item: any;
let at: string;
let attachments: string;

let databaseUrl: string;

async function start(): Promise<void> {
  const environment = { WORKTRACK_DATA_DIR: dataDir, ATTACHMENT_MAX_BYTES: String(LIMIT) };
  server = await startServer({ postgresUrl: theRun().postgresUrl, databaseUrl, environment });
  world = new World('uploads', server.baseUrl, databaseUrl);
  owner = world.owner;
}

beforeAll(async () => {
  databaseUrl = await createDatabase(theRun().postgresUrl, theRun().template);
  facts = new Facts(databaseUrl);
  await start();
});

afterAll(async () => {
  await server.stop();
  await dropDatabase(theRun().postgresUrl, databaseUrl);
});

beforeEach(async () => {
  item = await givenWorkItem(owner, world.project());
  at = world.item(item.key);
  attachments = `${at}/attachments`;
});

/** The bytes that are kept are exactly those that attachments need, and nothing is half written. */
async function expectNothingLeft(): Promise<void> {
  await folders.untilNothingIsStaged();
  expect(await folders.complete()).toEqual(await facts.blobs());
}

afterEach(async () => {
  await expectNothingLeft();
  expect(server.log()).not.toContain('A request failed unexpectedly');
});

/** Uploads as clients do: tries again while all upload permits of the token are taken. */
async function uploadedInTurn(content: Buffer | string): Promise<Answer> {
  return eventually('a place', async () => {
    const answer = await owner.post(attachments, uploadOf(content));
    return answer.status === 429 ? undefined : answer;
  });
}

/** The whole request as it goes on the wire. */
function requestOf(
  { content, contentType }: Raw,
  length = Buffer.from(content as Buffer).length,
  token = 'owner',
): Buffer {
  const head = [
    `POST ${attachments} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${world.token(token).token}`,
    `Idempotency-Key: ${freshKey()}`,
    `Content-Type: ${contentType ?? ''}`,
    `Content-Length: ${length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(content as Buffer)]);
}

async function opened() {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('The limit of a file', () => {
  it('scenario 28: is what may be; one byte more is 413', async () => {
    expect((await created(owner.post(attachments, uploadOf(Buffer.alloc(LIMIT))))).size).toBe(LIMIT);
    expectRefusal(await owner.post(attachments, uploadOf(Buffer.alloc(LIMIT + 1))), 'PAYLOAD_TOO_LARGE');
    expectRefusal(await owner.post(attachments, uploadOf(Buffer.alloc(10 * LIMIT))), 'PAYLOAD_TOO_LARGE');
    expect((await owner.get(attachments)).body.items).toHaveLength(1);
  });

  it('is measured while the body is read: no length needs to be stated', async () => {
    const streamed = (size: number): Raw => {
      const { content, contentType } = uploadOf(Buffer.alloc(size));
      const bytes = content as Buffer;
      const pieces = Array.from({ length: Math.ceil(bytes.length / 10_000) }, (_, n) =>
        bytes.subarray(n * 10_000, (n + 1) * 10_000),
      );
      return new Raw(Readable.from(pieces), contentType);
    };
    expect((await created(owner.post(attachments, streamed(LIMIT)))).size).toBe(LIMIT);
    expectRefusal(await owner.post(attachments, streamed(LIMIT + 1)), 'PAYLOAD_TOO_LARGE');
  });

  it('is reported as soon as it is passed, before the end of the body', async () => {
    const socket = await opened();
    const { content, contentType } = uploadOf(Buffer.alloc(LIMIT + 1_000));
    socket.write(requestOf(new Raw((content as Buffer).subarray(0, -10), contentType), 10_000_000));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('leaves room for little more than the file', async () => {
    const { content, contentType } = uploadOf('x');
    const preamble = new Raw(
      Buffer.concat([Buffer.alloc(LIMIT + 200_000, 'x'), Buffer.from('\r\n'), content as Buffer]),
      contentType,
    );
    expectRefusal(await owner.post(attachments, preamble), 'PAYLOAD_TOO_LARGE');
  });

  it('comes behind everything that is wrong besides the body', async () => {
    const large = uploadOf(Buffer.alloc(LIMIT + 1));
    expectRefusal(await owner.post(attachments, large, { key: null }), 'IDEMPOTENCY_KEY_REQUIRED');
    expectRefusal(await owner.post(attachments, large, { key: 'x' }), 'VALIDATION_ERROR', 'Idempotency-Key');
    expectRefusal(await owner.post(`${attachments}?a=b`, large), 'VALIDATION_ERROR', 'a');
    expectRefusal(await world.nobody.post(attachments, large), 'AUTH_REQUIRED');
    expectRefusal(await world.stranger.post(attachments, large), 'NOT_FOUND');
  });
});

describe('A client that asks before it sends the body', () => {
  const asked = async (headers: string): Promise<string> => {
    const socket = await opened();
    const { content, contentType } = uploadOf('x');
    const length = (content as Buffer).length;
    const request = requestOf(new Raw(Buffer.alloc(0), contentType), length).toString();
    socket.write(request.replace(/Idempotency-Key: .*\r\n/, () => `${headers}Expect: 100-continue\r\n`));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (answer.toString().startsWith('HTTP/1.1 100 ')) socket.write(content as Buffer);
    else return answer.toString();
    const [last] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return last.toString();
  };

  it('is refused before it, for whatever else is wrong', async () => {
    expect(await asked('')).toMatch(/^HTTP\/1\.1 400 [^]*IDEMPOTENCY_KEY_REQUIRED/);
    expect(await asked('Idempotency-Key: short\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*VALIDATION_ERROR/);
    expect(await asked(`Idempotency-Key: ${freshKey()}\r\n`)).toMatch(/^HTTP\/1\.1 201 /);
  });
});

describe('A malformed form', () => {
  it.each(Object.keys(HOSTILE_FORMS))('is refused, and leaves nothing: %s', async (name) => {
    const answer = await owner.post(attachments, HOSTILE_FORMS[name]);
    if (answer.status !== 413) expectRefusal(answer, 'VALIDATION_ERROR', 'file');
    expect((await owner.get(attachments)).body.items).toEqual([]);
  });

  it('is one that ends too early', async () => {
    const { content, contentType } = uploadOf('Some notes');
    for (const cut of [0, 1, 30, 60, 100, 130]) {
      const socket = await opened();
      socket.end(requestOf(new Raw((content as Buffer).subarray(0, cut), contentType), (content as Buffer).length));
      const [answer = ''] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as unknown[];
      expect(String(answer)).not.toMatch(/^HTTP\/1\.1 [25]/);
      socket.destroy();
    }
    expect((await owner.get(attachments)).body.items).toEqual([]);
  });

  it('may have words before and behind its parts, which say nothing', async () => {
    const { content, contentType } = uploadOf('x');
    const around = Buffer.concat([Buffer.from('Before.\r\n'), content as Buffer, Buffer.from('Behind.')]);
    expect((await owner.post(attachments, new Raw(around, contentType))).status).toBe(201);
  });
});

describe('Uploads that are given up', () => {
  const random = generator(seed);

  /** Sends an upload up to some byte, and goes. */
  async function givenUp(): Promise<void> {
    const bytes = requestOf(uploadOf(randomBytes(Math.floor(random() * LIMIT))));
    const socket = await opened();
    const offset = Math.floor(random() * bytes.length);
    await new Promise<void>((sent) =>
      socket.write(bytes.subarray(0, offset), () => {
        sent();
      }),
    );
    if (random() < 0.5) socket.resetAndDestroy();
    else socket.destroy();
  }

  it('at whatever byte, leave nothing', async () => {
    await concurrently(8, Array.from({ length: GIVEN_UP }), givenUp);
    await folders.untilNothingIsStaged();
    expect((await owner.get(attachments)).body.items).toEqual([]);
    expect((await uploadedInTurn('Still there')).status).toBe(201);
  }, 300_000);

  it('while the server is killed leave nothing that the sweep does not take, and no row without its bytes', async () => {
    const acknowledged = new Map<string, Buffer>();
    let restarted: Promise<void> | undefined;
    let halves: string[] = [];
    const kill = async (): Promise<void> => {
      const half = await opened();
      half.write(requestOf(uploadOf(Buffer.alloc(200_000)), undefined, 'member').subarray(0, 150_000));
      await folders.untilAnUploadStands();
      await server.stop('SIGKILL');
      half.destroy();
      halves = await folders.staged();
      expect(halves).not.toEqual([]);
      await start();
    };
    const uploaded = async (): Promise<void> => {
      const content = randomBytes(Math.floor(random() * LIMIT));
      const { status, body } = await uploadedInTurn(content);
      if (status === 201) acknowledged.set(body.id, content);
    };
    await concurrently(8, [...Array(GIVEN_UP).keys()], async (n) => {
      if (n === GIVEN_UP / 2) restarted = kill();
      // An upload that fails while the server is down counts as given up; wait for the restart.
      await (n % 5 === 0 ? uploaded() : givenUp()).catch(() => restarted);
    });
    await restarted;

    await eventually('nothing staged but what the dead server left', async () =>
      (await folders.staged()).length > halves.length ? undefined : true,
    );

    // Set all modification times to more than a day ago.
    for (const name of halves) await folders.age('staging', name, DAY + 1);
    for (const name of await folders.complete()) await folders.age('blobs', name, DAY + 1);
    await server.stop();
    await start();
    const needed = await facts.blobs();
    await eventually('a sweep', async () => ((await folders.complete()).length > needed.length ? undefined : true));
    await expectNothingLeft();
    expect(acknowledged.size).toBeGreaterThan(GIVEN_UP / 10);
    for (const [id, content] of acknowledged) {
      expect((await owner.get(`${attachments}/${id}`)).bytes.equals(content)).toBe(true);
    }
    for (const { id, size } of await walk(owner, `${attachments}?limit=200`)) {
      expect((await owner.get(`${attachments}/${String(id)}`)).bytes.length).toBe(size);
    }
  }, 300_000);
});

describe('A file name that means harm', () => {
  const names = [
    ...[
      '"',
      "'",
      '\\"',
      '%22',
      '%',
      '%%',
      ';',
      '; filename=evil.exe',
      '";filename="evil.exe',
      '*',
      "UTF-8''x",
      '=?utf-8?q?x?=',
    ],
    ...[
      'a\tb',
      'a\u0085b',
      'a\u2028b',
      'a\u2029b',
      'a\u200Bb',
      '\u202Egpj.exe',
      '\uFEFFa',
      'a\u00A0b',
      '\uFFFD',
      '\uFFFF',
    ],
    ...['日本語.txt', 'Ünï.txt', '😀', '👩‍👩‍👧‍👦.png', 'e\u0301', 'ﷺ', '\u0600', 'ß', 'İ', '\u{10FFFF}'],
    ...[
      '.',
      '..',
      '...',
      ' ',
      '  a  ',
      '-rf',
      '--',
      '~',
      '$HOME',
      '`id`',
      '$(id)',
      '|x',
      '&',
      '<script>alert(1)</script>',
      '../',
      '/etc/passwd',
    ],
    ...[
      'CON',
      'a:b',
      'a?b',
      'x'.repeat(255),
      '%'.repeat(255),
      '"'.repeat(255),
      '😀'.repeat(255),
      'Content-Length: 0',
      'a,b',
      '()',
      '{}',
      '[]',
    ],
    ...['null', 'undefined', '__proto__', '%s%n', '{{7*7}}', "' or 1=1 --"],
  ];

  it.each(names.map((name) => [JSON.stringify(name).slice(0, 40), name]))('breaks no header: %s', async (_, name) => {
    const encoded = [...Buffer.from(name)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const head = `Content-Disposition: form-data; name="file"; filename*=UTF-8''${encoded}\r\n`;
    const { content, contentType } = uploadOf('x');
    const bytes = Buffer.from((content as Buffer).toString().replace(/Content-Disposition[^\r]*\r\n/, () => head));
    const { id, fileName } = await created(owner.post(attachments, new Raw(bytes, contentType)));
    const { status, headers, text } = await owner.get(`${attachments}/${String(id)}`);
    expect([status, text]).toEqual([200, 'x']);
    const [, ascii, exact] = /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([!#$&+.^_`|~0-9A-Za-z%-]*)$/.exec(
      headers['content-disposition']!,
    )!;
    expect(ascii).toMatch(/^[\x20-\x7e]+$/);
    expect(decodeURIComponent(exact!)).toBe(fileName);
  });
});

describe('Requests that meet', () => {
  it('under one key, keep one file', async () => {
    const key = freshKey();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.post(attachments, uploadOf('Once'), { key })),
    );
    for (const { status, body } of answers) {
      if (status !== 201) expect(['IDEMPOTENCY_REQUEST_IN_PROGRESS', 'RATE_LIMITED']).toContain(body.error.code);
    }
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    expect((await owner.get(attachments)).body.items).toHaveLength(1);
  });

  it('to delete it, delete it once', async () => {
    const { id } = await created(owner.post(attachments, uploadOf('x')));
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner.delete(`${attachments}/${String(id)}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 7 }, () => 404)]);
  });

  it.each([
    ['the archive', 409, () => owner.post(`${at}/archive`, {}, { ifMatch: '*' })],
    ['the deletion', 404, () => owner.delete(at)],
  ] as const)('with %s of the Work Item end as if one had come first', async (_what, refused, end) => {
    for (let round = 0; round < 10; round += 1) {
      item = await givenWorkItem(owner, world.project());
      at = world.item(item.key);
      attachments = `${at}/attachments`;
      const uploads = Array.from({ length: 3 }, () => owner.post(attachments, uploadOf('x')));
      const [ended, answers] = await Promise.all([end(), Promise.all(uploads)]);
      expect(ended.status).toBeLessThan(300);
      const actions = (await facts.history(item.id)).map(({ action }) => action);
      const added = answers.filter(({ status }) => status === 201).length;
      expect(answers.every(({ status }) => status === 201 || status === refused)).toBe(true);
      // No attachment is added after the action that ends uploads.
      expect(actions.slice(1)).toEqual([...Array.from({ length: added }, () => 'attachment_added'), actions.at(-1)]);
      expect(actions.at(-1)).not.toBe('attachment_added');
    }
  });

  it('to download and to delete: the whole file, or none', async () => {
    for (let round = 0; round < 10; round += 1) {
      const content = randomBytes(100_000);
      const { id } = await created(owner.post(attachments, uploadOf(content)));
      const target = `${attachments}/${String(id)}`;
      const [, ...answers] = await Promise.all([
        owner.delete(target),
        ...Array.from({ length: 4 }, () => owner.get(target)),
      ]);
      for (const { status, bytes } of answers) {
        if (status === 200) expect(bytes.equals(content)).toBe(true);
        else expect(status).toBe(404);
      }
    }
  });
});

describe('What a crash leaves', () => {
  it('is swept at the next start when it is older than a day, and nothing else is', async () => {
    const { id } = await created(owner.post(attachments, uploadOf('Kept')));
    for (const name of await folders.complete()) await folders.age('blobs', name, 2 * DAY);

    const socket = await opened();
    socket.write(requestOf(uploadOf(Buffer.alloc(200_000))).subarray(0, 150_000));
    const [half] = await eventually('a staged file', async () => {
      const staged = await folders.staged();
      return staged.length > 0 ? staged : undefined;
    });
    await server.stop('SIGKILL');
    socket.destroy();
    expect(await folders.staged()).toEqual([half]);

    const [orphan, young, youngHalf] = Array.from({ length: 3 }, () => randomBytes(24).toString('hex'));
    await folders.age('staging', half!, DAY + 1);
    await folders.put('blobs', orphan!, DAY + 1);
    await folders.put('blobs', young!, DAY - 2);
    await folders.put('staging', youngHalf!, DAY - 2);
    const needed = await facts.blobs();
    await start();
    await eventually('a sweep', async () => ((await folders.complete()).includes(orphan!) ? undefined : true));
    expect(await folders.staged()).toEqual([youngHalf]);
    expect(await folders.complete()).toEqual([...needed, young!].sort());
    expect(await folders.trashed()).toContain(orphan);
    expect((await owner.get(`${attachments}/${String(id)}`)).text).toBe('Kept');

    await folders.age('staging', youngHalf!, DAY + 1);
    await folders.age('blobs', young!, DAY + 1);
    await server.stop();
    await start();
    await eventually('another sweep', async () => ((await folders.complete()).includes(young!) ? undefined : true));
  });
});

/** A small generator (mulberry32), so that a seed names one sequence. */
function generator(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
