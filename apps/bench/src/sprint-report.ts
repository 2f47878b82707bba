import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PROJECT, SLUG } from './data.js';
import { median } from './load.js';
import { probing } from './probe.js';

/** The most Work Items of a Sprint report. */
const MOST_ITEMS = 5_000;
const AT_ONCE = 50;
const READS = 20;

/** A running server, and a token for it. */
export interface Served {
  readonly origin: string;
  readonly token: string;
}

/** The Project of a Sprint, by the slug of its Organization and its key. */
export interface SprintPlace {
  readonly slug: string;
  readonly project: string;
}

/**
 * Measures the largest possible Sprint report: 5,000 Work Items, created by the API. Prints its time and size, the waiting time of other
 * requests, and the memory of the process.
 */
export async function measureSprintReport(served: Served & { readonly pid: number }): Promise<void> {
  const path = `${await makeSprint(served, { slug: SLUG, project: PROJECT }, MOST_ITEMS)}/report?limit=1`;
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
  console.log(`Sprint report of ${MOST_ITEMS} Work Items: p50 ${median(milliseconds).toFixed(0)} ms, ${bytes} bytes`);
  console.log(`  a probe meanwhile: p50 ${median(pauses).toFixed(1)} ms, at most ${Math.max(...pauses).toFixed(0)} ms`);
  console.log(`  resident memory: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`);
}

/**
 * Creates a completed Sprint: four fifths of its items are committed, the others are added later. Three fifths are done, the rest moves to
 * the backlog. Returns its path.
 */
export async function makeSprint(served: Served, { slug, project }: SprintPlace, items: number): Promise<string> {
  const organization = `/api/v1/organizations/${slug}`;
  const sprints = `${organization}/projects/${project}/sprints`;
  const { id } = JSON.parse(await ask(served, 'POST', sprints, { name: 'Large' })) as { id: string };
  const sprint = `${sprints}/${id}`;
  const create = async (count: number): Promise<string[]> => {
    const keys: string[] = [];
    for (let made = 0; made < count; made += AT_ONCE) {
      const operations = Array.from({ length: AT_ONCE }, (_, index) => {
        return {
          projectKey: project,
          title: `Item ${made + index}`,
          status: 'todo',
          storyPoints: index % 9,
          sprintId: id,
        };
      });
      const answer = await ask(served, 'POST', `${organization}/bulk-work-items`, { operations });
      const { results } = JSON.parse(answer) as { results: { workItem: { key: string } }[] };
      keys.push(...results.map(({ workItem }) => workItem.key));
    }
    return keys;
  };
  const keys = await create((items * 4) / 5);
  await ask(served, 'POST', `${sprint}/transitions`, { targetState: 'active' });
  for (let first = 0; first < (items * 3) / 5; first += AT_ONCE) {
    const operations = keys.slice(first, first + AT_ONCE).map((workItemKey) => {
      return { projectKey: project, workItemKey, targetStatus: 'done' };
    });
    const body = { concurrency: 'last-write-wins', operations };
    await ask(served, 'POST', `${organization}/bulk-work-item-transitions`, body);
  }
  await create(items / 5);
  const completionAction = { mode: 'backlog' };
  await ask(served, 'POST', `${sprint}/transitions`, { targetState: 'done', completionAction });
  return sprint;
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
