import { Client } from 'pg';
import { Comparisons, type Comparison, type Extent, type Measured } from './comparison.js';
import { postmasterOf } from './cpu.js';
import { makeData } from './data.js';
import { startDurablePostgres } from './durable-postgres.js';
import { LoadProcess } from './load.js';
import { mutationCost, type MutationCost } from './mutation-cost.js';
import type { Path, Side } from './path.js';
import { allPathsOf } from './paths.js';
import { freePort, startFloors, startWorktrack, stop } from './processes.js';
import { lastLine, print, write, type PathResult } from './results.js';
import { countRoundTrips } from './round-trips.js';
import { reportLongestReading } from './search-paths.js';
import { measureSprintReport } from './sprint-report.js';

const FULL: Extent = {
  rounds: 5,
  milliseconds: 2_000,
  mutations: 10_000,
  requests: 1_000,
  reads: 5_000,
  onlyHighest: false,
};
const QUICK: Extent = {
  rounds: 5,
  milliseconds: 700,
  mutations: 3_000,
  requests: 500,
  reads: 5_000,
  onlyHighest: true,
};

/** Requests whose round trips are counted. */
const COUNTED = 50;

/**
 * Compares the paths whose name contains one of the `wanted` words with the floors: all of them when no word is given. `quick` measures
 * the main paths at the highest number of connections only, in short rounds. `2/4` measures every fourth of them from the second one on.
 */
export async function compareWithFloors(wanted: readonly string[]): Promise<void> {
  const isQuick = wanted.includes('quick');
  const part = partOf(wanted);
  const words = wanted.filter((word) => word !== 'quick' && !PART.test(word));
  const postgres = await startDurablePostgres();
  const searched = words.some((part) => part.includes('search'));
  const data = await makeData(postgres.url, searched);
  const counter = await countRoundTrips(postgres.url);
  const started = {
    ours: await serving(freePort(), (port) => startWorktrack(postgres.url, port)),
    floors: await serving(freePort(), (port) => startFloors(postgres.url, port, data.ownerId)),
    counted: await serving(freePort(), (port) => startWorktrack(counter.url, port)),
  };
  const loads = new LoadProcess(data);
  const client = new Client(postgres.url);
  await client.connect();
  try {
    const serverOf = (path: Path, side: Side) =>
      side === 'ours' || path.floorIsOurs === true ? started.ours : started.floors;
    const extent = isQuick ? QUICK : FULL;
    const comparisons = new Comparisons(loads, serverOf, await postmasterOf(client), extent);
    console.log(
      `${extent.rounds} rounds in turn, ${extent.milliseconds} ms each, after ${extent.mutations} mutations and ` +
        `${extent.requests} requests of each path (${extent.reads} reads); ${data.items} Work Items in one Project, ${data.tokens.length} tokens.`,
    );
    if (searched) reportLongestReading();
    const chosen = allPathsOf(data).filter(({ name, word }) => {
      if (words.length > 0) return words.some((one) => name.includes(one));
      return !isQuick || word !== undefined;
    });
    const paths = chosen.filter((_, index) => index % part.count === part.number - 1);
    const results: PathResult[] = [];
    for (const path of paths) {
      const compared: Comparison[] = [];
      for (const connections of comparisons.connectionsOf(path)) {
        compared.push(await comparisons.compare(path, connections));
      }
      const one = { name: path.name, connections: 1 };
      const send = (side: Side, { origin }: Measured, amount: number) => loads.send({ ...one, side, origin, amount });
      await send('ours', started.counted, COUNTED);
      const before = counter.count();
      await send('ours', started.counted, COUNTED);
      const roundTrips = (counter.count() - before) / COUNTED;
      const costs: Partial<Record<Side, MutationCost>> = {};
      if (path.sides.duties && path.word !== 'bulk') {
        for (const side of ['ours', 'bare', 'duties'] as const) {
          costs[side] = await mutationCost(client, (amount) => send(side, serverOf(path, side), amount));
        }
      }
      const result = { path, comparisons: compared, roundTrips, costs };
      print(result);
      results.push(result);
    }
    if (!isQuick && (words.length === 0 || words.some((part) => 'Sprint report'.includes(part)))) {
      await measureSprintReport({ ...started.ours, token: data.tokens[0] ?? '' });
    }
    if (results.length > 0) {
      console.log(`JSON and Markdown are in ${write(results)}.`);
      console.log(lastLine(results));
    }
  } finally {
    loads.end();
    await client.end();
    for (const { child } of Object.values(started)) await stop(child);
    counter.close();
    await postgres.leave();
  }
}

/** A part of the paths: `2/4` is every fourth path from the second one on. */
const PART = /^([1-9])\/([1-9])$/;

function partOf(wanted: readonly string[]): { readonly number: number; readonly count: number } {
  const [, number = '1', count = '1'] = wanted.map((word) => PART.exec(word)).find((found) => found !== null) ?? [];
  return { number: Number(number), count: Number(count) };
}

async function serving(free: Promise<number>, start: (port: number) => ReturnType<typeof startWorktrack>) {
  const port = await free;
  const child = await start(port);
  return { child, pid: child.pid ?? 0, origin: `http://127.0.0.1:${port}` };
}
