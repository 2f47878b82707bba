import { startThrowawayPostgres } from '@worktrack/embedded-postgres';
import { Client } from 'pg';
import { median } from './load.js';
import { freePort, startWorktrack, stop } from './processes.js';
import { probing } from './probe.js';
import { PROJECTS, SLUG, makeReportData } from './report-data.js';

const ROUNDS = 7;
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
  'distribution?groupBy=label&scope=all&limit=100',
  'epic-progress?sort=progress&limit=100',
  'velocity?range=90&window=100&limit=100',
];

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** The work of the database for one request. */
interface Reading {
  readonly pages: number;
  readonly rows: number;
}

/** Measures the reports of two Projects of 100,000 Work Items each, one of which has twice the history. */
export async function measureReports(): Promise<void> {
  // The server refuses a database without durability.
  const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
  const settings = { ...durable, shared_buffers: '1GB', max_wal_size: '4GB', autovacuum: 'off' };
  const postgres = await startThrowawayPostgres({ settings });
  try {
    await measureOn(postgres.url);
  } finally {
    await postgres.leave();
  }
}

async function measureOn(databaseUrl: string): Promise<void> {
  const token = await makeReportData(databaseUrl);
  const statistics = new Client(databaseUrl);
  await statistics.connect();
  const port = await freePort();
  const server = await startWorktrack(databaseUrl, port);
  const origin = `http://127.0.0.1:${port}`;
  try {
    const ask = async (project: string, report: string) => {
      const path = `/api/v1/organizations/${SLUG}/projects/${project}/reports/${report}`;
      const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
    };
    for (const report of ASKED) {
      console.log(report);
      for (const { key, what } of PROJECTS) {
        // The session sends the statistics of one request with the next one.
        const readings: Reading[] = [];
        for (let round = 0; round < 3; round += 1) {
          await ask(key, report);
          readings.push(await readingOf(statistics));
          await new Promise((later) => setTimeout(later, UNTIL_TOLD));
        }
        const [, before, after] = readings as [Reading, Reading, Reading];
        const times: number[] = [];
        const pauses = await probing(origin, async () => {
          for (let round = 0; round < ROUNDS; round += 1) {
            const began = performance.now();
            await ask(key, report);
            times.push(performance.now() - began);
          }
        });
        const [middle, most, pause] = [median(times), Math.max(...times), Math.max(...pauses)].map((time) =>
          time.toFixed(0),
        );
        const [pages, rows] = [after.pages - before.pages, after.rows - before.rows].map((count) =>
          count.toLocaleString('en'),
        );
        console.log(`  ${key} (${what}): ${middle} ms, at most ${most} ms; ${pages} pages, ${rows} rows read`);
        console.log(`    a probe meanwhile: at most ${pause} ms`);
      }
    }
  } finally {
    await stop(server);
    await statistics.end();
  }
}

async function readingOf(statistics: Client): Promise<Reading> {
  const { rows } = await statistics.query<Record<keyof Reading, string>>(
    `select (select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read) from pg_statio_user_tables) as pages,
       (select sum(idx_tup_read) from pg_stat_user_indexes) + (select sum(seq_tup_read) from pg_stat_user_tables) as rows`,
  );
  return { pages: Number(rows[0]?.pages), rows: Number(rows[0]?.rows) };
}
