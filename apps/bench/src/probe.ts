/**
 * Asks a probe that touches nothing but the event loop, again and again while `work` runs. Answers how long each took, in
 * milliseconds: whatever holds the event loop holds the probe. `each` is called after every one.
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
