import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDemo } from '@worktrack/demo';
import type { Configuration } from '../config.js';
import type { OpenDatabase } from '../database.js';
import { newDemoUrl } from '../welcome-url.js';
import type { DemoCredentials } from './banner.js';

/** File mode: only the owner can read the file. */
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

/** Returns the token of the demo data as long as it is accepted, with a new link that signs its user in; else `undefined`. */
export async function demoCredentialsOf(
  { adapters }: OpenDatabase,
  configuration: Configuration,
): Promise<DemoCredentials | undefined> {
  const token = (await readFile(tokenFile(configuration), 'utf8').catch(() => '')).trim();
  const principal = await adapters.authenticator.authenticate(token);
  if (!principal) return undefined;
  if (!configuration.web) return { token, welcome: undefined };
  const welcome = await newDemoUrl(adapters.administration, configuration.baseUrl, principal.user.id);
  return { token, welcome };
}
