import type { ServerLogger } from '../logging.js';
import { CircuitBreaker } from '../rate-limits/circuit-breaker.js';
import type { ReversibleCounter, SignInCounters } from '../rate-limits/sign-in-throttle.js';
import { within } from '../rate-limits/within.js';
import type { Counters, Standing } from '../rate-limits/window-rate-limiter.js';
import { isToWorker, type CountMethod, type PrimaryChannel, type SharedCounter } from './messages.js';

/** Every counter of this service. */
type AllCounters = Counters & SignInCounters;

/** Milliseconds that a request waits for the primary process before this worker counts alone. */
const PATIENCE = 100;

/** Milliseconds after a wait in vain in which no request asks the primary process. */
const PAUSE = 5_000;

/**
 * Counters that the primary process keeps for all workers. When it does not answer in time, `alone` counts instead, and no request asks it for
 * `PAUSE`; then one does. The log has one line for each change between the two.
 */
export function workerCounters(alone: AllCounters, log: ServerLogger, channel: PrimaryChannel = process): AllCounters {
  const primary = new PrimaryProcess(channel);
  const breaker = new CircuitBreaker(PAUSE, {
    opened: (error) => {
      log.warn({ err: error }, 'The primary process does not answer: each worker counts rate limits for itself.');
    },
    closed: () => {
      log.info('The primary process answers again: rate limits are shared.');
    },
  });
  const shared = (counter: SharedCounter, own: ReversibleCounter): ReversibleCounter => {
    const ask = (method: CountMethod, key: string): Promise<Standing | null> => primary.ask(counter, method, key);
    return {
      penalty: (key) =>
        breaker.run(
          async () => (await ask('penalty', key)) ?? own.penalty(key),
          () => own.penalty(key),
        ),
      get: (key) =>
        breaker.run(
          () => ask('get', key),
          () => own.get(key),
        ),
      reward: (key) =>
        breaker.run<unknown>(
          () => ask('reward', key),
          () => own.reward(key),
        ),
      delete: (key) =>
        breaker.run(
          async () => {
            await ask('delete', key);
            return true;
          },
          () => own.delete(key),
        ),
    };
  };
  const of = (counter: SharedCounter): ReversibleCounter => shared(counter, alone[counter] as ReversibleCounter);
  return {
    // Another worker may have counted: only the primary process knows.
    requests: { ...of('requests'), penaltyNow: () => undefined },
    users: { ...of('users'), penaltyNow: () => undefined },
    organizations: of('organizations'),
    failures: { ...of('failures'), isUntouched: () => false },
    anonymous: of('anonymous'),
    accounts: of('accounts'),
    addresses: of('addresses'),
    links: of('links'),
  };
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

  /** Rejects when the primary process does not answer in time. */
  async ask(counter: SharedCounter, method: CountMethod, key: string): Promise<Standing | null> {
    const id = (this.count += 1);
    try {
      const answer = new Promise<Standing | null>((resolve, reject) => {
        this.asked.set(id, resolve);
        this.channel.send?.({ worktrack: 'count', id, counter, method, key }, undefined, {}, (error) => {
          if (error) reject(error);
        });
      });
      return await within(PATIENCE, answer);
    } finally {
      this.asked.delete(id);
    }
  }
}
