import { AsyncResource } from 'node:async_hooks';
import { deliverEvents, type DueWebhook, type WebhookJobPorts } from '@worktrack/application';
import { ONE_SECOND } from '@worktrack/domain';
import type { ServerLogger } from '../logging.js';
import type { JobMonitor } from './job-monitor.js';
import { beginRepeating } from './repeating.js';

/** The most webhooks that this process works on concurrently. More than one Organization has, which cannot stop those of others. */
const MOST = 24;

/** Milliseconds that attempts under way have when the process ends: what is cut then is sent again. */
const LAST_ATTEMPTS = 3 * ONE_SECOND;

/** A job that sends events to webhooks. */
export interface Delivering {
  /** Looks for webhooks with something to send now. */
  wake(): void;
  /** Resolves when no attempt is under way any more. */
  end(): Promise<void>;
}

/** Sends the events of feeds to webhooks: after a call of `wake`, and with a look each second, until `end` is called. */
export function beginDelivering(ports: WebhookJobPorts, log: ServerLogger, monitor?: JobMonitor): Delivering {
  const [stop, cut] = [new AbortController(), new AbortController()];
  const signals = { stop: stop.signal, cut: cut.signal };
  const underWay = new Map<string, Promise<void>>();
  const state = { isLooking: false, isDue: false };

  const begin = (due: DueWebhook): void => {
    const work = deliverEvents(ports, due, signals).catch((error: unknown) => {
      log.warn({ err: error, webhook: due.id }, 'Events could not be sent to a webhook; the next look tries again.');
      return false;
    });
    const ended = work.then((isDone) => {
      underWay.delete(due.id);
      if (isDone) wake();
    });
    underWay.set(due.id, ended);
  };
  const look = async (): Promise<void> => {
    if (underWay.size >= MOST || stop.signal.aborted) return;
    for (const due of await ports.queue.due(MOST)) {
      // One that this process works on can be found while it is released.
      if (underWay.size < MOST && !underWay.has(due.id)) begin(due);
    }
    monitor?.succeeded('deliver_events');
  };
  const perform = async (): Promise<void> => {
    state.isDue = true;
    if (state.isLooking) return;
    state.isLooking = true;
    try {
      while (state.isDue) {
        state.isDue = false;
        await look();
      }
    } finally {
      state.isLooking = false;
    }
  };
  // Not a part of the request that wakes it: it works for all. A failure is logged by the next look, which tries again.
  const wake = AsyncResource.bind((): void => void perform().catch(() => undefined));
  const onFailure = 'Webhooks could not be looked up; the next look tries again.';
  const repeating = beginRepeating({ work: perform, period: ONE_SECOND, onFailure }, log);
  return {
    wake,
    end: async () => {
      stop.abort();
      const timer = setTimeout(() => {
        cut.abort();
      }, LAST_ATTEMPTS);
      await repeating.end();
      await Promise.all(underWay.values());
      clearTimeout(timer);
    },
  };
}
