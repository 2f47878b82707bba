import { Command } from 'nest-commander';
import { schemaOf } from '../../database.js';
import { sentenceOf } from '../../outcome.js';
import { FailureWithResult } from '../failure-with-result.js';
import { TaskConfiguration } from '../task-configuration.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';

@Command({
  name: 'db:status',
  description: 'whether the database can be reached, and whether its schema is up to date',
})
export class DatabaseStatusTask extends Task<object> {
  constructor(
    private readonly configuration: TaskConfiguration,
    private readonly database: TaskDatabase,
  ) {
    super();
  }

  protected async perform(): Promise<object> {
    const embedded = this.configuration.read().database.url === undefined;
    try {
      const { current, pending } = await schemaOf(await this.database.server());
      return { current, pending, reachable: true, embedded };
    } catch (error) {
      const result = { current: null, pending: [], reachable: false, embedded };
      throw new FailureWithResult(sentenceOf(error), result);
    }
  }
}
