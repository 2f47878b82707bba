// Ports that nobody listens on.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Throws the system's error when the port cannot be opened. */
export async function assertFree({ port, host }) {
  await probe(port, host);
}

/** Returns a port of the loopback. */
export const freePort = () => probe(0, '127.0.0.1');

async function probe(wanted, host) {
  const server = createServer().listen(wanted, host);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
