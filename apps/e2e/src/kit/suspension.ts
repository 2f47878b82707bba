import { setTimeout as pause } from 'node:timers/promises';
import { taskResult } from './task.js';

/** Milliseconds after which every server knows a change of access by a task: they remember rights for a second. */
const KNOWN_EVERYWHERE = 1_100;

/** Suspends the Organization with this slug, and waits until every server refuses its members. */
export async function suspend(slug: string, place: { readonly databaseUrl: string }): Promise<void> {
  await taskResult(['org:suspend', '--slug', slug], place);
  await pause(KNOWN_EVERYWHERE);
}
