import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const READY_FOR_QUERY = 0x5a;
const HEADER_BYTES = 5;

/** A proxy in front of PostgreSQL that counts how often the server said it is ready again: one round trip each. */
export interface RoundTripCounter {
  /** The same database, through the proxy. */
  readonly url: string;
  readonly count: () => number;
  close(): void;
}

export async function countRoundTrips(databaseUrl: string): Promise<RoundTripCounter> {
  const target = new URL(databaseUrl);
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on(
      'data',
      messageCounter(() => (count += 1)),
    );
    upstream.pipe(client);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    count: () => count,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Follows the frames of the wire protocol (a type byte, then a length that includes itself) across chunks. */
function messageCounter(onReady: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let toSkip = 0;
  return (chunk) => {
    let at = Math.min(toSkip, chunk.length);
    toSkip -= at;
    if (toSkip > 0) return;
    const bytes = Buffer.concat([rest, chunk.subarray(at)]);
    at = 0;
    while (at + HEADER_BYTES <= bytes.length) {
      if (bytes[at] === READY_FOR_QUERY) onReady();
      at += 1 + bytes.readInt32BE(at + 1);
    }
    toSkip = Math.max(0, at - bytes.length);
    rest = toSkip > 0 ? Buffer.alloc(0) : bytes.subarray(at);
  };
}
