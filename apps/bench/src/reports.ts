import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { joinEmbeddedPostgres, startThrowawayPostgres } from '@worktrack/embedded-postgres';
import { Client } from 'pg';
import { postmasterOf, spentBy } from './cpu.js';
import { median } from './load.js';
import { runTask } from './processes.js';
import { PROJECTS_OF, SLUG, SPRINT_PROJECT, makeReportData, type ReportProject } from './report-data.js';
import { makeSprint } from './sprint-report.js';
import { WatchedServer } from './watched-server.js';

const ROUNDS = 9;
/** Requests of each report before it is measured: the compiler of Node learns from them. */
const BEFORE = 5;
/** Milliseconds between two requests: a database session sends its statistics at most once a second, after a statement. */
const UNTIL_TOLD = 1_100;

/** The most expensive legal requests, and some that show the cost of filters. */
const ASKED = [
  'cumulative-flow?range=90&unit=points&timeZone=Asia/Kolkata',
  'cumulative-flow?range=90&type=bug&priority=high',
  'cumulative-flow?range=90&q=number+77',
  `cumulative-flow?start=${dayAgo(1_000)}&end=${dayAgo(911)}`,
  'created-vs-resolved?range=366&interval=day&timeZone=America/New_York',
  'created-vs-resolved?range=366&interval=day&type=bug',
  'control-chart?range=90&window=100&limit=100',
  'control-chart?range=90&window=100&limit=100&measure=lead&assignee=none',
  'ageing-wip?sort=assignee&limit=100&buckets=1,2,3,4,5,6,7,8,9,10',
  'ageing-wip?sort=workItem&limit=100&status=backlog',
  'distribution?groupBy=status&scope=all&limit=100',
  'distribution?groupBy=assignee&scope=all&limit=100',
  'distribution?groupBy=label&scope=all&limit=100',
  'epic-progress?sort=progress&limit=100',
  'epic-progress?sort=name&limit=100',
  'velocity?range=90&window=100&limit=100',
];

/** The Work Items of the Sprints whose reports are measured. */
const SPRINT_SIZES = [500, 5_000] as const;

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Durable, as the server requires. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  autovacuum: 'off',
};

/** The folder of data that are kept between runs. */
const KEPT = path.resolve(__dirname, '../../../.data/bench-reports');

/** The data to measure: a token with all scopes, and the paths of the Sprints by their number of items. */
interface ReportData {
  readonly token: string;
  readonly sprints: readonly { readonly items: number; readonly path: string }[];
}

/**
 * Measures the reports of a Project of 200,000 Work Items. `million` fills five such Projects and also measures one with twice the history;
 * `kept` keeps the data in a folder of this repository, and measures them again in the next run; other words choose the reports whose
 * request contains one of them, `list` for pages of lists.
 */
export async function measureReports(options: readonly string[]): Promise<void> {
  const projects = options.includes('million') ? PROJECTS_OF.million : PROJECTS_OF.one;
  const words = options.filter((option) => option !== 'million' && option !== 'kept');
  if (!options.includes('kept')) {
    const postgres = await startThrowawayPostgres({ settings: SETTINGS });
    try {
      await measureAll(postgres.url, await makeData(postgres.url, projects.filled), projects.measured, words);
    } finally {
      await postgres.leave();
    }
    return;
  }
  const folder = path.join(KEPT, String(projects.filled.length));
  process.env.WORKTRACK_DATA_DIR = folder;
  const known = path.join(folder, 'data.json');
  if (!existsSync(known)) await makeKept(folder, known, projects.filled);
  const postgres = await joinEmbeddedPostgres({ dataDir: folder });
  try {
    await runTask(postgres.url, ['db:migrate']);
    const data = JSON.parse(readFileSync(known, 'utf8')) as ReportData;
    await measureAll(postgres.url, data, projects.measured, words);
  } finally {
    await postgres.leave();
  }
}

