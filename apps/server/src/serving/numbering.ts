import { AsyncResource } from 'node:async_hooks';
import type { FeedHub, MaintenancePorts } from '@worktrack/application';
import { ONE_SECOND } from '@worktrack/domain';
import type { ServerLogger } from '../logging.js';
import { beginRepeating } from './repeating.js';

/** The least milliseconds between two passes: each has four round trips and a commit, which the requests then have to wait for. */
const BETWEEN_PASSES = 10;

/**
 * Gives committed changes their positions in the feeds: after each transaction of this process that changed something, and each second for
 * what tasks and processes that died have left. The first change is numbered immediately, those of the next ten milliseconds together.
 * Calls `onNumbered` when there are new events. `end` resolves when no pass is under way.
 */
export function beginNumbering(
  {
    numberChanges,
    onChanges,
    feedHub,
  }: Pick<MaintenancePorts, 'numberChanges' | 'onChanges'> & { readonly feedHub: Pick<FeedHub, 'look'> },
  log: ServerLogger,
  onNumbered: () => void,
): { end(): Promise<void> } {
  const state = { isDue: false };
  let underWay: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    try {
      for (let isLast = false; !isLast || state.isDue;) {
        state.isDue = false;
        const numbered = await numberChanges();
        ({ isLast } = numbered);
        if (numbered.taken > 0) {
          onNumbered();
          // A failure is logged by the looks that come each second.
          void feedHub.look().catch(() => undefined);
        }
        if (isLast) await new Promise((resolve) => setTimeout(resolve, BETWEEN_PASSES));
      }
    } finally {
      // In the same step as the last look at `isDue`: a change after it begins a pass.
      underWay = undefined;
    }
  };
  // Not a part of the request that wakes it: it works for all.
  const perform = AsyncResource.bind((): Promise<void> => (underWay ??= work()));
  const onFailure = 'Changes got no positions in the feeds; the next look tries again.';
  const repeating = beginRepeating({ work: perform, period: ONE_SECOND, onFailure }, log);
  const stop = onChanges(() => {
    state.isDue = true;
    // A failure is logged by the next look, which tries again.
    void perform().catch(() => undefined);
  });
  return {
    end: async () => {
      stop();
      await repeating.end();
      await underWay?.catch(() => undefined);
    },
  };
}
