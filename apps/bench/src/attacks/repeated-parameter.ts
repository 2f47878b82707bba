import type { Attack } from './attack.js';

/** A query just below the limit of 256 KiB: one parameter, repeated as often as it fits. */
const QUERY = Array.from({ length: 50_000 }, () => 'type=')
  .join('&')
  .slice(0, 250_000);

/** Sends one parameter tens of thousands of times in a single query, one request after the other. */
export const repeatedParameter: Attack = {
  name: 'repeated parameter',
  run: async ({ origin, project, token }, over) => {
    const statuses = new Map<number, number>();
    while (!over.aborted) {
      const answer = await fetch(`${origin}${project}/work-items?${QUERY}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(60_000),
      }).catch(() => undefined);
      await answer?.arrayBuffer();
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    return `answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`;
  },
};
