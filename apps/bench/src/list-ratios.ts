import autocannon from 'autocannon';
import { spentBy } from './cpu.js';
import { median } from './load.js';
import type { Served } from './sprint-report.js';

/** A server whose processor time is read, and the parent of the sessions of its database. */
interface Watchable extends Served {
  readonly pid: number;
  readonly postmaster: number | undefined;
}

/** Requests at once. */
const AT_ONCE = 8;
const ROUNDS = 7;
/** Rounds before those that are measured. */
const WARM_UP = 2;
/** Requests of each side in a round. */
const REQUESTS = 400;

/** Lists that are compared with the plain list; `{label}` is replaced by an id. */
const QUERIES = [
  'sort=dueDate',
  'sort=priority',
  'sort=rank',
  'scope=open',
  'status=in_progress&status=in_review',
  'assignee=me&scope=open',
  'assignee=none',
  'type=bug',
  'priority=urgent&scope=open',
  'label={label}',
  'label={label}&sort=priority',
  'label={label}&sort=rank',
  'q=number+1234',
  'q=number+77',
  'q=words',
  'q=zebra+crossing',
  'overdue=true',
];

/** A Project whose lists are measured: its path, and one of its labels. */
export interface ListedProject {
  readonly path: string;
  readonly labelId: string;
}

/**
 * Compares the orders and filters of a Project's list with its plain list, its page 1,000 with page 1, and its plain list with that of a
 * small Project. Prints the median of the ratios of throughput in alternating rounds, and
 * the processor time of a request of each side.
 */
export async function measureListRatios(
  served: Watchable,
  { path, labelId }: ListedProject,
  small: string,
): Promise<void> {
  const plain = `${path}/work-items?limit=50`;
  const compared: [string, string, string][] = [
    ...QUERIES.map((query): [string, string, string] => [
      query,
      `${plain}&${query.replace('{label}', labelId)}`,
      plain,
    ]),
    ['page 1,000 of page 1', await pageOf(served, plain, 1_000), plain],
    ['the plain list, of that of 5,500 Work Items', plain, `${small}/work-items?limit=50`],
  ];
  for (const [name, one, other] of compared) console.log(`  ${name}: ${await ratioOf(served, one, other)}`);
}

async function pageOf({ origin, token }: Served, list: string, page: number): Promise<string> {
  let path = list;
  for (let at = 1; at < page; at += 1) {
    const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
    const { page: shown } = (await answer.json()) as { page: { nextCursor: string | null } };
    if (shown.nextCursor === null) break;
    path = `${list}&cursor=${encodeURIComponent(shown.nextCursor)}`;
  }
  return path;
}

/** Compares two paths in turn, and returns the figures as text: the ratio of throughput, and the processor time of a request of each. */
async function ratioOf(served: Watchable, one: string, other: string): Promise<string> {
  const ratios: number[] = [];
  const spent = new Map([one, other].map((side) => [side, [] as number[]]));
  const measure = async (side: string) => {
    const { result, server, database } = await spentBy(served.pid, served.postmaster, () => timeOf(served, side));
    spent.get(side)?.push((server + database) / REQUESTS);
    return result;
  };
  for (let round = 0; round < WARM_UP; round += 1) for (const side of [one, other]) await timeOf(served, side);
  for (let round = 0; round < ROUNDS; round += 1) {
    // The sides take turns, so that a slow moment of the machine meets both.
    const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
    const [a, b] = [await measure(first), await measure(second)];
    ratios.push(round % 2 === 0 ? b / a : a / b);
  }
  const [mine, plain] = [one, other].map((side) => median(spent.get(side) ?? []));
  return (
    `${median(ratios).toFixed(2)} [${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}]; ` +
    `processor ${mine?.toFixed(0)} µs beside ${plain?.toFixed(0)}`
  );
}

/** Returns the milliseconds from the first request of one side to its last response. */
function timeOf({ origin, token }: Served, path: string): Promise<number> {
  const began = performance.now();
  let last = began;
  const setupRequest = (request: object) => ({ ...request, path, headers: { authorization: `Bearer ${token}` } });
  const options = { url: origin, connections: AT_ONCE, amount: REQUESTS, sampleInt: 20, requests: [{ setupRequest }] };
  return new Promise((resolve, reject) => {
    const sending = autocannon(options, (error, { errors, timeouts, non2xx, statusCodeStats }) => {
      const isRight = !error && errors + timeouts + non2xx === 0;
      if (isRight) resolve(last - began);
      else reject(error ?? new Error(`${path}: ${JSON.stringify(statusCodeStats)}`));
    });
    sending.on('response', () => (last = performance.now()));
  });
}
