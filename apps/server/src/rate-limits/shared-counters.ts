import { QuotaExhausted } from '@worktrack/application';
import type { ServerLogger } from '../logging.js';
import { CircuitBreaker, type BreakerListener } from './circuit-breaker.js';
import type { AllCounters, CounterName, MemoryCounters } from './memory-counters.js';
import type { ReversibleCounter } from './sign-in-throttle.js';
import { within } from './within.js';

/** Milliseconds that a request waits for a store before it is counted in memory. */
const SHORT_WAIT = 100;

/** Milliseconds that an attempt to sign in waits for a store before it is refused. */
export const LONG_WAIT = 5_000;

/** Milliseconds after a wait in vain in which nobody asks the store. */
const PAUSE = 5_000;

/** A place in which several processes count together. */
export interface SharedStore {
  readonly counter: (name: CounterName) => ReversibleCounter;
  /** False: requests are counted in memory immediately. */
  readonly isConnected: () => boolean;
  /** Resolves when there is a connection. */
  readonly connected: () => Promise<void>;
  /** Runs `work`, which asks the store. */
  readonly traced: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Counters in a store. */
interface SharedCounters {
  readonly counters: AllCounters;
  /** True from a wait for the store in vain until it responds again. */
  readonly isSilent: () => boolean;
}

/**
 * Counters in a store. When the store does not respond in time, requests are counted in the memory of this process, and none asks the store
 * for `PAUSE`; then one does. Attempts to sign in wait longer and are never counted alone: they are refused.
 * @param listener receives the changes between the store and the memory
 */
export function sharedCounters(
  store: SharedStore,
  alone: MemoryCounters,
  listener: BreakerListener,
  log: ServerLogger,
): SharedCounters {
  const ofRequests = new CircuitBreaker(PAUSE, listener);
  const ofSignIns = new CircuitBreaker(PAUSE, {
    opened: (error) => {
      log.warn({ err: error }, 'Sign-ins are refused: their failures cannot be counted.');
    },
    closed: () => {
      log.info('Sign-ins are counted again.');
    },
  });
  const orAlone = (name: CounterName): ReversibleCounter => {
    const [shared, own] = [store.counter(name), alone[name]];
    return counterBy((work) => {
      // Without a connection the breaker stays as it is.
      if (!store.isConnected()) return work(own);
      return ofRequests.run(
        () => store.traced(() => within(SHORT_WAIT, work(shared))),
        () => work(own),
      );
    });
  };
  const orRefused = (name: CounterName): ReversibleCounter => {
    const shared = store.counter(name);
    return counterBy((work) =>
      ofSignIns.run(
        () => store.traced(() => withinLongWait(store, () => work(shared))),
        () =>
          Promise.reject(
            new QuotaExhausted('Sign-ins cannot be counted at the moment: try again soon.', PAUSE / 1_000),
          ),
      ),
    );
  };
  const counters: AllCounters = {
    // Another process might have counted: only the store knows.
    requests: orAlone('requests'),
    users: orAlone('users'),
    organizations: orAlone('organizations'),
    texts: orAlone('texts'),
    failures: orAlone('failures'),
    anonymous: orAlone('anonymous'),
    browsers: orRefused('browsers'),
    accounts: orRefused('accounts'),
    anywhere: orRefused('anywhere'),
    addresses: orRefused('addresses'),
    links: orRefused('links'),
    mails: orRefused('mails'),
  };
  return { counters, isSilent: () => ofRequests.isOpen };
}

/** Does the work once there is a connection. Work that was refused by then is not done later: nothing was tried that it would count. */
async function withinLongWait<Result>(store: SharedStore, work: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const inTime = async (): Promise<Result> => {
    await store.connected();
    if (isOver) throw new Error('The attempt was refused.');
    return work();
  };
  try {
    return await within(LONG_WAIT, inTime());
  } finally {
    isOver = true;
  }
}

/** A counter whose operations `run` runs. */
function counterBy(
  run: <Result>(work: (counter: ReversibleCounter) => Promise<Result>) => Promise<Result>,
): ReversibleCounter {
  return {
    penalty: (key, points) => run((counter) => counter.penalty(key, points)),
    get: (key) => run((counter) => counter.get(key)),
    reward: (key) => run((counter) => counter.reward(key)),
    delete: (key) => run((counter) => counter.delete(key)),
  };
}
