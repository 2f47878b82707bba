import type { Worker } from 'node:cluster';

/** The mark of the messages of `node:cluster`. They are not documented, and the same in Node 20, 22 and 24. */
const CLUSTER = 'NODE_CLUSTER';

/** A message of `node:cluster`: `act: 'newconn'` gives a connection to a worker, whose response has its number as `ack`. */
interface ClusterMessage {
  readonly cmd?: unknown;
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Gives the connections that a worker was given, and had not taken when it ended, to another worker. `node:cluster` would wait for the
 * response of the worker that ended, and the clients with it.
 */
export function passOnLostConnections({ process: child }: Pick<Worker, 'process'>): void {
  const given = new Set<number>();
  const send = child.send.bind(child) as (message: ClusterMessage, ...more: unknown[]) => boolean;
  child.send = (message: ClusterMessage, ...more: unknown[]) => {
    if (message.cmd === CLUSTER && message.act === 'newconn' && message.seq !== undefined) given.add(message.seq);
    return send(message, ...more);
  };
  child.on('internalMessage', ({ cmd, ack }: ClusterMessage) => {
    if (cmd === CLUSTER && ack !== undefined) given.delete(ack);
  });
  child.once('exit', () => {
    for (const ack of given) child.emit('internalMessage', { cmd: CLUSTER, ack, accepted: false });
  });
}
