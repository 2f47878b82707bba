import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { makeData } from './data.js';
import { startDurablePostgres } from './durable-postgres.js';
import { LoadProcess, median } from './load.js';
import { WatchedServer } from './watched-server.js';

/** The requests of each round of the load, and how many are sent at once. */
const LOAD = [
  { name: 'get a Work Item', connections: 64, amount: 10_000 },
  { name: 'list 50, last updated first', connections: 64, amount: 4_000 },
  { name: 'update the priority', connections: 16, amount: 2_000 },
  { name: 'create a Work Item', connections: 16, amount: 1_000 },
  { name: 'bulk: update 50 Work Items, over a loop of 50 savepoints', connections: 4, amount: 60 },
] as const;

const LOADED_ROUNDS = 2;

/** A trickle: what is sent in each second, one after the other. */
const TRICKLE = [
  { name: 'get a Work Item', amount: 20 },
  { name: 'list 50, last updated first', amount: 5 },
  { name: 'update the priority', amount: 5 },
] as const;

/** Seconds without any request before the memory of an idle server is read. */
const IDLE = 20;

const MEGABYTE = 1_000_000;

/**
 * Prints the memory of a server of `npm start`: idle after its start, at most under load, and while it answers few requests for some
 * minutes.
 * @param minutes duration of the last part; 0 leaves it out
 */
export async function measureMemory(minutes: number): Promise<void> {
  const postgres = await startDurablePostgres();
  try {
    const data = await makeData(postgres.url, false);
    const server = await WatchedServer.start(postgres.url);
    const loads = new LoadProcess(data);
    const send = (name: string, connections: number, amount: number) =>
      loads.send({ origin: server.origin, side: 'ours', name, connections, amount });
    try {
      await pause(IDLE * 1_000);
      console.log(`idle, ${IDLE} s after the start: ${shown(memoryOf(server.pid).resident)} MB`);
      for (const { name, connections, amount } of Array.from({ length: LOADED_ROUNDS }, () => LOAD).flat()) {
        await send(name, connections, amount);
        const { resident, highest } = memoryOf(server.pid);
        console.log(
          `after ${amount} of “${name}”, ${connections} at once: ${shown(resident)} MB, at most ${shown(highest)} MB`,
        );
      }
      console.log(`objects in use after the load: ${shown(await server.liveBytes())} MB`);
      if (minutes === 0) return;
      const readings = await trickle(minutes, server, (name, amount) => send(name, 1, amount));
      const third = Math.floor(readings.length / 3);
      const [first, last] = [readings.slice(0, third), readings.slice(-third)];
      const figure = (part: readonly number[]) =>
        `${shown(median(part))} MB (${shown(Math.min(...part))}–${shown(Math.max(...part))})`;
      console.log(`few requests for ${minutes} minutes: first third ${figure(first)}, last third ${figure(last)}`);
      console.log(`objects in use at the end: ${shown(await server.liveBytes())} MB`);
    } finally {
      loads.end();
      await server.stop();
    }
  } finally {
    await postgres.leave();
  }
}

/** Sends few requests each second. Returns the memory that the server had after each. Prints it once a minute. */
async function trickle(
  minutes: number,
  { pid }: WatchedServer,
  send: (name: string, amount: number) => Promise<unknown>,
): Promise<number[]> {
  const readings: number[] = [];
  const end = performance.now() + minutes * 60_000;
  let minute = 0;
  while (performance.now() < end) {
    const next = pause(1_000);
    for (const { name, amount } of TRICKLE) await send(name, amount);
    await next;
    readings.push(memoryOf(pid).resident);
    if (readings.length % 60 === 0) console.log(`  minute ${(minute += 1)}: ${shown(median(readings.slice(-60)))} MB`);
  }
  return readings;
}

/** Bytes of a process that are in physical memory: now, and at most since its start. */
function memoryOf(pid: number): { readonly resident: number; readonly highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => 1_024 * Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { resident: bytes('VmRSS'), highest: bytes('VmHWM') };
}

const shown = (bytes: number): string => (bytes / MEGABYTE).toFixed(0);
