import type { WebApplication } from '@worktrack/adapter-http';
import type { ReleaseFiles } from '@worktrack/application';
import { ONE_HOUR } from '@worktrack/domain';
import type { ServerLogger } from '../logging.js';
import { beginRepeating } from './repeating.js';

const FAILURE = 'The files of this release could not be kept for pages that stay open after a deployment.';

/** Offers the files of this release to pages that stay open after a deployment: now and every hour, until `end` is called. */
export async function beginOffering(
  files: ReleaseFiles,
  pages: WebApplication,
  log: ServerLogger,
): Promise<{ end(): Promise<void> }> {
  const work = async (): Promise<void> => {
    const left = await files.offer(pages.hashedFiles);
    if (left > 0) throw new Error(`${left} files have no room: more than twenty releases in a day.`);
  };
  // A server that cannot keep them serves all the same.
  await work().catch((error: unknown) => {
    log.warn({ err: error }, FAILURE);
  });
  return beginRepeating({ work, period: ONE_HOUR, onFailure: FAILURE }, log);
}
