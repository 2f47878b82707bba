import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Body, Controller, Get, Post, Res } from '@nestjs/common';
import { UnknownOutcome } from '@worktrack/application';
import type { FastifyReply } from 'fastify';
import { createApi, type Api, type ApiOptions } from '../server.js';
import { fakePorts } from '../../test/fake-ports.js';
import { Open } from '../run/operation.js';
import type { AccessEntry } from './access-log.js';

/** Functions that end the running requests. */
let held: (() => void)[] = [];

@Controller('api/v1/trial')
class TrialController {
  @Get('held')
  @Open()
  heldBack(): Promise<object> {
    return new Promise((resolve) => {
      held.push(() => {
        resolve({ done: true });
      });
    });
  }

  @Get('unknown-outcome')
  @Open()
  unknownOutcome(): never {
    throw new UnknownOutcome('The answer to COMMIT was lost.');
  }

  @Get('large')
  @Open()
  large(@Res() reply: FastifyReply): void {
    void reply.send(Buffer.alloc(20_000_000));
  }

  @Post('body')
  @Open()
  body(@Body() body: unknown): object {
    return { bytes: String(body).length };
  }
}

const PATIENCE: ApiOptions['arrivalTimeouts'] = {
  request: 200,
  upload: { bytes: 1, milliseconds: 100_000, longest: 3_600_000 },
};

const head = (line: string, ...more: string[]): string => [`${line} HTTP/1.1`, 'Host: x', ...more, '', ''].join('\r\n');

const HELD = head('GET /api/v1/trial/held');
const JSON_POST = ['POST /api/v1/trial/body', 'Content-Type: application/json'] as const;

/** Repeats a request: requests of one write are parsed in one turn of the event loop. */
const pipelined = (request: string, count: number): string => request.repeat(count);

interface Ended {
  readonly method: string;
  readonly route: string;
  readonly status: number | undefined;
  readonly outcome: string;
}

let api: Api;
let port: number;
let lines: AccessEntry[];
const sockets: Socket[] = [];

async function begin(arrivalTimeouts?: ApiOptions['arrivalTimeouts']): Promise<void> {
  lines = [];
  held = [];
  api = await createApi({
    ports: { ...fakePorts(), controllers: [TrialController] },
    baseUrl: 'http://localhost:3000',
    trustProxy: false,
    attachmentMaxBytes: 1_000,
    log: { access: (line) => lines.push(line), fault: () => undefined },
    logger: false,
    ...(arrivalTimeouts && { arrivalTimeouts }),
  });
  port = await api.listen(0, '127.0.0.1');
}

async function open(bytes = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  return socket;
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

const ended = (): Ended[] =>
  lines.map(({ method, route, status, outcome }) => ({
    method,
    route: route.replace('/api/v1/', ''),
    status,
    outcome,
  }));

/** Ends the server with a long grace period, so that a request that never ends makes the test wait for it and fail. */
const drained = async (): Promise<void> => {
  await api.drain(1_000_000);
};

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const letGo of held) letGo();
  await drained();
});

