import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { seed } from './random-numbers.js';

/** Names of the figures in docs/reliability.md, each with its unit. */
export type Figure =
  | 'statements parsed'
  | 'mutants of statements'
  | 'mutants of statements seen'
  | 'mutation score of statements, percent';

/**
 * Figures of the deep tier, in the format of `apps/e2e/src/kit/figures.ts`: `npm run test:deep` adds up what the suites write. Outside of
 * that run nothing is written.
 */
export const figures = {
  /** Adds to a figure. */
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
  if (folder === undefined) return;
  const file = path.relative(path.resolve(__dirname, '../src'), expect.getState().testPath ?? '');
  const suite = file.replace(/\.spec\.ts$/, '');
  const line = { suite, seed, day: new Date().toISOString().slice(0, 10), figure, kind, value };
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);
}
