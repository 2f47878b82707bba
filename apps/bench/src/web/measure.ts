import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startThrowawayPostgres } from '@worktrack/embedded-postgres';
import { Client } from 'pg';
import { chromium } from 'playwright-core';
import { freePort, runTask, startWorktrack, stop } from '../processes.js';
import { drawingCost } from './drawings.js';
import { costOf, type MeasuredPage, slowestInteractions, Visitor } from './pages.js';

const KB = 1_000;

const PAGES: readonly MeasuredPage[] = [
  { name: 'My Work', path: '/', content: 'main ul a' },
  { name: 'a Project with 100 Work Items', path: '/o/demo/WEB', content: 'main ul a' },
  {
    name: 'the cumulative flow report',
    path: '/o/demo/WEB/reports/cumulative-flow',
    content: 'main svg[role=img], main [role=img] svg',
  },
];

const REPORTS = '/api/organizations/demo/projects/WEB/reports';

/** Measures the browser application of a demo of 5,000 Work Items, and prints each figure beside its budget. */
export async function measureWeb(): Promise<void> {
  const given = process.env.BENCH_BROWSER;
  if (given === undefined) throw new Error('This machine has no Chromium: set WORKTRACK_CHROMIUM to the path of one.');
  const { executablePath, env } = JSON.parse(given) as { executablePath: string; env: Record<string, string> };
  const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
  const postgres = await startThrowawayPostgres({ settings: durable });
  try {
    await runTask(postgres.url, ['db:migrate']);
    const { users } = await runTask<{ users: readonly string[] }>(postgres.url, ['seed:demo', '--size', 'medium']);
    const secret = await openSession(postgres.url, users[0] ?? '');
    const port = await freePort();
    const server = await startWorktrack(postgres.url, port);
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking'],
      env: { PATH: process.env.PATH, ...env, HOME: tmpdir() },
    });
    try {
      const origin = `http://127.0.0.1:${port}`;
      await measurePages(new Visitor(browser, origin, secret));
      await measureDrawings(origin, secret);
      await measureBuild();
    } finally {
      await browser.close();
      await stop(server);
    }
  } finally {
    await postgres.leave();
  }
}

async function measurePages(visitor: Visitor): Promise<void> {
  for (const page of PAGES) {
    const cost = await costOf(visitor, page);
    console.log(`\n${page.name} (medians of fresh contexts)`);
    print('JS and CSS', cost.codeBytes / KB, 'KB', 60);
    print('all bytes', cost.bytes / KB, 'KB');
    print('requests', cost.requests, '');
    print('first paint', cost.firstPaint, 'ms', 300);
    print('largest paint', cost.largestPaint, 'ms', 600);
    print('layout shift', cost.layoutShift, '', 0.005);
    print('interaction to next paint, p95', await slowestInteractions(visitor, page), 'ms', 50);
  }
}

async function measureDrawings(origin: string, secret: string): Promise<void> {
  for (const type of ['cumulative-flow', 'control-chart']) {
    for (const [ending, budget] of [
      ['svg', 5],
      ['png', 60],
    ] as const) {
      const { milliseconds, rowsOnly, held, bytes } = await drawingCost(origin, secret, `${REPORTS}/${type}`, ending);
      console.log(`\n${type}.${ending}, ${(bytes / KB).toFixed(1)} KB`);
      print('drawing: the file without the time of its rows', milliseconds - rowsOnly, 'ms', budget);
      print('the file', milliseconds, 'ms');
      print('longest wait of another request', held, 'ms');
    }
  }
}

/** Adds up what the build made: the server sends these files as they are. */
async function measureBuild(): Promise<void> {
  const assets = path.join(path.dirname(require.resolve('@worktrack/web/package.json')), 'dist/assets');
  const names = (await readdir(assets)).filter((name) => /\.(js|css)\.gz$/.test(name));
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(assets, name))).size));
  console.log('\nThe build, with gzip');
  print('largest chunk', Math.max(...sizes) / KB, 'KB');
  print('all JS and CSS', sizes.reduce((total, size) => total + size, 0) / KB, 'KB', 250);
}

function print(name: string, figure: number, unit: string, budget?: number): void {
  const limit = budget === undefined ? '' : `, budget ${budget}${figure > budget ? ': EXCEEDED' : ''}`;
  console.log(`  ${name}: ${Number(figure.toFixed(figure < 1 ? 4 : 1))} ${unit}${limit}`);
}

/** Writes a session to the database, and returns the secret of its cookie. */
async function openSession(databaseUrl: string, email: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
       select $1, id, $2, clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 day' from users where email = $3`,
      [randomUUID(), createHash('sha256').update(secret).digest(), email],
    );
    if (rowCount !== 1) throw new Error(`The demo has no user ${email}.`);
  } finally {
    await client.end();
  }
  return secret;
}
