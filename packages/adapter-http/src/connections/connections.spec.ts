import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Get } from '@nestjs/common';
import { Open, Operation } from '../run/operation.js';
import { Organization } from '../organization/organization.responses.js';
import { createApi, type Api, type ApiOptions } from '../server.js';
import { TOKEN, fakePorts } from '../../test/fake-ports.js';
import type { ConnectionLimits } from './limits.js';

const MIB = 2 ** 20;
/** More bytes than the socket buffers on both sides of a connection hold. */
const LARGE = 16 * MIB;

/** The turn of the event loop in which each request began. */
const begun: number[] = [];
let turn = 0;
/** Functions that let the held requests go on. */
const held: (() => void)[] = [];

@Controller('test')
class TestController {
  @Get('small')
  @Open()
  small() {
    begun.push(turn);
    return {};
  }

  @Get('held')
  @Open()
  held() {
    return new Promise((resolve) => {
      held.push(() => {
        resolve({});
      });
    });
  }

  @Get('large')
  @Open()
  large() {
    begun.push(turn);
    return 'x'.repeat(LARGE);
  }

  @Get('guarded')
  @Operation({
    id: 'readLarge',
    summary: 'Answers with a large body.',
    scope: 'organization:read',
    role: null,
    responses: { status: 200, with: Organization },
  })
  guarded() {
    begun.push(turn);
    return 'x'.repeat(LARGE);
  }
}

