import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from './eventually.js';
import { sharedServer } from './run.js';
import { taskResult } from './task.js';

/** Milliseconds after which every server knows a change of access: they remember rights and sessions for a second. */
const KNOWN_EVERYWHERE = 1_100;

/** Suspends the Organization with this slug, and waits until every server refuses its members. */
export async function suspend(slug: string, place: { readonly databaseUrl: string }): Promise<void> {
  await taskResult(['org:suspend', '--slug', slug], place);
  await pause(KNOWN_EVERYWHERE);
}

/** Waits until every server knows a change of access that was made before. */
export const untilKnownEverywhere = (): Promise<void> => pause(KNOWN_EVERYWHERE);

/** Looks again until there is an answer that shows a change of access. Of two shared servers, both know the change afterwards. */
export async function untilKnown<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  const found = await eventually(what, look);
  if (sharedServer().another !== undefined) await pause(KNOWN_EVERYWHERE);
  return found;
}
