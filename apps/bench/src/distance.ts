import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { makeData } from './data.js';
import { startDurablePostgres } from './durable-postgres.js';
import { LoadProcess } from './load.js';
import { freePort, startWorktrack, stop } from './processes.js';

/** Milliseconds that are added to each round trip between the server and its database. */
const ADDED = [0, 1, 5];

/** Names of paths. */
const MEASURED = [
  'get a Work Item',
  'update the priority',
  'move a Work Item, over the floor of an update',
  'create a Work Item',
];

/** Requests of each path, one after the other, before it is measured and while it is. */
const REQUESTS = { before: 300, measured: 400 };

/**
 * Measures the response times of a server whose database is at a distance: each answer of the database comes later. Prints the medians,
 * and how many such delays a request waits for.
 */
export async function measureDistance(): Promise<void> {
  const postgres = await startDurablePostgres();
  try {
    const data = await makeData(postgres.url, false);
    // One for all distances: it knows which Work Items it has moved.
    const loads = new LoadProcess(data);
    const times = new Map<string, number[]>(MEASURED.map((name) => [name, []]));
    for (const milliseconds of ADDED) {
      const far = await delayed(postgres.url, milliseconds);
      const port = await freePort();
      const server = await startWorktrack(far.url, port);
      try {
        for (const [name, medians] of times) {
          const request = { origin: `http://127.0.0.1:${port}`, name, side: 'ours', connections: 1 } as const;
          await loads.send({ ...request, amount: REQUESTS.before });
          medians.push((await loads.send({ ...request, amount: REQUESTS.measured })).p50);
        }
      } finally {
        await stop(server);
        far.close();
      }
    }
    loads.end();
    for (const [name, medians] of times) {
      const each = medians.map((median, index) => `${median.toFixed(1)} ms at ${ADDED[index] ?? 0} ms`);
      const [near = 0, far = 0] = [medians[0], medians.at(-1)];
      const waits = ((far - near) / (ADDED.at(-1) ?? 1)).toFixed(1);
      console.log(`${name.split(',')[0] ?? name}: ${each.join(', ')}; it waits ${waits} times`);
    }
  } finally {
    await postgres.leave();
  }
}

/** A proxy in front of PostgreSQL that passes its answers on after some milliseconds. */
async function delayed(databaseUrl: string, milliseconds: number): Promise<{ readonly url: string; close(): void }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    if (milliseconds === 0) upstream.pipe(client);
    // Timers of one duration end in the order in which they began, so the bytes keep their order.
    else upstream.on('data', (bytes) => setTimeout(() => client.write(bytes), milliseconds));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
