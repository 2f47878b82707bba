import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const READY_FOR_QUERY = 0x5a;
const SYNC = 0x53;
const SIMPLE_QUERY = 0x51;
const TYPE_BYTE = 1;
const LENGTH_BYTES = 4;

/** A proxy in front of PostgreSQL that counts round trips: statements that are sent together count as one. */
export interface RoundTripCounter {
  /** URL of the database through the proxy. */
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
      // Otherwise the proxy would hold small messages back, and the tokens would expire between two requests.
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    // The number of messages without a response yet. The first message of a connection has no type, and gets one response.
    let unanswered = 0;
    const asked = messageReader({ firstHasType: false }, (type) => {
      if (type === undefined || type === SYNC || type === SIMPLE_QUERY) unanswered += 1;
    });
    const answered = messageReader({ firstHasType: true }, (type) => {
      if (type === READY_FOR_QUERY) unanswered -= 1;
    });
    client.on('data', (chunk) => {
      if (unanswered === 0) count += 1;
      asked(chunk);
    });
    upstream.on('data', answered);
    client.pipe(upstream);
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
function messageReader(
  { firstHasType }: { firstHasType: boolean },
  onMessage: (type: number | undefined) => void,
): (chunk: Buffer) => void {
  let head = Buffer.alloc(0);
  let toSkip = 0;
  let typed = firstHasType;
  return (chunk) => {
    const skipped = Math.min(toSkip, chunk.length);
    toSkip -= skipped;
    let bytes = Buffer.concat([head, chunk.subarray(skipped)]);
    while (bytes.length >= (typed ? TYPE_BYTE : 0) + LENGTH_BYTES) {
      const lengthAt = typed ? TYPE_BYTE : 0;
      onMessage(typed ? bytes[0] : undefined);
      const end = lengthAt + bytes.readInt32BE(lengthAt);
      toSkip = Math.max(0, end - bytes.length);
      bytes = bytes.subarray(end);
      typed = true;
    }
    head = Buffer.from(bytes);
  };
}
