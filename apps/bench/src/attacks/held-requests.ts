import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Tally } from './tally.js';

/** Milliseconds between two looks at a connection. */
const LOOK = 500;

/** Connections that send the beginning of a request. */
export interface Held {
  /** The beginnings, in pieces, one for each connection. */
  readonly beginnings: readonly (readonly (string | Buffer)[])[];
  /** The most connections that are opened, those that replace others included. */
  readonly most: number;
  /** Bytes that each connection sends at each look. */
  readonly drip?: Buffer;
}

/** Holds a connection for each of the beginnings, and replaces those that the server ends. Resolves to a note of the statuses. */
export async function holdRequests(port: number, held: Held, over: AbortSignal): Promise<string> {
  const { beginnings, most } = held;
  const statuses = new Tally();
  let opened = 0;
  const keepHolding = async (pieces: readonly (string | Buffer)[]): Promise<void> => {
    while (!over.aborted && opened < most) {
      opened += 1;
      statuses.add(await hold(port, pieces, held.drip, over));
      await pause(LOOK);
    }
  };
  await Promise.all(beginnings.map(keepHolding));
  return `${opened} requests begun, ${beginnings.length} at a time: ${statuses.words}`;
}

/** Holds one connection until the server responds or closes it, or the attack is over. Returns the status. */
async function hold(
  port: number,
  pieces: readonly (string | Buffer)[],
  drip: Buffer | undefined,
  over: AbortSignal,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').catch(() => undefined);
  let response = '';
  socket.on('data', (data: Buffer) => {
    response += data.toString('latin1');
    socket.destroy();
  });
  for (const piece of pieces) socket.write(piece);
  while (!over.aborted && !socket.destroyed) {
    await Promise.race([closed, pause(LOOK)]);
    if (drip) socket.write(drip);
  }
  socket.destroy();
  if (response !== '') return response.split(' ')[1] ?? '';
  return over.aborted ? 'under way at the end' : 'closed';
}