describe('A request ends once, with one access line,', () => {
  beforeEach(() => begin());

  it.each([
    ['GET', head('GET /api/health'), 'health', 200],
    ['HEAD', head('HEAD /api/health'), 'health', 200],
    ['GET', head('GET /api/v1/nowhere'), 'unknown', 404],
    ['GET', head('GET /api/v1/organizations/%ZZ'), 'unknown', 404],
    ['PUT', head('PUT /api/v1/me'), 'unknown', 405],
    ['OPTIONS', head('OPTIONS /api/v1/me'), 'unknown', 204],
    ['GET', head('GET /api/health', 'Expect: a-miracle'), 'health', 400],
    ['GET', 'GET /api/health HTTP/1.1\r\n\r\n', 'health', 400],
    ['POST', `${head(...JSON_POST, 'Content-Length: 2', 'Expect: 100-continue')}{}`, 'trial/body', 201],
  ])('when its answer is sent: %s %j', async (method, bytes, route, status) => {
    const socket = await open(bytes);
    socket.resume();
    await until(() => lines.length === 1);
    socket.destroy();
    await drained();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ method, status, outcome: 'sent' });
    expect(lines[0]?.route).toContain(route);
  });

  it('when its client resets the connection while it is at work: the log line has the outcome', async () => {
    const socket = await open(HELD);
    await until(() => held.length === 1);
    socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const letGo of held) letGo();
    await until(() => lines.length > 0);
    await drained();
    expect(ended()).toEqual([{ method: 'GET', route: 'trial/held', status: 200, outcome: 'client_gone' }]);
    expect(lines[0]?.address).toBe('127.0.0.1');
  });

  it('when its client closes its half of the connection', async () => {
    const socket = await open(HELD);
    await until(() => held.length === 1);
    socket.end();
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const letGo of held) letGo();
    await until(() => lines.length > 0);
    await drained();
    expect(lines).toHaveLength(1);
  });

  it('when its client resets the connection in the middle of the answer', async () => {
    const socket = await open(head('GET /api/v1/trial/large'));
    await once(socket, 'readable');
    socket.resetAndDestroy();
    await until(() => lines.length > 0);
    expect(ended()).toEqual([{ method: 'GET', route: 'trial/large', status: 200, outcome: 'client_gone' }]);
  });

  it('when its client resets the connection in the middle of the body', async () => {
    const socket = await open(`${head(...JSON_POST, 'Content-Length: 100')}{"a":`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.resetAndDestroy();
    await until(() => lines.length > 0);
    await drained();
    expect(ended()).toEqual([{ method: 'POST', route: 'trial/body', status: 400, outcome: 'client_gone' }]);
  });

  it('when its client resets the connection in place of a body that it was asked for', async () => {
    const socket = await open(head(...JSON_POST, 'Content-Length: 100', 'Expect: 100-continue'));
    await once(socket, 'data');
    socket.resetAndDestroy();
    await until(() => lines.length > 0);
    await drained();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ outcome: 'client_gone' });
  });

  it('when its body is too large, however much of it is still to come', async () => {
    const socket = await open(head(...JSON_POST, 'Transfer-Encoding: chunked'));
    socket.resume();
    for (let sent = 0; sent < 17; sent += 1) socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`);
    await until(() => lines.length > 0);
    socket.destroy();
    await drained();
    expect(ended()).toEqual([{ method: 'POST', route: 'trial/body', status: 413, outcome: 'sent' }]);
  });

  it('when its body stops being HTTP', async () => {
    const socket = await open(head(...JSON_POST, 'Transfer-Encoding: chunked'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.resume().write('THIS IS NO CHUNK\r\n');
    await until(() => lines.length > 0);
    socket.destroy();
    await drained();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ route: '/api/v1/trial/body', outcome: 'cut' });
  });

  it('when nobody knows what was committed, and the connection is closed without an answer', async () => {
    await open(head('GET /api/v1/trial/unknown-outcome'));
    await until(() => lines.length > 0);
    await drained();
    expect(ended()).toEqual([{ method: 'GET', route: 'trial/unknown-outcome', status: undefined, outcome: 'cut' }]);
  });

  it('when its client is gone; what was pipelined behind it never begins, and has none', async () => {
    const socket = await open(HELD + pipelined(head('GET /api/v1/me'), 99));
    await until(() => held.length === 1);
    socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const letGo of held) letGo();
    await until(() => lines.length > 0);
    await drained();
    expect(ended()).toEqual([{ method: 'GET', route: 'trial/held', status: 200, outcome: 'client_gone' }]);
  });

  it('when it is pipelined before bytes that are no HTTP', async () => {
    const socket = await open(`${pipelined(head('GET /api/health'), 3)}NOT HTTP AT ALL\r\n\r\n`);
    socket.resume();
    await once(socket, 'close');
    await drained();
    expect(lines).toHaveLength(3);
  });

  it('when sixty clients reset at once, before anything was decided', async () => {
    const clients = await Promise.all(Array.from({ length: 60 }, () => open(HELD)));
    await until(() => held.length === 60);
    for (const client of clients) client.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(lines).toHaveLength(0);
    for (const letGo of held) letGo();
    await until(() => lines.length >= 60);
    await drained();
    expect(lines).toHaveLength(60);
    expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(['client_gone']));
  });
});

describe('A request that ends by this server’s own decision', () => {
  it('has its line when its body does not arrive in time', async () => {
    await begin(PATIENCE);
    await open(`${head(...JSON_POST, 'Content-Length: 100')}{"a":`);
    await until(() => lines.length > 0);
    for (const socket of sockets) socket.destroy();
    await drained();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ outcome: 'cut' });
  });

  it('has its line when the server ends and its grace is over, decided or not', async () => {
    await begin();
    await open(HELD);
    await until(() => held.length === 1);
    await api.drain(0);
    expect(ended()).toEqual([{ method: 'GET', route: 'trial/held', status: undefined, outcome: 'cut' }]);
  });
});
