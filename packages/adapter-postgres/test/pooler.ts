import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The type of the message in which a session announces its process id: `K`. Type and length take five bytes, the process id the next four. */
const BACKEND_KEY_DATA = 0x4b;
const HEAD = 5;

/** The process id that is announced: larger than any that a kernel gives. */
const PROCESS_ID = 2 ** 30;

/** The address of a pooler, until it is closed. */
export interface Pooler {
  readonly url: string;
  /** The number of connections to it that have ended. */
  readonly ended: () => number;
  close(): Promise<void>;
}

/**
 * Stands between a client and the database at `url`, and announces to each client a process id of its own, as a pooler does that lends its
 * sessions for a transaction.
 */
export async function startPooler(url: string): Promise<Pooler> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let ended = 0;
  const server = createServer((client) => {
    client.on('close', () => (ended += 1));
    const session = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, session],
      [session, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    client.pipe(session);
    passOn(session, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.searchParams.delete('host');
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address.href,
    ended: () => ended,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Passes all messages on, the first with a process id changed. */
function passOn(session: Socket, client: Socket): void {
  let held = Buffer.alloc(0);
  session.on('data', function changed(piece: Buffer) {
    held = Buffer.concat([held, piece]);
    let begin = 0;
    while (held.length >= begin + HEAD) {
      const end = begin + 1 + held.readInt32BE(begin + 1);
      if (held.length < end) break;
      if (held[begin] === BACKEND_KEY_DATA) {
        held.writeInt32BE(PROCESS_ID, begin + HEAD);
        session.off('data', changed).pipe(client);
        client.write(held);
        return;
      }
      begin = end;
    }
    client.write(held.subarray(0, begin));
    held = held.subarray(begin);
  });
}
