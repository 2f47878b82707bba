import type { Readiness } from '@worktrack/application';
import { within } from '../rate-limits/within.js';
import { isToWorker, type FromWorker, type PrimaryChannel } from './messages.js';

/** Milliseconds that a probe waits for the primary process, which waits less for the workers. */
const TIMEOUT = 3_000;

/**
 * Returns the readiness of the whole server: a worker that is ready itself gives the response of the primary process, which asks all of
 * them. While the primary process is silent, nobody accepts a connection: the server is not ready.
 * @param own the readiness of this worker
 */
export function serverReadiness(own: Readiness, channel: PrimaryChannel = process): Readiness {
  const asked = new Map<number, (isReady: boolean) => void>();
  let count = 0;
  const send = (message: FromWorker): void => {
    channel.send?.(message, undefined, {}, () => undefined);
  };
  const tell = async (id: number): Promise<void> => {
    send({ worktrack: 'received', id });
    send({ worktrack: 'ready', id, isReady: await own.isReady() });
  };
  channel.on('message', (message) => {
    if (!isToWorker(message)) return;
    if (message.worktrack === 'ask-ready') void tell(message.id);
    if (message.worktrack === 'server-ready') asked.get(message.id)?.(message.isReady);
  });
  return {
    isReady: async () => {
      if (!(await own.isReady())) return false;
      const id = (count += 1);
      try {
        const response = new Promise<boolean>((resolve) => asked.set(id, resolve));
        send({ worktrack: 'readiness', id });
        return await within(TIMEOUT, response);
      } catch {
        return false;
      } finally {
        asked.delete(id);
      }
    },
  };
}
