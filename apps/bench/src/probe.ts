/**
 * Sends a request that uses nothing but the event loop, again and again while `work` runs. Returns the milliseconds of each:
 * anything that blocks the event loop delays it. Calls `each` after every one.
 */
export async function probing(
  origin: string,
  work: () => Promise<unknown>,
  each: () => void = () => undefined,
): Promise<readonly number[]> {
  const pauses: number[] = [];
  const over = new AbortController();
  const probes = (async () => {
    while (!over.signal.aborted) {
      const sent = performance.now();
      await (await fetch(`${origin}/api/health`)).text();
      pauses.push(performance.now() - sent);
      each();
    }
  })();
  try {
    await work();
  } finally {
    over.abort();
    await probes;
  }
  return pauses;
}