async function makeKept(folder: string, known: string, filled: readonly ReportProject[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const postgres = await joinEmbeddedPostgres({ dataDir: folder });
  try {
    const client = new Client(postgres.url);
    await client.connect();
    for (const [name, value] of Object.entries(SETTINGS)) await client.query(`alter system set ${name} = '${value}'`);
    await client.end();
    writeFileSync(known, JSON.stringify(await makeData(postgres.url, filled)));
  } finally {
    await postgres.leave();
  }
}

async function makeData(databaseUrl: string, filled: readonly ReportProject[]): Promise<ReportData> {
  const token = await makeReportData(databaseUrl, filled);
  const server = await WatchedServer.start(databaseUrl);
  try {
    const sprints: ReportData['sprints'][number][] = [];
    for (const items of SPRINT_SIZES) {
      const place = { slug: SLUG, project: SPRINT_PROJECT };
      sprints.push({ items, path: await makeSprint({ origin: server.origin, token }, place, items) });
    }
    return { token, sprints };
  } finally {
    await server.stop();
    await vacuum(databaseUrl);
  }
}

/** Does what autovacuum, which is off here, would do after the changes of the Sprints. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

async function measureAll(
  databaseUrl: string,
  { token, sprints }: ReportData,
  measured: readonly ReportProject[],
  words: readonly string[],
): Promise<void> {
  const wanted = (report: string) => words.length === 0 || words.some((word) => report.includes(word));
  const statistics = new Client(databaseUrl);
  await statistics.connect();
  const server = await WatchedServer.start(databaseUrl);
  const measure = (path: string) => measureOne(server, statistics, token, path);
  try {
    for (const { key, what } of measured) {
      console.log(`${key}: ${what}`);
      for (const report of ASKED.filter(wanted)) {
        console.log(`  ${report}: ${await measure(`/api/v1/organizations/${SLUG}/projects/${key}/reports/${report}`)}`);
      }
    }
    if (wanted('list')) {
      for (const key of [...measured.map(({ key }) => key), SPRINT_PROJECT]) {
        await measureList(server, token, `/api/v1/organizations/${SLUG}/projects/${key}`, (page, path) =>
          measure(path).then((figures) => {
            console.log(`${key}: list, page ${page}: ${figures}`);
          }),
        );
      }
    }
    for (const { items, path: sprint } of sprints) {
      const name = `Sprint report of ${items} Work Items`;
      if (wanted(name)) console.log(`${name}: ${await measure(`${sprint}/report?limit=50`)}`);
    }
  } finally {
    await server.stop();
    await statistics.end();
  }
}

/** The pages of a list that are measured, each of fifty Work Items. */
const PAGES = [1, 10, 100, 1_000];

/** Walks through a list, and measures some of its pages. */
async function measureList(
  server: WatchedServer,
  token: string,
  project: string,
  measure: (page: number, path: string) => Promise<void>,
): Promise<void> {
  let path = `${project}/work-items?limit=50`;
  for (let page = 1; page <= Math.max(...PAGES); page += 1) {
    if (PAGES.includes(page)) await measure(page, path);
    const answer = await fetch(server.origin + path, { headers: { authorization: `Bearer ${token}` } });
    const { page: next } = (await answer.json()) as { page: { nextCursor: string | null } };
    if (next.nextCursor === null) return;
    path = `${project}/work-items?limit=50&cursor=${encodeURIComponent(next.nextCursor)}`;
  }
}

/** Requests a report many times. Returns its median time, the work of the database, and the longest hold of the event loop, as text. */
async function measureOne(server: WatchedServer, statistics: Client, token: string, path: string): Promise<string> {
  let bytes = 0;
  const ask = async () => {
    const began = performance.now();
    const answer = await fetch(server.origin + path, { headers: { authorization: `Bearer ${token}` } });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
    bytes = body.length;
    return performance.now() - began;
  };
  for (let round = 0; round < BEFORE; round += 1) await ask();
  // The session sends the statistics of one request with the next one.
  const readings: Reading[] = [];
  for (let round = 0; round < 3; round += 1) {
    await new Promise((later) => setTimeout(later, UNTIL_TOLD));
    await ask();
    readings.push(await readingOf(statistics));
  }
  const [, before, after] = readings as [Reading, Reading, Reading];
  const times: number[] = [];
  const held: number[] = [];
  const postmaster = await postmasterOf(statistics);
  const spent = await spentBy(server.pid, postmaster, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const watched = await server.watch(async () => times.push(await ask()));
      held.push(watched.held ?? watched.delay);
    }
  });
  const milliseconds = (part: number) => (part / 1_000 / ROUNDS).toFixed(1);
  const count = (figure: keyof Reading) => (after[figure] - before[figure]).toLocaleString('en');
  return (
    `${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms; ` +
    `processor ${milliseconds(spent.server)} ms of the server, ${milliseconds(spent.database)} ms of PostgreSQL; ${count('pages')} pages, ` +
    `${count('rows')} rows; event loop held ${median(held).toFixed(0)} ms, at most ${Math.max(...held).toFixed(0)} ms; ` +
    `${bytes.toLocaleString('en')} bytes`
  );
}

/** The work of the database for one request. */
interface Reading {
  readonly pages: number;
  readonly rows: number;
}

async function readingOf(statistics: Client): Promise<Reading> {
  const { rows } = await statistics.query<Record<keyof Reading, string>>(
    `select (select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read) from pg_statio_user_tables) as pages,
       (select sum(idx_tup_read) from pg_stat_user_indexes) + (select sum(seq_tup_read) from pg_stat_user_tables) as rows`,
  );
  return { pages: Number(rows[0]?.pages), rows: Number(rows[0]?.rows) };
}
