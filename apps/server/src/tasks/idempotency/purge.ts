import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';

@Command({ name: 'idempotency:purge', description: 'remove records that are older than 24 hours' })
export class PurgeIdempotencyTask extends Task<object> {
  constructor(
    private readonly database: TaskDatabase,
    private readonly administration: Administration,
  ) {
    super();
  }

  protected async perform(): Promise<object> {
    const { adapters } = await this.database.open();
    const purged = await adapters.purgeIdempotencyRecords();
    return this.administration.change('idempotency:purge', () => Promise.resolve({ result: { purged }, touched: [] }));
  }
}
