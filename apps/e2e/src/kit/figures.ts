import path from 'node:path';
import { seed } from './random.js';
import { isDeep } from './tier.js';

/** Names of the figures in docs/reliability.md, each with its unit. */
export type Figure =
  | 'requests sent'
  | 'acknowledged writes checked'
  | 'acknowledged writes lost'
  | 'effects doubled'
  | 'faults injected'
  | 'kills of servers'
  | 'immediate stops of the database'
  | 'COMMIT replies dropped'
  | 'COMMITs dropped'
  | 'longest wait for an answer, ms'
  | 'freezes and kills of Redis'
  | 'how much longer 99 of 100 gets take while Redis is frozen, ms'
  | 'longest get while Redis is frozen, ms'
  | 'restarts of servers behind a balancer'
  | 'requests during these restarts'
  | 'requests during these restarts without an answer'
  | 'longest request during an upgrade of 100,000 Work Items, ms'
  | 'longest hold of the event loop by an input, ms'
  | 'model commands'
  | 'model divergences'
  | 'operations in recorded histories'
  | 'histories without an order'
  | 'requests compared with and without another tenant'
  | 'pairs of hidden and missing compared'
  | 'sequences of producers and consumers'
  | 'advantage of timing hidden against missing, in percent from even'
  | 'replays while records expire and are purged'
  | 'guards removed'
  | 'guards whose removal was seen'
  | 'idempotency records purged'
  | 'longest statement of a purge, ms'
  | 'expired idempotency records waiting, at most'
  | 'dead rows of idempotency records, at most, in percent'
  | 'room of idempotency records beside those of a day, in percent'
  | 'growth of idempotency records in the second half of a day, in percent';

/** Counts of the deep tier, which the output of `npm run test:deep` has as `figure: …`. Outside of that run nothing is printed. */
export const figures = {
  /** Adds to a figure. Zero counts too: it says that the suite looked. */
  add(figure: Figure, value: number): void {
    print(figure, String(value));
  },

  /** Reports a value of which the largest counts. */
  most(figure: Figure, value: number): void {
    print(figure, `at most ${String(value)}`);
  },
};

function print(figure: Figure, value: string): void {
  if (!isDeep) return;
  const suite = path.relative(path.resolve(__dirname, '..'), expect.getState().testPath ?? '');
  process.stdout.write(`figure: ${figure}, ${value}, ${suite} (SEED=${seed})\n`);
}
