import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { LARGE_REPORTS, ROWS } from './export-data.js';
import { printFigure, printTitle } from './figures.js';
import { headersOf } from './sessions.js';
import type { Watched } from '../watch.js';
import type { WatchedServer } from '../watched-server.js';

const MB = 1_000_000;
const ROUNDS = 3;
/** Milliseconds that a slow reader takes for a whole file. */
const SLOW = 2_500;
const FILE = '.csv?range=90';

/** Reads a whole export. A reader with a duration pauses between the pieces. Returns the bytes. */
async function readFile(
  agent: Agent,
  url: string,
  secret: string,
  { duration = 0, size = 1 }: { readonly duration?: number; readonly size?: number } = {},
): Promise<number> {
  const [body] = (await once(get(url, { agent, headers: headersOf(secret) }), 'response')) as [IncomingMessage];
  if (body.statusCode !== 200) throw new Error(`${url}: ${body.statusCode}`);
  const began = performance.now();
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    const early = (duration * bytes) / size - (performance.now() - began);
    if (early > 1) await pause(early);
  }
  return bytes;
}

/** A kind of reading: files that are read at once, and how slowly. */
interface Reading {
  readonly name: string;
  readonly files: number;
  readonly duration: number;
}

const READINGS: readonly Reading[] = [
  { name: 'one fast reader', files: 1, duration: 0 },
  { name: 'one slow reader', files: 1, duration: SLOW },
  { name: 'four fast readers', files: 4, duration: 0 },
  { name: 'four slow readers', files: 4, duration: SLOW },
];

/**
 * Measures the memory of the server while CSV files of 10,000 rows with the longest titles are read. A client has one long export at
 * once: `secrets` are four sessions.
 */
export async function measureExports(server: WatchedServer, secrets: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const urls = LARGE_REPORTS.map((report) => server.origin + report + FILE);
  const urlOf = (index: number): string => urls[index % urls.length] ?? '';
  const secretOf = (index: number): string => secrets[index] ?? '';
  const read = ({ files, duration }: Reading, size: number): Promise<readonly number[]> =>
    Promise.all(
      Array.from({ length: files }, (_, index) => readFile(agent, urlOf(index), secretOf(index), { duration, size })),
    );
  const size = await readFile(agent, urlOf(0), secretOf(0));
  await readFile(agent, urlOf(1), secretOf(1));
  printTitle(
    `Control chart of ${ROWS.toLocaleString('en')} rows as CSV, ${(size / MB).toFixed(1)} MB, ${ROUNDS} rounds`,
  );
  const idle = await server.liveBytes();
  const { resident } = await server.watch(() => pause(100));
  printFigure('in use before, after a collection', [idle / MB], 'MB');
  printFigure('resident memory before', [resident / MB], 'MB');
  for (const reading of READINGS) {
    const rounds: { readonly watched: Watched; readonly held: number | undefined }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      let held: number | undefined;
      const watched = await server.watch(async () => {
        const reads = read(reading, size);
        if (reading.duration > 0) {
          await pause(reading.duration / 2);
          held = (await server.liveBytes()) - idle;
        }
        await reads;
      });
      rounds.push({ watched, held });
    }
    const figures = (of: (watched: Watched) => number): number[] => rounds.map(({ watched }) => of(watched) / MB);
    console.log(`  ${reading.name}`);
    const holdings = rounds.flatMap(({ held }) => (held === undefined ? [] : [held / MB]));
    if (holdings.length > 0) printFigure('  held in the middle, after a collection', holdings, 'MB');
    printFigure(
      '  heap with buffers, at most',
      figures(({ heap }) => heap),
      'MB',
    );
    printFigure(
      '  resident memory, at most',
      figures(({ resident }) => resident),
      'MB',
    );
  }
  const left = await server.liveBytes();
  printFigure('left in use afterwards', [(left - idle) / MB], 'MB');
  agent.destroy();
}
