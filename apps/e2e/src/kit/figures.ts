import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { seed } from './random.js';

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

/**
 * Counts of the deep tier. `npm run test:deep` adds up what the suites write, puts it into docs/reliability.figures.json and renders
 * the table in docs/reliability.md. Outside of that run nothing is written.
 */
export const figures = {
  /** Adds to a figure. Zero counts too: it says that the suite looked. */
  add(figure: Figure, value: number): void {
    write(figure, 'sum', value);
  },

  /** Reports a value of which the largest is kept. */
  most(figure: Figure, value: number): void {
    write(figure, 'most', value);
  },
};

function write(figure: Figure, kind: 'sum' | 'most', value: number): void {
  const folder = process.env.TEST_FIGURES_DIR;
  // The figures of one suite are added up: a suite that also runs beside the ordinary server would count twice.
  if (folder === undefined || globalThis.SHARED_SERVER === 'one-connection') return;
  const file = path.relative(path.resolve(__dirname, '..'), expect.getState().testPath ?? '');
  const suite = file.replace(/(\.own-server)?\.e2e\.ts$/, '');
  const line = { suite, seed, day: new Date().toISOString().slice(0, 10), figure, kind, value };
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);
}
