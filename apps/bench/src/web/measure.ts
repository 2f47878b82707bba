import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { startDurablePostgres } from '../durable-postgres.js';
import { runTask } from '../processes.js';
import { printFigure, printTitle } from './figures.js';
import { costsOfInteraction, p95, type Interaction } from './interactions.js';
import { costsOf, Visitor, type MeasuredPage, type PageCost } from './pages.js';
import { openSession } from './sessions.js';
import { WatchedServer } from '../watched-server.js';

/** The script that finds a browser, or installs one. */
const BROWSER = path.resolve(__dirname, '../../../../libs/toolchain/browser.mjs');

const KB = 1_000;
const TRIES = 3;
/** KB of the code of a first page, and of a page with code that is loaded when it is first opened. */
const FIRST_CODE = 60;
const MOST_CODE = 150;
/** Milliseconds until the greatest part is painted and the page is complete. */
const LARGEST_PAINT = 600;

const MY_WORK: MeasuredPage = { name: 'My Work', path: '/', content: 'main ul a' };
const PROJECT: MeasuredPage = { name: 'a Project with 100 Work Items', path: '/o/demo/WEB', content: 'main ul a' };
const reportPage = (type: string): MeasuredPage => ({
  name: `the report ${type}`,
  path: `/o/demo/WEB/reports/${type}`,
  content: 'main [role=group] svg',
});
const CUMULATIVE_FLOW = reportPage('cumulative-flow');
const CONTROL_CHART = reportPage('control-chart');
const PAGES = [MY_WORK, PROJECT, CUMULATIVE_FLOW, CONTROL_CHART];

const focusDrawing: Interaction['prepare'] = (page) => page.locator('main [role=group]').focus();
const INTERACTIONS: readonly Interaction[] = [
  { name: 'opening and closing the palette', page: MY_WORK, keys: ['Control+k', 'Escape'] },
  {
    name: 'typing and moving in the palette',
    page: MY_WORK,
    prepare: (page) => page.keyboard.press('Control+k'),
    keys: ['r', 'e', 'ArrowDown', 'ArrowDown', 'Backspace', 'Backspace'],
  },
  {
    name: 'stepping through the points of the cumulative flow',
    page: CUMULATIVE_FLOW,
    prepare: focusDrawing,
    keys: ['ArrowRight', 'ArrowRight', 'ArrowLeft'],
  },
  {
    name: 'stepping through the points of the control chart',
    page: CONTROL_CHART,
    prepare: focusDrawing,
    keys: ['ArrowRight', 'ArrowRight', 'ArrowLeft'],
  },
  {
    name: 'changing a parameter of the cumulative flow',
    page: CUMULATIVE_FLOW,
    prepare: (page) => page.getByLabel('Unit').focus(),
    keys: ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'],
    settle: (page) => page.waitForLoadState('networkidle'),
  },
];

/** Measures the browser application of a demo of 5,000 Work Items, and prints each figure next to its budget. */
export async function measureWeb(): Promise<void> {
  const postgres = await startDurablePostgres();
  try {
    await runTask(postgres.url, ['db:migrate']);
    const { users } = await runTask<{ users: readonly string[] }>(postgres.url, ['seed:demo', '--size', 'medium']);
    const secret = await openSession(postgres.url, users[0] ?? '');
    const server = await WatchedServer.start(postgres.url);
    try {
      await measureBuild();
      await inBrowser(async (browser) => {
        const visitor = new Visitor(browser, server.origin, secret);
        for (const page of PAGES) printPage(page, await costsOf(visitor, page));
        await measureInteractions(visitor);
      });
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.leave();
  }
}

async function inBrowser(work: (browser: Awaited<ReturnType<typeof chromium.launch>>) => Promise<void>): Promise<void> {
  const found = execFileSync(process.execPath, [BROWSER], { encoding: 'utf8' });
  const { executablePath, env } = JSON.parse(found) as { executablePath: string; env: Record<string, string> };
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
    env: { PATH: process.env.PATH, ...env, HOME: tmpdir() },
  });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

function printPage({ name, path: address }: MeasuredPage, costs: readonly PageCost[]): void {
  const isFirst = !address.includes('/reports');
  const of = (figure: keyof PageCost, unit = 1): readonly number[] => costs.map((cost) => cost[figure] / unit);
  printTitle(`${name}: ${address} (${costs.length} fresh contexts)`);
  printFigure('JS and CSS', of('codeBytes', KB), 'KB', isFirst ? FIRST_CODE : MOST_CODE);
  printFigure('all bytes', of('bytes', KB), 'KB');
  printFigure('files until the content is seen', of('files'), '');
  printFigure('exchanges of data until then', of('exchanges'), '');
  printFigure('first paint', of('firstPaint'), 'ms', 300);
  printFigure('largest paint', of('largestPaint'), 'ms', LARGEST_PAINT);
  printFigure('complete', of('complete'), 'ms', LARGEST_PAINT);
  printFigure('layout shift', of('layoutShift'), '', 0);
}

async function measureInteractions(visitor: Visitor): Promise<void> {
  printTitle(`From a key to the next paint, 95th percentiles of ${TRIES} visits`);
  for (const interaction of INTERACTIONS) {
    const toPaint: number[] = [];
    const inCode: number[] = [];
    for (let visit = 0; visit < TRIES; visit += 1) {
      const costs = await costsOfInteraction(visitor, interaction);
      toPaint.push(p95(costs.toPaint));
      inCode.push(p95(costs.inCode));
    }
    printFigure(interaction.name, toPaint, 'ms', 50);
    printFigure('  of it in the code of the page', inCode, 'ms');
  }
}

/** Adds up what the build made: the server sends these files as they are. */
async function measureBuild(): Promise<void> {
  const dist = path.join(path.dirname(require.resolve('@worktrack/web/package.json')), 'dist');
  const assets = path.join(dist, 'assets');
  const names = (await readdir(assets)).filter((name) => /\.(js|css)\.gz$/.test(name));
  const shell = await readFile(path.join(dist, 'index.html'), 'utf8');
  const files = await Promise.all(
    names.map(async (name) => ({
      name: name.replace(/\.gz$/, ''),
      size: (await stat(path.join(assets, name))).size / KB,
      isFirst: shell.includes(name.replace(/\.gz$/, '')),
    })),
  );
  const sum = (some: typeof files): number => some.reduce((total, { size }) => total + size, 0);
  printTitle('The build, with gzip');
  printFigure('JS and CSS of the first page', [sum(files.filter(({ isFirst }) => isFirst))], 'KB', FIRST_CODE);
  for (const { name, size } of files.filter(({ isFirst }) => !isFirst)) printFigure(name, [size], 'KB', 40);
  printFigure('all JS and CSS', [sum(files)], 'KB', 250);
}