const request = (path: string, ...headers: string[]): string =>
  [`GET /test/${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
const AS_MEMBER = `Authorization: Bearer ${TOKEN}`;

let api: Api;
let port: number;
const clients: Socket[] = [];

async function serve(connectionLimits: Partial<ConnectionLimits> = {}, more: Partial<ApiOptions> = {}): Promise<void> {
  begun.length = 0;
  held.length = 0;
  api = await createApi({
    ports: { ...fakePorts(), controllers: [TestController] },
    baseUrl: 'http://localhost:3000',
    trustProxy: false,
    attachmentMaxBytes: 1_000,
    log: { access: () => undefined, fault: () => undefined },
    logger: false,
    connectionLimits,
    ...more,
  });
  port = await api.listen(0, '127.0.0.1');
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await api.drain(5_000);
});

/** A client that does not read what it receives. */
async function client(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  clients.push(socket);
  await once(socket, 'connect');
  return socket;
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await pause(5);
};

/** Reads to the end: resolves to the statuses of all answers. */
async function statusesOf(socket: Socket): Promise<number[]> {
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  if (!socket.closed) await once(socket, 'close');
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}

describe('The requests of one connection', () => {
  it('are answered one after the other: none begins before the answer to the one before has left', async () => {
    await serve();
    const socket = await client();
    socket.write(request('held').repeat(20) + request('small', 'Connection: close'));
    for (let n = 1; n <= 20; n += 1) {
      await until(() => held.length === n);
      // Long enough for another request to begin, if that were allowed.
      await pause(2);
      expect(held).toHaveLength(n);
      expect(begun).toHaveLength(0);
      held[n - 1]?.();
    }
    expect(await statusesOf(socket)).toEqual(Array.from({ length: 21 }, () => 200));
  });

  it('are asked for no more while an answer is not read: what comes meanwhile stays bytes, and few', async () => {
    await serve();
    const socket = await client();
    let sent = 0;
    const one = Buffer.from(request('large').repeat(1_000));
    // The socket takes the last bytes only when the server reads on, which it never does.
    for (let n = 0; n < 200; n += 1) {
      socket.write(one, (error) => {
        if (!error) sent += one.length;
      });
    }
    await until(() => begun.length > 0);
    await pause(300);
    expect(begun).toHaveLength(1);
    expect(sent).toBeLessThan(200 * one.length);
  });

  it('are all answered when they come byte by byte, in one piece, or with a body between them', async () => {
    await serve();
    const body = 'POST /test/small HTTP/1.1\r\nHost: x\r\nContent-Length: 300\r\n\r\n' + '\r\n'.repeat(150);
    const all = request('small') + body + request('small') + request('small', 'Connection: close');
    const slow = await client();
    for (const byte of all) {
      slow.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const fast = await client();
    fast.write(all);
    expect(await Promise.all([slow, fast].map(statusesOf))).toEqual([
      [200, 405, 200, 200],
      [200, 405, 200, 200],
    ]);
  });
});

describe('The requests of many connections', () => {
  it('begin a few in each turn of the event loop, each connection at most one', async () => {
    await serve({}, { bounds: { turns: { of: 'requests', process: 8 } } });
    let isOver = false;
    const tick = (): void => {
      turn += 1;
      if (!isOver) setImmediate(tick);
    };
    setImmediate(tick);
    const sockets = await Promise.all(Array.from({ length: 20 }, client));
    for (const socket of sockets) socket.write(request('small').repeat(99) + request('small', 'Connection: close'));
    const answers = await Promise.all(sockets.map(statusesOf));
    isOver = true;
    expect(answers.flat()).toHaveLength(2_000);
    const inTurn = new Map<number, number>();
    for (const each of begun) inTurn.set(each, (inTurn.get(each) ?? 0) + 1);
    // The test and the server count turns at different phases of the loop: two turns of the server may fall into one of the test.
    expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(16);
  });

  it('are answered in order of arrival: a probe is answered in between', async () => {
    await serve({}, { bounds: { turns: { of: 'requests', process: 4 } } });
    const crowd = await Promise.all(Array.from({ length: 20 }, client));
    for (const socket of crowd) socket.resume().write(request('small').repeat(3_000));
    await until(() => begun.length > 0);
    const probe = await client();
    const before = begun.length;
    probe.write('GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await statusesOf(probe)).toEqual([200]);
    // Each of the other connections had a few turns meanwhile; without turns all 60,000 requests would have begun.
    expect(begun.length - before).toBeLessThan(6_000);
  });
});

/** Writes until the connection is closed: a client that reads nothing notices the end only when it writes. */
async function untilCut(socket: Socket): Promise<void> {
  await until(() => {
    if (!socket.destroyed) socket.write(' ');
    return socket.destroyed;
  });
}

/** Counts the bytes that arrive until the connection is closed. */
async function bytesOf(socket: Socket): Promise<number> {
  let length = 0;
  socket.on('data', (bytes: Buffer) => (length += bytes.length));
  if (!socket.closed) await once(socket, 'close');
  return length;
}

describe('Answers that nobody reads', () => {
  it('end the connection when nothing of them is taken for a time', async () => {
    await serve({ sending: { bytes: 65_536, milliseconds: 100 } });
    const socket = await client();
    socket.write(request('large'));
    await untilCut(socket);
    expect(begun).toHaveLength(1);
  });

  it('end it as well when they are taken drop by drop', async () => {
    await serve({ sending: { bytes: 8 * MIB, milliseconds: 400 } });
    const socket = await client();
    socket.write(request('large'));
    const drops = setInterval(() => socket.read(1_024) as unknown, 10);
    await untilCut(socket);
    clearInterval(drops);
    expect(begun).toHaveLength(1);
  });

  it('leave a client alone that takes enough in each span, though the whole takes many', async () => {
    await serve({ sending: { bytes: 65_536, milliseconds: 1_000 } });
    const socket = await client();
    socket.write(request('large', 'Connection: close'));
    let length = 0;
    socket.on('data', (bytes: Buffer) => {
      length += bytes.length;
      socket.pause();
      setTimeout(() => socket.resume(), 20);
    });
    await once(socket, 'close');
    expect(length).toBeGreaterThan(LARGE);
  });

  it('cut the slowest reader when they are too much together, and nobody who reads', async () => {
    await serve({ unsent: 4 * LARGE });
    const lazy = await Promise.all(Array.from({ length: 20 }, client));
    for (const socket of lazy) socket.write(request('large'));
    await until(() => begun.length === 20);
    const reader = await client();
    reader.write(request('large', 'Connection: close'));
    expect(await bytesOf(reader)).toBeGreaterThan(LARGE);
    const whole = await Promise.all(
      lazy.map(async (socket) => {
        socket.resume();
        const length = await Promise.race([bytesOf(socket), pause(3_000, -1)]);
        return length === -1;
      }),
    );
    // Four answers fit into the limit, and the reading client needed the place of one.
    expect(whole.filter(Boolean).length).toBeLessThanOrEqual(4);
  });

  it('cut a reader of the user with the most of them when they are too much together', async () => {
    await serve({ unsent: 4 * LARGE });
    const first = await client();
    first.write(request('large', 'Connection: close'));
    await until(() => begun.length === 1);
    // The responses of one member are more than that of the visitor, who is stuck for longer.
    const greedy = await Promise.all(Array.from({ length: 6 }, client));
    for (const socket of greedy) socket.write(request('guarded', AS_MEMBER));
    await until(() => begun.length === 7);
    expect(await bytesOf(first)).toBeGreaterThan(LARGE);
  });
});

describe('What is received', () => {
  it('is bounded over all connections: the one with the longest unfinished head is cut', async () => {
    await serve({ received: MIB });
    const sockets = await Promise.all(Array.from({ length: 10 }, client));
    const head = (length: number): string => `GET /test/small HTTP/1.1\r\nx: ${'y'.repeat(length)}`;
    for (const [n, socket] of sockets.entries()) socket.write(head(100_000 + n * 10_000));
    // 1.45 MB in all: without the four longest requests the rest fits.
    await until(() => sockets.filter((socket) => socket.closed || (socket.resume(), false)).length >= 3);
    const open = sockets.filter((socket) => !socket.destroyed);
    for (const socket of open) socket.write('\r\nHost: x\r\nConnection: close\r\n\r\n');
    const answers = await Promise.all(open.map(statusesOf));
    expect(answers.flat().length).toBeGreaterThanOrEqual(5);
    expect(new Set(answers.flat())).toEqual(new Set([200]));
  });
});

describe('Connections', () => {
  it('are limited: further ones are closed at once, and a free place is taken', async () => {
    await serve({}, { bounds: { sockets: { of: 'connections', process: 3 } } });
    const three = await Promise.all(Array.from({ length: 3 }, client));
    const fourth = await client();
    fourth.resume();
    await once(fourth, 'close');
    three[0]?.destroy();
    const answered = async (): Promise<boolean> => {
      const socket = await client();
      socket.write(request('small', 'Connection: close'));
      return (await statusesOf(socket))[0] === 200;
    };
    while (!(await answered())) await pause(5);
  });

  it.each([
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['CONNECT behind a request', `${request('held')}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['no HTTP', 'NOT HTTP AT ALL\r\n\r\n'],
    ['half a head', 'GET /test/small HTTP/1.1\r\nx:'],
    ['nothing', ''],
  ])('that sent %s and stay open do not keep the server from ending', async (_what, bytes) => {
    await serve();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    clients.push(socket);
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    socket.write(bytes);
    await pause(50);
    await api.drain(500);
    await until(() => socket.readableEnded || socket.destroyed);
  });

  it('are open until their answer has left when the server ends', async () => {
    await serve();
    const socket = await client();
    socket.write(request('large'));
    await until(() => begun.length === 1);
    const end = api.drain(30_000);
    await pause(100);
    expect(await bytesOf(socket)).toBeGreaterThan(LARGE);
    await end;
  });
});
