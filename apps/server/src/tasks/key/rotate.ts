import { Command } from 'nest-commander';
import { rotateKey } from '../../database.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';

@Command({ name: 'key:rotate', description: 'add a key that signs the cursors of lists from now on' })
export class RotateKeyTask extends Task<object> {
  constructor(private readonly database: TaskDatabase) {
    super();
  }

  protected async perform(): Promise<object> {
    return rotateKey(await this.database.server());
  }
}
