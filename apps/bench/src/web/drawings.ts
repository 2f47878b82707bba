import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../load.js';
import { printFigure, printTitle } from './figures.js';
import { headersOf } from './sessions.js';
import type { Watched } from '../watch.js';
import type { WatchedServer } from '../watched-server.js';

const ROUNDS = 9;
const WARMING = 3;
const KB = 1_000;

/** Milliseconds of a processor to draw, and to draw and to make a picture of it: the time on a clock depends on what else runs. */
const BUDGETS = { svg: 5, png: 60 } as const;
/** Milliseconds for which two pictures at once may hold the event loop. */
const MOST_HELD = 10;

type Ending = 'json' | 'svg' | 'png';

/** A report that is drawn, with the session that asks for it. */
export interface DrawnReport {
  readonly name: string;
  /** The path without ending. */
  readonly path: string;
  readonly query: string;
  readonly secret: string;
}

/** Measures a report as SVG and as PNG beside its rows alone, and the event loop of the server while two PNGs are made. */
export async function measureDrawings(server: WatchedServer, report: DrawnReport): Promise<void> {
  printTitle(`${report.name}, ${ROUNDS} rounds`);
  const rows = await costOf(server, report, 'json');
  printFigure('its rows alone', rows.milliseconds, 'ms');
  for (const ending of ['svg', 'png'] as const) {
    const file = await costOf(server, report, ending);
    console.log(`  ${ending.toUpperCase()}, ${(file.bytes / KB).toFixed(0)} KB`);
    printFigure('  the file', file.milliseconds, 'ms');
    const drawing = median(file.milliseconds) - median(rows.milliseconds);
    printFigure('  the file without its rows', [drawing], 'ms');
    printFigure('  processor time of it, without its rows', [file.cpu - rows.cpu], 'ms', BUDGETS[ending]);
  }
  await measureEventLoop(server, report);
}

async function costOf(server: WatchedServer, report: DrawnReport, ending: Ending) {
  let bytes = 0;
  for (let round = 0; round < WARMING; round += 1) bytes = await fetchReport(server.origin, report, ending);
  const milliseconds: number[] = [];
  const { cpu } = await server.watch(async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      await fetchReport(server.origin, report, ending);
      milliseconds.push(performance.now() - began);
    }
  });
  return { bytes, milliseconds, cpu: cpu / ROUNDS };
}

/** Watches the event loop for as long as two requests at once take, and for the same time without a request. */
async function measureEventLoop(server: WatchedServer, report: DrawnReport): Promise<void> {
  for (const ending of ['png', 'json'] as const) {
    const busy: Watched[] = [];
    const idle: Watched[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const two = () => Promise.all([1, 2].map(() => fetchReport(server.origin, report, ending)));
      busy.push(await server.watch(two));
      const lasted = performance.now() - began;
      idle.push(await server.watch(() => pause(lasted)));
    }
    console.log(`  the event loop during two ${ending === 'png' ? 'PNGs' : 'readings of the rows'} at once`);
    const delays = (of: readonly Watched[]): number[] => of.map(({ delay }) => delay);
    const held = (of: readonly Watched[]): number[] => of.map(({ held: most }) => most ?? Number.NaN);
    printFigure('  idle: longest delay', delays(idle), 'ms');
    printFigure('  longest delay', delays(busy), 'ms');
    printFigure('  idle: longest turn, without waits for a processor', held(idle), 'ms');
    printFigure(
      '  longest turn, without waits for a processor',
      held(busy),
      'ms',
      ending === 'png' ? MOST_HELD : undefined,
    );
  }
}

async function fetchReport(origin: string, { path, query, secret }: DrawnReport, ending: Ending): Promise<number> {
  const target = `${origin}${path}.${ending}?${query}`;
  const answer = await fetch(target, { headers: headersOf(secret) });
  const body = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${target}: ${answer.status} ${Buffer.from(body).toString('utf8')}`);
  return body.byteLength;
}
