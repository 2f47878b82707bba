import { Agent, request } from 'node:http';

/** Milliseconds between the beginnings of two requests: a request does not wait for the one before. */
const INTERVAL = 10;

/** The times of requests, in milliseconds from the moment at which each was due. */
export interface Reads {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Reads one resource, a hundred times a second, while `work` runs. Throws when an answer is not 200. */
export async function readsDuring<Result>(
  url: string,
  token: string,
  work: () => Promise<Result>,
): Promise<{ readonly reads: Reads; readonly result: Result }> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const failures: unknown[] = [];
  const pending = new Set<Promise<void>>();
  const start = performance.now();
  let sent = 0;
  const ask = (): void => {
    for (; start + sent * INTERVAL <= performance.now(); sent += 1) {
      const due = start + sent * INTERVAL;
      const asked = read(agent, url, token)
        .then(() => void times.push(performance.now() - due))
        .catch((error: unknown) => void failures.push(error))
        .finally(() => pending.delete(asked));
      pending.add(asked);
    }
  };
  const timer = setInterval(ask, 1);
  try {
    const result = await work();
    clearInterval(timer);
    await Promise.all(pending);
    if (failures.length > 0) throw failures[0];
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
    return { reads: { requests: times.length, p50: at(0.5), p99: at(0.99), longest: at(1) }, result };
  } finally {
    clearInterval(timer);
    agent.destroy();
  }
}

function read(agent: Agent, url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url}: ${String(answer.statusCode)}`));
      });
    });
    asking.once('error', reject);
    asking.end();
  });
}
