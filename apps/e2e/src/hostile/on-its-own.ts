import type { Answer } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { theRun } from '../kit/run.js';
import { startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

/** Runs a test in the world `shares` on a server of its own, with the limits that an installation has by default. */
export const onItsOwn =
  (test: (world: World, facts: Facts) => Promise<void>, environment: Readonly<Record<string, string>> = {}) =>
  async (): Promise<void> => {
    const { postgresUrl, template } = theRun();
    const limits = { RATE_LIMIT_DISABLED: 'false', ...environment };
    const server = await startServer({ postgresUrl, template, environment: limits });
    try {
      await test(new World('shares', server.baseUrl, server.databaseUrl), new Facts(server.databaseUrl));
    } finally {
      await server.stop();
    }
  };

export const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

/** A failure shows what the attackers met, too. */
export function expectNoRefusal(refused: readonly string[], attackers: Readonly<Record<string, number>>): void {
  expect({ refused, attackers }).toEqual({ refused: [], attackers });
}

/** Asks that many times, one after the other. Returns what is not 2xx, such as `a sign-in: 429` or `a sign-in: no response`. */
export async function refusalsOf(count: number, what: string, ask: () => Promise<Answer>): Promise<string[]> {
  const refused: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const status = await ask().then(
      (answer) => answer.status,
      (error: unknown) => (isSilence(error) ? 'no response' : Promise.reject(error as Error)),
    );
    if (status === 'no response' || status >= 300) refused.push(`${what}: ${status}`);
  }
  return refused;
}

/** True when a connection was closed, or its server silent for too long. The error is of a class that jest's sandbox does not know. */
function isSilence(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code);
}
