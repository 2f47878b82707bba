import { Command, Option } from 'nest-commander';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';

@Command({ name: 'mail:list', description: 'the newest 500 mails of the last 30 days, without their content' })
export class ListMailsTask extends Task<{ readonly failed?: true }> {
  constructor(private readonly database: TaskDatabase) {
    super();
  }

  protected async perform({ failed = false }: { readonly failed?: boolean }): Promise<object> {
    const { adapters } = await this.database.open();
    return adapters.mailQueue.list(failed);
  }

  @Option({ flags: '--failed', description: 'only those that have failed for good' })
  protected failed(): true {
    return true;
  }
}
