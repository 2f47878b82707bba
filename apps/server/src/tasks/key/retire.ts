import { Command, Option } from 'nest-commander';
import { retireKey } from '../../database.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { keyIdIn } from '../values.js';

interface RetireKeyOptions {
  readonly id: string;
}

@Command({
  name: 'key:retire',
  description: 'delete a key of the cursors of lists: its cursors are refused from now on',
})
export class RetireKeyTask extends Task<RetireKeyOptions> {
  constructor(private readonly database: TaskDatabase) {
    super();
  }

  protected async perform({ id }: RetireKeyOptions): Promise<object> {
    return retireKey(await this.database.server(), id);
  }

  @Option({ flags: '--id <id>', description: 'the key, as key:rotate lists it', required: true })
  protected id(text: string): string {
    return keyIdIn(text);
  }
}
