import { execFile } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { BIG, withBigProject, withClient } from './big-project.js';
import { CLI_PROGRAM, freePort, startWorktrack, stop } from './processes.js';
import { SLUG } from './report-data.js';
import { readsDuring, type Reads } from './steady-reads.js';

/** Milliseconds for which requests are measured with nothing beside them. */
const ALONE = 20_000;
/** Requests before anything is measured: the compiler of Node learns from them. */
const WARM_UP = 5_000;

const MEBIBYTE = 2 ** 20;

/**
 * Measures `db:backup`, `db:restore` and `db:verify`, and the requests that a server answers meanwhile. `kept` keeps the data in a folder of
 * this repository, and measures them again in the next run; `data` makes them, and measures nothing.
 */
export function measureBackups(options: readonly string[]): Promise<void> {
  return withBigProject('bench-backups', options, measureAll);
}

async function measureAll(url: string, token: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'worktrack-bench-backup-'));
  const port = await freePort();
  const server = await startWorktrack(url, port);
  const item = `http://127.0.0.1:${port}/api/v1/organizations/${SLUG}/projects/${BIG.key}/work-items/${BIG.key}-77`;
  const during = <T>(work: () => Promise<T>) => readsDuring(item, token, work);
  try {
    const counts = await withClient(url, async (client) => {
      const { rows } = await client.query<{ items: number; history: number }>(
        `select (select count(*) from work_items) as items, (select count(*) from work_item_history) as history`,
      );
      return rows[0];
    });
    console.log(`${counts?.items ?? 0} Work Items, ${counts?.history ?? 0} rows of history`);
    const idle = await task(url, folder, ['org:list']);
    console.log(`an idle task: ${inMebibytes(idle.peak)}`);
    await during(() => pause(WARM_UP));
    const { reads: alone } = await during(() => pause(ALONE));
    console.log(`get alone: ${inWords(alone)}`);
    const file = path.join(folder, 'whole.backup');
    const restored = new URL(url);
    restored.pathname = '/bench_restored';
    await withClient(url, async (client) => {
      await client.query('drop database if exists bench_restored');
      await client.query('create database bench_restored');
    });
    const report = async (address: string, words: string[]) => {
      const { reads, result } = await during(() => task(address, folder, words));
      const over = inMebibytes(result.peak - idle.peak);
      const share = (reads.p99 / alone.p99).toFixed(2);
      console.log(
        `${words[0] ?? ''}: ${result.seconds.toFixed(1)} s, ${over} over an idle task, get meanwhile: ${inWords(reads)}, p99 ${share} × alone`,
      );
    };
    await report(url, ['db:backup', '--out', file]);
    console.log(`the file: ${inMebibytes(statSync(file).size)}`);
    await report(url, ['db:verify']);
    await report(restored.href, ['db:restore', '--file', file]);
    await withClient(url, (client) => client.query('drop database bench_restored'));
  } finally {
    await stop(server);
    await rm(folder, { recursive: true, force: true });
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const inMebibytes = (bytes: number) => `${(bytes / MEBIBYTE).toFixed(0)} MiB`;

const inWords = ({ requests, p50, p99, longest }: Reads) =>
  `${requests} requests, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`;

/** Runs a task in a process of its own. Returns its seconds and its greatest resident bytes. */
async function task(
  url: string,
  folder: string,
  words: readonly string[],
): Promise<{ readonly seconds: number; readonly peak: number }> {
  const peakFile = path.join(folder, 'peak');
  rmSync(peakFile, { force: true });
  const began = performance.now();
  await promisify(execFile)(process.execPath, [CLI_PROGRAM, ...words, '--json'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      // A store belongs to one database.
      ...(words[0] === 'db:restore' && { WORKTRACK_DATA_DIR: path.join(folder, 'restored') }),
      NODE_OPTIONS: `--require "${path.join(__dirname, 'peak-memory.js')}"`,
      BENCH_PEAK_FILE: peakFile,
    },
  });
  return { seconds: (performance.now() - began) / 1_000, peak: Number(readFileSync(peakFile, 'utf8')) };
}
