import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PROJECT, SLUG } from './data.js';
import { median } from './load.js';
import { probing } from './probe.js';

const ORGANIZATION = `/api/v1/organizations/${SLUG}`;
const SPRINTS = `${ORGANIZATION}/projects/${PROJECT}/sprints`;
const COMMITTED = 4_000;
const ADDED = 1_000;
const DONE = 3_000;
const AT_ONCE = 50;
const READS = 20;

/** A running server with the id of its process and a token. */
export interface Served {
  readonly origin: string;
  readonly pid: number;
  readonly token: string;
}

/**
 * Measures the largest possible Sprint report: 5,000 Work Items, created by the API. Prints its time and size, the waiting time of other
 * requests, and the memory of the process.
 */
export async function measureSprintReport(served: Served): Promise<void> {
  const path = `${await makeSprint(served)}/report?limit=1`;
  const milliseconds: number[] = [];
  const before = residentMegabytes(served.pid);
  let most = before;
  let bytes = 0;
  const reading = async () => {
    for (let read = 0; read < READS; read += 1) {
      const sent = performance.now();
      bytes = (await ask(served, 'GET', path)).length;
      milliseconds.push(performance.now() - sent);
    }
  };
  const pauses = await probing(served.origin, reading, () => {
    most = Math.max(most, residentMegabytes(served.pid));
  });
  console.log(
    `Sprint report of ${COMMITTED + ADDED} Work Items: p50 ${median(milliseconds).toFixed(0)} ms, ${bytes} bytes`,
  );
  console.log(`  a probe meanwhile: p50 ${median(pauses).toFixed(1)} ms, at most ${Math.max(...pauses).toFixed(0)} ms`);
  console.log(`  resident memory: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`);
}

/** Creates a Sprint: four fifths of its items are committed, the others are added later. Most are done, the rest moves to the backlog. */
async function makeSprint(served: Served): Promise<string> {
  const { id } = JSON.parse(await ask(served, 'POST', SPRINTS, { name: 'Large' })) as { id: string };
  const sprint = `${SPRINTS}/${id}`;
  const keys = await createItems(served, id, COMMITTED);
  await ask(served, 'POST', `${sprint}/transitions`, { targetState: 'active' });
  for (let first = 0; first < DONE; first += AT_ONCE) {
    const operations = keys.slice(first, first + AT_ONCE).map((workItemKey) => {
      return { projectKey: PROJECT, workItemKey, targetStatus: 'done' };
    });
    const body = { concurrency: 'last-write-wins', operations };
    await ask(served, 'POST', `${ORGANIZATION}/bulk-work-item-transitions`, body);
  }
  await createItems(served, id, ADDED);
  const completionAction = { mode: 'backlog' };
  await ask(served, 'POST', `${sprint}/transitions`, { targetState: 'done', completionAction });
  return sprint;
}

async function createItems(served: Served, sprintId: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let made = 0; made < count; made += AT_ONCE) {
    const operations = Array.from({ length: AT_ONCE }, (_, index) => {
      return { projectKey: PROJECT, title: `Item ${made + index}`, status: 'todo', storyPoints: index % 9, sprintId };
    });
    const answer = await ask(served, 'POST', `${ORGANIZATION}/bulk-work-items`, { operations });
    const { results } = JSON.parse(answer) as { results: { workItem: { key: string } }[] };
    keys.push(...results.map(({ workItem }) => workItem.key));
  }
  return keys;
}

async function ask({ origin, token }: Served, method: string, path: string, body?: object): Promise<string> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json', 'if-match': '*', 'idempotency-key': randomUUID() }),
  };
  const answer = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text;
}

/** Reads the resident memory of a process; NaN if the system does not report it. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
