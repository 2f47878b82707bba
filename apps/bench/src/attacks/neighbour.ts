import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which a response counts as missing. */
const PATIENCE = 20_000;

/** Times and failures of one kind of request. */
interface Met {
  /** Milliseconds of each request, refused and missing ones included. */
  readonly times: readonly number[];
  readonly refused: number;
  readonly missing: number;
}

/** Times and failures of a neighbour's requests, by their kind. */
export interface Experience {
  readonly probe: Met;
  readonly read: Met;
  readonly creation: Met;
}

/** A client in another Organization with ordinary requests: a read every 200 ms, a creation every 500 ms, a probe every 25 ms. */
export interface Neighbour {
  readonly origin: string;
  readonly token: string;
  /** Path of the neighbour's Project. */
  readonly project: string;
}

/** Sends the requests of the neighbour until `over` is aborted. */
export async function experience({ origin, token, project }: Neighbour, over: AbortSignal): Promise<Experience> {
  const headers = { authorization: `Bearer ${token}` };
  const create = () => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ title: 'Ordinary work' }),
  });
  const [probe, read, creation] = await Promise.all([
    again(over, 25, `${origin}/api/health`, () => ({})),
    again(over, 200, `${origin}${project}/work-items/NEI-1`, () => ({ headers })),
    again(over, 500, `${origin}${project}/work-items`, create),
  ]);
  return { probe, read, creation };
}

async function again(over: AbortSignal, every: number, url: string, next: () => RequestInit): Promise<Met> {
  const times: number[] = [];
  let [refused, missing] = [0, 0];
  while (!over.aborted) {
    const sent = performance.now();
    try {
      const answer = await fetch(url, { ...next(), signal: AbortSignal.timeout(PATIENCE) });
      await answer.arrayBuffer();
      if (!answer.ok) refused += 1;
    } catch {
      missing += 1;
    }
    times.push(performance.now() - sent);
    await pause(Math.max(0, every - (performance.now() - sent)));
  }
  return { times, refused, missing };
}
