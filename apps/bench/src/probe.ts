/**
 * Repeats a request that needs only the event loop while `work` runs. Returns the milliseconds of each request: anything that blocks the
 * event loop delays it. Calls `each` after every request.
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
