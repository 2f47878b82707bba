import { Command } from 'nest-commander';
import { beginFeedEpoch } from '../../database.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';

@Command({ name: 'feed:new-epoch', description: 'end all cursors of feeds, after the database was restored' })
export class NewEpochTask extends Task<object> {
  constructor(private readonly database: TaskDatabase) {
    super();
  }

  protected async perform(): Promise<object> {
    await beginFeedEpoch(await this.database.server());
    return {};
  }
}
