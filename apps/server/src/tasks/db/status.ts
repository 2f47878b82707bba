import type { MigrationStatus } from '@worktrack/adapter-postgres';
import { Command } from 'nest-commander';
import { readConfiguration } from '../../config.js';
import { withDatabaseServer, type DatabaseServer } from '../../database.js';
import { sentenceOf } from '../../outcome.js';
import { AnsweredFailure } from '../answered-failure.js';
import { Task } from '../task.js';

@Command({
  name: 'db:status',
  description: 'whether the database can be reached, and whether its schema is up to date',
})
export class DatabaseStatusTask extends Task<object> {
  protected async perform(): Promise<object> {
    const configuration = readConfiguration(process.env);
    const embedded = configuration.database.url === undefined;
    try {
      const { current, pending } = await withDatabaseServer(configuration, statusOf);
      return { current, pending, reachable: true, embedded };
    } catch (error) {
      const answer = { current: null, pending: [], reachable: false, embedded };
      throw new AnsweredFailure(`The database cannot be reached: ${sentenceOf(error)}`, answer);
    }
  }
}

async function statusOf({ url }: DatabaseServer): Promise<MigrationStatus> {
  const { migrationStatus } = await import('@worktrack/adapter-postgres');
  return migrationStatus(url);
}
