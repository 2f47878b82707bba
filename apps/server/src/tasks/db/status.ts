import { Command } from 'nest-commander';
import { readConfiguration } from '../../config.js';
import { schemaOf, withDatabaseServer } from '../../database.js';
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
      const { current, pending } = await withDatabaseServer(configuration, schemaOf);
      return { current, pending, reachable: true, embedded };
    } catch (error) {
      const answer = { current: null, pending: [], reachable: false, embedded };
      throw new AnsweredFailure(sentenceOf(error), answer);
    }
  }
}
