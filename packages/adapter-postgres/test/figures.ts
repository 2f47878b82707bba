import path from 'node:path';
import { seed } from './random-numbers.js';

/** Names of the figures in docs/reliability.md, each with its unit. */
export type Figure =
  | 'statements parsed'
  | 'mutants of statements'
  | 'mutants of statements seen'
  | 'mutation score of statements, percent';

/** Counts of the deep tier, which the output of `npm run test:deep` has as `figure: …`. Outside of that run nothing is printed. */
export const figures = {
  /** Adds to a figure. */
  add(figure: Figure, value: number): void {
    print(figure, String(value));
  },

  /** Reports a value of which the largest counts. */
  most(figure: Figure, value: number): void {
    print(figure, `at most ${String(value)}`);
  },
};

function print(figure: Figure, value: string): void {
  if (process.env.TEST_DEEP === undefined) return;
  const suite = path.relative(path.resolve(__dirname, '../src'), expect.getState().testPath ?? '');
  process.stdout.write(`figure: ${figure}, ${value}, ${suite} (SEED=${seed})\n`);
}
