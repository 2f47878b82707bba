import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Comparison, Figures, Ratio } from './comparison.js';
import type { MutationCost } from './mutation-cost.js';
import type { Path, Side } from './path.js';

/** Everything that was measured of one path. */
export interface PathResult {
  readonly path: Pick<Path, 'name' | 'word' | 'must'>;
  readonly comparisons: readonly Comparison[];
  /** Round trips of our server to the database for each request. */
  readonly roundTrips: number;
  /** Cost of a mutation on each side; empty for reads. */
  readonly costs: Readonly<Partial<Record<Side, MutationCost>>>;
}

const FOLDER = path.resolve(__dirname, '../results');

const NAMES: Readonly<Record<Side, string>> = { ours: 'Worktrack', bare: 'bare', duties: 'same duties' };

const rangeOf = ({ median, lowest, highest }: Ratio) =>
  `${median.toFixed(2)} [${lowest.toFixed(2)}–${highest.toFixed(2)}]`;

const microseconds = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(0));

/** Prints the results of one path. */
export function print({ comparisons, roundTrips, costs }: PathResult): void {
  for (const { name, connections, sides, over } of comparisons) {
    const ratios = Object.entries(over).map(([side, ratio]) => `${rangeOf(ratio)} of ${NAMES[side as Side]}`);
    console.log(`${name}, c=${connections}: ${ratios.join(', ')}`);
    for (const [side, figures] of Object.entries(sides)) console.log(`  ${NAMES[side as Side]}: ${described(figures)}`);
  }
  console.log(`  ${roundTrips.toFixed(2)} round trips to the database each`);
  for (const [side, { walBytes, pages }] of Object.entries(costs)) {
    console.log(`  ${NAMES[side as Side]}: ${walBytes.toFixed(0)} bytes of WAL, ${pages.toFixed(0)} pages each`);
  }
}

const described = ({ perSecond, p50, p99, serverCpu, databaseCpu }: Figures) =>
  `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
  `CPU ${microseconds(serverCpu)} µs server, ${microseconds(databaseCpu)} µs PostgreSQL`;

/**
 * Builds the one line of ratios at the highest number of connections, each with what it must reach on this Node: reads to the bare floor,
 * writes to the floor with the same duties. For bulk this is a loop of savepoints.
 */
export function lastLine(results: readonly PathResult[]): string {
  const words = results.flatMap(({ path: { word, must }, comparisons }) => {
    const over = comparisons.at(-1)?.over;
    const ratio = over?.duties ?? over?.bare;
    return word && must && ratio ? [`${word} ${ratio.median.toFixed(2)} (must ${mustHere(must).toFixed(2)})`] : [];
  });
  const updates = updatesOfABulk(results);
  return `bench, Node ${process.versions.node}: ${words.join(', ')}${updates === undefined ? '' : `, a bulk of 50 costs ${updates.toFixed(1)} updates`}`;
}

function mustHere({ node20, node24 }: NonNullable<Path['must']>): number {
  return Number.parseInt(process.versions.node) < 24 ? node20 : node24;
}

/** Returns how many single updates of a title take as much CPU time as a bulk update of 50 titles. */
function updatesOfABulk(results: readonly PathResult[]): number | undefined {
  const costOf = (wanted: string) => {
    const ours = results.find(({ path: { word } }) => word === wanted)?.comparisons.at(-1)?.sides.ours;
    return ours && ours.serverCpu + ours.databaseCpu;
  };
  const [bulk, title] = [costOf('bulk'), costOf('title')];
  return bulk && title ? bulk / title : undefined;
}

/** Writes the results to `results/bench.json` and `results/bench.md` of this package. Returns the folder. */
export function write(results: readonly PathResult[]): string {
  mkdirSync(FOLDER, { recursive: true });
  const machine = { node: process.version, cores: os.availableParallelism(), load: os.loadavg() };
  const all = { at: new Date().toISOString(), machine, results };
  writeFileSync(path.join(FOLDER, 'bench.json'), `${JSON.stringify(all, null, 2)}\n`);
  const comparisons = results.flatMap((result) => result.comparisons);
  const ratioRows = comparisons.map(({ name, connections, over }) => [
    name,
    connections,
    over.bare ? rangeOf(over.bare) : '–',
    over.duties ? rangeOf(over.duties) : '–',
  ]);
  const figureRows = comparisons.flatMap(({ name, connections, sides }) =>
    Object.entries(sides).map(([side, { perSecond, p50, p99, serverCpu, databaseCpu }]) => {
      const latencies = [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)];
      return [name, connections, NAMES[side as Side], ...latencies, microseconds(serverCpu), microseconds(databaseCpu)];
    }),
  );
  const costRows = results.flatMap(({ path: { name }, costs }) =>
    Object.entries(costs).map(([side, cost]) => [
      name,
      NAMES[side as Side],
      cost.walBytes.toFixed(0),
      cost.pages.toFixed(0),
    ]),
  );
  const sections = [
    `\`${lastLine(results)}\``,
    table(['Path', 'At once', 'Over the bare floor', 'Over the floor with the same duties'], ratioRows),
    table(['Path', 'At once', 'Side', '/s', 'p50 ms', 'p99 ms', 'µs server', 'µs PostgreSQL'], figureRows),
    table(['Mutation', 'Side', 'WAL bytes', 'Pages'], costRows),
  ];
  writeFileSync(path.join(FOLDER, 'bench.md'), `${sections.join('\n\n')}\n`);
  return FOLDER;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
