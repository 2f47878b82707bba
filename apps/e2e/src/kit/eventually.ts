import { setTimeout as pause } from 'node:timers/promises';

/** Calls again until there is an answer; for work that the server does in the background. */
export async function eventually<Found>(
  what: string,
  look: () => Promise<Found | undefined>,
  patienceInSeconds = 20,
): Promise<Found> {
  const end = performance.now() + patienceInSeconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`Waited ${patienceInSeconds} s for ${what}.`);
    await pause(25);
  }
}
