import type { FeedHub } from '@worktrack/application';
import { ONE_SECOND } from '@worktrack/domain';
import type { Configuration } from '../config.js';
import type { OpenDatabase } from '../database.js';
import type { ServerLogger } from '../logging.js';
import { beginRepeating } from './repeating.js';

/** Milliseconds between two looks where nobody tells this process of the changes of others. */
const POLL = 250;

/**
 * Wakes those who wait for feeds when another process has numbered changes: it listens, or looks again and again. A process that listens
 * looks each second too, for what came while its connection was broken. While nobody waits, a look asks the database nothing.
 */
export function beginWaking(
  hub: FeedHub,
  database: Pick<OpenDatabase['database'], 'listenToFeeds'>,
  feedWake: Configuration['feedWake'],
  log: ServerLogger,
): { end(): Promise<void> } {
  const onFailure = 'The feeds could not be looked at for those who wait; the next look tries again.';
  const period = feedWake === 'poll' ? POLL : ONE_SECOND;
  const repeating = beginRepeating({ work: () => hub.look(), period, onFailure }, log);
  const listener =
    feedWake === 'listen'
      ? database.listenToFeeds(() => {
          // A failure is logged by the next look, which tries again.
          void hub.look().catch(() => undefined);
        })
      : undefined;
  return {
    end: async () => {
      await repeating.end();
      await listener?.close();
    },
  };
}
