import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeOrganizations } from './attacks/measure.js';
import { startDurablePostgres } from './durable-postgres.js';
import { freePort, startWorktrack, stop } from './processes.js';

/** Rounds, each with a part alone and a part beside the reports, and the milliseconds of a part. */
const ROUNDS = 4;
const PART = 20_000;
/** Milliseconds between two requests: twenty a second. */
const PACE = 50;
/** Milliseconds before each part, until what was asked for before has been answered. */
const CALM = 2_000;
/** The ratio at p99 that is too much. With it the benchmark fails. */
const TOO_MUCH = 2;
/** The tokens with which the reports are asked for, of one Organization. */
const TOKENS = [1, 8];

/**
 * Prints how long an Organization waits for its gets and lists, twenty a second, alone and while another Organization asks for fifty reports
 * at once. The process that asks for them has a low priority: in an installation it is on another machine. Fails where they wait twice as long.
 */
export async function measureNoisyNeighbour(): Promise<void> {
  const postgres = await startDurablePostgres();
  try {
    const { neighbour, others } = await makeOrganizations(postgres.url, Math.max(...TOKENS));
    const port = await freePort();
    const server = await startWorktrack(postgres.url, port);
    const origin = `http://127.0.0.1:${port}`;
    try {
      await waits(origin, neighbour);
      for (const count of TOKENS) {
        const alone: number[] = [];
        const beside: number[] = [];
        let reports = 0;
        for (let round = 0; round < ROUNDS; round += 1) {
          await pause(CALM);
          alone.push(...(await waits(origin, neighbour)));
          const noise = noiseOf(origin, others.slice(0, count));
          await pause(CALM);
          beside.push(...(await waits(origin, neighbour)));
          reports += await noise.end();
        }
        console.log(`fifty reports at once, ${count} of the other Organization's tokens: ${reports} answered`);
        console.log(`  alone: ${described(alone)}`);
        const ratio = at(beside, 0.99) / at(alone, 0.99);
        console.log(`  beside them: ${described(beside)}; ${ratio.toFixed(2)} times at p99`);
        if (ratio >= TOO_MUCH) process.exitCode = 1;
      }
    } finally {
      await stop(server);
    }
  } finally {
    await postgres.leave();
  }
}

/** Sends the requests of a part at a steady pace. Resolves to the milliseconds that each took. */
async function waits(origin: string, token: string): Promise<readonly number[]> {
  const project = `${origin}/api/v1/organizations/neighbour/projects/NEI/work-items`;
  const times: number[] = [];
  const underWay: Promise<void>[] = [];
  const ask = async (url: string): Promise<void> => {
    const sent = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} was answered ${answer.status}.`);
    times.push(performance.now() - sent);
  };
  const end = performance.now() + PART;
  for (let turn = 0; performance.now() < end; turn += 1) {
    underWay.push(ask(turn % 2 === 0 ? `${project}/NEI-${1 + (turn % 2_000)}` : `${project}?limit=50`));
    await pause(PACE);
  }
  await Promise.all(underWay);
  return times;
}

/** Starts the process that asks for reports. `end` ends it, and resolves to the number of reports that were answered. */
function noiseOf(origin: string, tokens: readonly string[]): { end(): Promise<number> } {
  const child = fork(path.join(__dirname, 'noisy-neighbour-load.js'), [origin, ...tokens]);
  setPriority(child.pid!, constants.priority.PRIORITY_LOW);
  let answered = 0;
  let refused = 0;
  child.on('message', (status) => {
    if (status === 200) answered += 1;
    else refused += 1;
  });
  return {
    async end() {
      const ended = new Promise((exit) => child.once('exit', exit));
      child.kill();
      await ended;
      if (refused > 0) console.log(`  ${refused} reports were refused`);
      return answered;
    },
  };
}

function at(times: readonly number[], share: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
}

const described = (times: readonly number[]): string =>
  `${times.length} requests, p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms, at most ${at(times, 1).toFixed(1)} ms`;
