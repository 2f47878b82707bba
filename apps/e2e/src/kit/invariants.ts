import { runTask } from './task.js';

/** The rule about files: the task needs the store of the server for it. The suites of `attachment` and `backup` ask it. */
const OF_FILES = 'every attachment has its bytes in the store';

/**
 * Expects that what a database holds keeps every rule of the task `db:verify`.
 * @param slug only what belongs to this Organization: for a database in which other tests write rows by SQL
 */
export async function expectInvariants(
  { databaseUrl }: { readonly databaseUrl: string },
  slug?: string,
): Promise<void> {
  const only = slug === undefined ? [] : ['--org', slug];
  const { stdout, stderr } = await runTask(['db:verify', '--json', ...only], { databaseUrl });
  if (stdout === '') throw new Error(`db:verify printed no answer: ${stderr}`);
  const { violations } = JSON.parse(stdout) as { readonly violations: readonly { readonly says: string }[] };
  expect(violations.filter(({ says }) => says !== OF_FILES)).toEqual([]);
}
