import { administer } from '@worktrack/application';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { Task } from '../task.js';

@Command({ name: 'idempotency:purge', description: 'remove records that are older than 24 hours' })
export class PurgeIdempotencyTask extends Task<object> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform(): Promise<object> {
    return this.administration.onDatabase(async ({ adapters }) => {
      const purged = await adapters.purgeIdempotencyRecords();
      return administer(adapters.administration, 'idempotency:purge', () =>
        Promise.resolve({ answer: { purged }, touched: [] }),
      );
    });
  }
}
