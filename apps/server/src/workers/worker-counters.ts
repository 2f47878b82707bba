import type { ReversibleCounter, SignInCounters } from '../rate-limits/sign-in-throttle.js';
import { within } from '../rate-limits/within.js';
import type { Counters, Standing } from '../rate-limits/window-rate-limiter.js';
import { isToWorker, type CountMethod, type SharedCounter } from './messages.js';

/** Every counter of this service. */
type AllCounters = Counters & SignInCounters;

/** Milliseconds that a request waits for the primary process before this worker counts alone. */
const PATIENCE = 1_000;

/** Counters that the primary process keeps for all workers. When it does not answer, `alone` counts. */
export function workerCounters(alone: AllCounters): AllCounters {
  const primary = new PrimaryProcess();
  const shared = (counter: SharedCounter, own: ReversibleCounter): ReversibleCounter => ({
    penalty: (key) =>
      primary.ask(counter, 'penalty', key).then(
        (standing) => standing ?? own.penalty(key),
        () => own.penalty(key),
      ),
    get: (key) => primary.ask(counter, 'get', key).catch(() => own.get(key)),
    reward: (key) => primary.ask(counter, 'reward', key).catch(() => own.reward(key)),
    delete: (key) =>
      primary.ask(counter, 'delete', key).then(
        () => true,
        () => own.delete(key),
      ),
  });
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

  constructor() {
    process.on('message', (message) => {
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
        process.send?.({ worktrack: 'count', id, counter, method, key }, undefined, {}, (error) => {
          if (error) reject(error);
        });
      });
      return await within(PATIENCE, answer);
    } finally {
      this.asked.delete(id);
    }
  }
}
