// The figures of the deep tier: suites write them, the test command keeps them in docs/reliability.figures.json, and the table in
// docs/reliability.md is made from that file. By hand: `node libs/toolchain/figures.mjs FOLDER` keeps those of single suites, which ran
// with TEST_FIGURES_DIR=FOLDER and passed.
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson, ROOT } from './workspace.mjs';

export const FIGURES = path.join(ROOT, 'docs', 'reliability.figures.json');
export const PAGE = path.join(ROOT, 'docs', 'reliability.md');

const BEGIN = '<!-- The table of figures is made from reliability.figures.json. -->\n';
const END = '\n<!-- End of the table of figures. -->';

/**
 * Reads the lines that suites wrote, `{suite, seed, day, figure, kind, value}` each. Returns for each suite `{day, seed, figures}`, with a figure's
 * values as `{sum}` or `{most}`.
 */
export function figuresIn(folder) {
  const suites = {};
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  const lines = files.flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean));
  for (const { suite, seed, day, figure, kind, value } of lines.map((line) => JSON.parse(line))) {
    const one = (suites[suite] ??= { day, seed, figures: {} });
    one.figures[figure] = joined(one.figures[figure], { [kind]: value });
  }
  return suites;
}

/** Joins two values of one figure, each `{sum}` or `{most}`. */
function joined(one = {}, other) {
  return 'most' in other ? { most: Math.max(one.most ?? -Infinity, other.most) } : { sum: (one.sum ?? 0) + other.sum };
}

/**
 * Puts the figures of a run in the place of the same suites' earlier ones. A suite that failed keeps its earlier figures.
 * @param found those of `figuresIn`
 * @param failed names of the suites that failed, such as `reliability/storm`
 * @param isWhole true when every suite ran: the figures of suites that no longer exist are removed
 */
export function merged(kept, found, failed, isWhole) {
  const names = [...new Set([...Object.keys(kept), ...Object.keys(found)])].sort();
  const chosen = names.map((name) => {
    if (failed.includes(name)) return [name, kept[name]];
    return [name, found[name] ?? (isWhole ? undefined : kept[name])];
  });
  return Object.fromEntries(
    chosen
      .filter(([, one]) => one !== undefined)
      .map(([name, { day, seed, figures }]) => [
        name,
        { day, seed, figures: Object.fromEntries(Object.entries(figures).sort()) },
      ]),
  );
}

/** Returns the table of the figures, formatted as the formatter does it. */
export function tableOf(suites) {
  const figures = new Map();
  for (const [suite, { figures: own }] of Object.entries(suites)) {
    for (const [figure, value] of Object.entries(own)) {
      const { value: before, from = [] } = figures.get(figure) ?? {};
      figures.set(figure, { value: joined(before, value), from: [...from, `\`${suite}\``] });
    }
  }
  const totals = [...figures].sort(([one], [other]) => (one < other ? -1 : 1));
  const seeds = Object.entries(suites).map(([suite, { day, seed }]) => [`\`${suite}\``, day, String(seed)]);
  return [
    table(
      ['Figure', 'Last deep run', 'Suites'],
      totals.map(([figure, { value, from }]) => [figure, inWords(value.sum ?? value.most), from.join(', ')]),
    ),
    table(['Suite', 'Day', 'Seed'], seeds),
  ].join('\n\n');
}

const inWords = (value) => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

function table(head, rows) {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at].length)));
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Returns the page with the table of these figures in its place. Throws when the page has no place for it. */
export function pageWith(page, suites) {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new Error('docs/reliability.md has no place for the table of figures.');
  return `${page.slice(0, begin + BEGIN.length)}\n${tableOf(suites)}\n${page.slice(end)}`;
}

/** Keeps the figures that suites left in a folder, in the file and on the page. */
export function keepFigures(folder, { failed, isWhole }) {
  const found = figuresIn(folder);
  if (Object.keys(found).length === 0) return;
  const suites = merged(readJson(FIGURES), found, failed, isWhole);
  writeFileSync(FIGURES, `${JSON.stringify(suites, null, 2)}\n`);
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), suites));
}

/** Returns the name of the suite in a test file's path: `apps/e2e/src/reliability/storm.e2e.ts` is `reliability/storm`. */
export const suiteOf = (file) => file.replace(/^(.*\/)?src\//, '').replace(/(\.own-server)?\.(e2e|spec)\.ts$/, '');

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name the folder that TEST_FIGURES_DIR named.');
  keepFigures(folder, { failed: [], isWhole: false });
}
