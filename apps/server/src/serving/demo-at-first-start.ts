import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDemo } from '@worktrack/demo';
import type { Configuration } from '../config.js';
import type { OpenDatabase } from '../database.js';

/** File mode: only the owner may read the file. */
const PRIVATE = 0o600;

const tokenFile = ({ dataDir }: Pick<Configuration, 'dataDir'>): string => join(dataDir, 'demo-token');

/** Creates demo data in a database without an Organization, and stores the token in a file for later starts. */
export async function prepareDemo({ adapters }: OpenDatabase, configuration: Configuration): Promise<void> {
  const organizations = await adapters.administration.run((tx) => tx.organizations.list());
  if (organizations.length > 0) return;
  const { token } = await seedDemo(adapters.administration, 'small', () => undefined);
  await mkdir(configuration.dataDir, { recursive: true });
  await writeFile(tokenFile(configuration), `${token}\n`, { mode: PRIVATE });
  await chmod(tokenFile(configuration), PRIVATE);
}

/** Returns the token of the demo data as long as it is accepted, else `undefined`. */
export async function demoTokenOf(
  { adapters }: OpenDatabase,
  configuration: Configuration,
): Promise<string | undefined> {
  const token = await readFile(tokenFile(configuration), 'utf8').catch(() => '');
  return (await adapters.authenticator.authenticate(token.trim())) ? token.trim() : undefined;
}
