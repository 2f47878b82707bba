import cluster from 'node:cluster';
import { auditTask, createSetupLink } from '@worktrack/application';
import type { Configuration } from '../config.js';
import type { OpenDatabase } from '../database.js';

/**
 * Returns the line that the server prints while no account was ever made: a link to make the first one, new at each start. It is empty where nobody could
 * use the link, because the page or passwords are switched off, and in every process of a server but the first.
 */
export async function setupLine(
  { adapters: { administration } }: OpenDatabase,
  { baseUrl, web, passwordSignIn }: Configuration,
): Promise<string> {
  const isFirst = cluster.worker === undefined || cluster.worker.id === 1;
  if (!isFirst || !web || !passwordSignIn) return '';
  const secret = await administration.run(async (tx) => {
    const created = await createSetupLink(tx);
    if (created !== undefined) auditTask(tx, 'setup:link', { touched: [] });
    return created;
  });
  return secret === undefined ? '' : `Set up  ${baseUrl}/setup#${secret}\n`;
}
