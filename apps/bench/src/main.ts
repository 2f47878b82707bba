import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThrowawayPostgres } from '@worktrack/embedded-postgres';
import { measureAttacks } from './attacks/measure.js';
import { makeData } from './data.js';
import { measureLargestInputs } from './largest-inputs.js';
import { load, median, type Load, type NextRequest } from './load.js';
import { pathsOf } from './paths.js';
import { freePort, startFloor, startWorktrack, stop } from './processes.js';
import { measureReports } from './reports.js';
import { countRoundTrips } from './round-trips.js';
import { reportLongestReading, searchPathsOf } from './search-paths.js';
import { measureSprintReport } from './sprint-report.js';
import { measureWeb } from './web/measure.js';

const ROUNDS = 5;
const MILLISECONDS = 2_000;
const SAMPLE = 50;

async function main(): Promise<void> {
  // Use the durability of production: commits cost the floor as much as our server.
  const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
  const postgres = await startThrowawayPostgres({ settings: durable });
  const [ourPort, floorPort, countedPort] = [await freePort(), await freePort(), await freePort()];
  const wanted = process.argv.slice(2);
  const searched = wanted.some((part) => part.includes('search'));
  const data = await makeData(postgres.url, searched);
  const counter = await countRoundTrips(postgres.url);
  const children = [
    await startWorktrack(postgres.url, ourPort),
    await startFloor(postgres.url, floorPort),
    await startWorktrack(counter.url, countedPort),
  ];
  const [ourOrigin, floorOrigin, counted] = [ourPort, floorPort, countedPort].map((port) => `http://127.0.0.1:${port}`);
  try {
    console.log(`${ROUNDS} rounds in turn, ${MILLISECONDS} ms each; ${data.items} Work Items in one Project.`);
    if (searched) reportLongestReading();
    const paths = [...pathsOf(data), ...(searched ? searchPathsOf(data) : [])].filter(
      ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
    );
    for (const path of paths) {
      for (const connections of path.connections) {
        const pairs: { ours: Load; floor: Load }[] = [];
        for (let round = 0; round <= ROUNDS; round += 1) {
          const floor = await load(path.floorIsOurs ? ourOrigin! : floorOrigin!, connections, MILLISECONDS, path.floor);
          const ours = await load(ourOrigin!, connections, MILLISECONDS, path.ours);
          // The first round warms up.
          if (round > 0) pairs.push({ ours, floor });
        }
        report(path.name, connections, pairs);
      }
      await load(counted!, 1, 500, path.ours);
      const before = counter.count();
      for (let sample = 0; sample < SAMPLE; sample += 1) await once(counted!, path.ours());
      console.log(`  ${((counter.count() - before) / SAMPLE).toFixed(2)} round trips to the database each`);
    }
    if (wanted.length === 0 || wanted.some((part) => 'Sprint report'.includes(part))) {
      await measureSprintReport({ origin: ourOrigin!, pid: children[0]?.pid ?? 0, token: data.token });
    }
  } finally {
    for (const child of children) await stop(child);
    counter.close();
    await postgres.leave();
  }
}

function report(name: string, connections: number, pairs: readonly { ours: Load; floor: Load }[]): void {
  const ratios = pairs.map(({ ours, floor }) => ours.perSecond / floor.perSecond);
  const figures = (of: (pair: { ours: Load; floor: Load }) => Load) => {
    const middle = (figure: keyof Load) => median(pairs.map((pair) => of(pair)[figure])).toFixed(1);
    return `${middle('perSecond')}/s, p50 ${middle('p50')} ms, p99 ${middle('p99')} ms`;
  };
  const range = `[${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}]`;
  console.log(`${name}, c=${connections}: ${median(ratios).toFixed(2)}x the floor ${range}`);
  console.log(`  ours ${figures(({ ours }) => ours)}; floor ${figures(({ floor }) => floor)}`);
}

async function once(origin: string, { path, ...options }: ReturnType<NextRequest>): Promise<void> {
  const answer = await fetch(origin + path, options);
  await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
}

function measuring(): Promise<void> {
  const [first, ...rest] = process.argv.slice(2);
  if (first === 'reports') return measureReports();
  if (first === 'inputs') return measureLargestInputs(rest);
  if (first === 'web') return measureWeb();
  return first === 'attacks' ? measureAttacks(rest) : main();
}

/** Runs `work` with a new store of attachments: a store belongs to one database, and each run has a new database. */
async function withOwnStore(work: () => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'worktrack-bench-'));
  process.env.WORKTRACK_DATA_DIR = folder;
  try {
    await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

withOwnStore(measuring).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
