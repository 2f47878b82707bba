import { setTimeout as pause } from 'node:timers/promises';
import type { Credential, Target } from './attack.js';
import { Tally } from './tally.js';

/** The most requests of an attack: fewer than the limit of a user refuses. */
const MOST_SENT = 1_500;
/** Milliseconds before a refused request is sent again, as `Retry-After` asks for. */
const AFTER_REFUSAL = 1_000;

/** A request of one credential. */
export interface Asked {
  readonly path: string;
  readonly body?: object;
}

/** Sends requests with all credentials, `each` of them concurrently, again and again. Resolves to a note of the statuses. */
export async function askWithAll(
  { origin, credentials }: Target,
  each: number,
  next: (credential: Credential) => Asked,
  over: AbortSignal,
): Promise<string> {
  const statuses = new Tally();
  let sent = 0;
  const keepAsking = async (credential: Credential): Promise<void> => {
    while (!over.aborted && sent < MOST_SENT) {
      sent += 1;
      const { path, body } = next(credential);
      const headers = { ...credential.headers, ...(body && { 'content-type': 'application/json' }) };
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      const response = await fetch(`${origin}${path}`, { ...init, signal: over }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      statuses.add(response?.status ?? 'without a response');
      if (response && response.status >= 400) await pause(AFTER_REFUSAL);
    }
  };
  const lanes = credentials.flatMap((credential) => Array.from({ length: each }, () => keepAsking(credential)));
  await Promise.all(lanes);
  return `${sent} requests, ${lanes.length} at a time: ${statuses.words}`;
}
