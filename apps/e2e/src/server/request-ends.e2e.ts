import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { freshKey } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

let server: RunningServer;
let world: World;

beforeEach(async () => {
  server = await startServer({
    postgresUrl,
    template,
    environment: { LOG_LEVEL: 'info', SHUTDOWN_GRACE_SECONDS: '3600' },
  });
  world = new World('running', server.baseUrl, server.databaseUrl);
});
afterEach(async () => {
  await server.stop('SIGKILL');
});

interface AccessLine {
  readonly requestId: string;
  readonly operation?: string;
  readonly status?: number;
  readonly outcome: string;
}

const accessLines = (): AccessLine[] =>
  server
    .log()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as AccessLine)
    // Leave out the probes that waited for the server to be ready.
    .filter(({ operation }) => operation !== undefined);

async function connected(): Promise<Socket> {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const written = (socket: Socket, bytes: string): Promise<void> =>
  new Promise((resolve) => {
    socket.write(bytes, () => {
      resolve();
    });
  });

describe('Sixty creations whose clients reset at once', () => {
  it('have an access line each, with who asked, what was answered and that nobody heard it', async () => {
    const body = JSON.stringify({ title: 'Nobody waits for this' });
    const creation = (): string =>
      [
        `POST ${world.project()}/work-items HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${world.owner.token ?? ''}`,
        `Idempotency-Key: ${freshKey()}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n');
    const facts = new Facts(server.databaseUrl);
    const { projectId } = await givenWorkItem(world.owner, world.project());
    const clients = await Promise.all(Array.from({ length: 60 }, connected));
    // Each creation waits for its Project's lock: all sixty requests are at work or wait for a permit when the connections are reset.
    await facts.whileLocked('projects', projectId, async () => {
      await Promise.all(clients.map((client) => written(client, creation())));
      await facts.untilSomebodyWaits();
      // Refused after its token is known and before it needs the database: the tokens of those before it are known then, too.
      for (let probe = 0; probe < 3; probe += 1) {
        expect((await world.owner.get('/api/v1/organizations?limit=0')).status).toBe(400);
      }
      for (const client of clients) client.resetAndDestroy();
    });

    const lines = await eventually('sixty access lines', () => {
      const lines = accessLines().filter(({ outcome }) => outcome === 'client_gone');
      return Promise.resolve(lines.length >= 60 ? lines : undefined);
    });
    expect(lines).toHaveLength(60);
    for (const line of lines) {
      expect(line).toMatchObject({ operation: 'createWorkItem', tokenId: expect.any(String), address: '127.0.0.1' });
    }
    const made = accessLines().filter(({ status }) => status === 201);
    const audited = await facts.auditedRequests('createWorkItem');
    expect(audited.length).toBeGreaterThan(1);
    expect(audited.sort()).toEqual(made.map(({ requestId }) => requestId).sort());
    expect((await server.stop('SIGTERM')).code).toBe(0);
  });
});

describe('Requests that were pipelined by a stranger who has gone', () => {
  it('do not all begin, and are not waited for by a server that ends', async () => {
    const socket = await connected();
    const held = `GET ${world.project()}/work-items HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.owner.token ?? ''}\r\n\r\n`;
    await written(socket, held + 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(300));
    socket.resetAndDestroy();
    await eventually('the end of the first request', () =>
      Promise.resolve(accessLines().length >= 1 ? true : undefined),
    );
    expect((await server.stop('SIGTERM')).code).toBe(0);
    // A request of the pipeline begins when the answer before it has left: the client is soon found to be gone.
    const ids = accessLines().map(({ requestId }) => requestId);
    expect(ids.length).toBeLessThan(301);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
