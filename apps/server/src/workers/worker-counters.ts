import { invariant } from '@worktrack/application';
import type { ServerLogger } from '../logging.js';
import type { AllCounters, CounterName, MemoryCounters } from '../rate-limits/memory-counters.js';
import { LONG_WAIT, sharedCounters } from '../rate-limits/shared-counters.js';
import { within } from '../rate-limits/within.js';
import type { Standing } from '../rate-limits/window-rate-limiter.js';
import { isToWorker, type CountMethod, type PrimaryChannel } from './messages.js';

/** Counters that the primary process keeps for all workers. The log has one line for each change between it and the memory of this worker. */
export function workerCounters(
  alone: MemoryCounters,
  log: ServerLogger,
  channel: PrimaryChannel = process,
): AllCounters {
  const primary = new PrimaryProcess(channel);
  const store = {
    counter: (name: CounterName) => ({
      penalty: async (key: string, points?: number) =>
        invariant(await primary.ask(name, 'penalty', key, points), 'The primary process has counted nothing.'),
      get: (key: string) => primary.ask(name, 'get', key),
      reward: (key: string) => primary.ask(name, 'reward', key),
      delete: async (key: string) => {
        await primary.ask(name, 'delete', key);
        return true;
      },
    }),
    isConnected: () => true,
    connected: () => Promise.resolve(),
    traced: <Result>(work: () => Promise<Result>) => work(),
  };
  const listener = {
    opened: (error: unknown) => {
      log.warn({ err: error }, 'The primary process does not answer: each worker counts rate limits for itself.');
    },
    closed: () => {
      log.info('The primary process answers again: rate limits are shared.');
    },
  };
  return sharedCounters(store, alone, listener, log).counters;
}

/** The process that supervises this worker. */
class PrimaryProcess {
  private readonly asked = new Map<number, (standing: Standing | null) => void>();
  private count = 0;

  constructor(private readonly channel: PrimaryChannel) {
    channel.on('message', (message) => {
      if (!isToWorker(message) || message.worktrack !== 'counted') return;
      this.asked.get(message.id)?.(message.standing);
    });
  }

  /** Rejects when the primary process does not respond within the longest time that anybody waits for it. */
  async ask(counter: CounterName, method: CountMethod, key: string, points?: number): Promise<Standing | null> {
    const id = (this.count += 1);
    try {
      const response = new Promise<Standing | null>((resolve, reject) => {
        this.asked.set(id, resolve);
        this.channel.send?.({ worktrack: 'count', id, counter, method, key, points }, undefined, {}, (error) => {
          if (error) reject(error);
        });
      });
      return await within(LONG_WAIT, response);
    } finally {
      this.asked.delete(id);
    }
  }
}
