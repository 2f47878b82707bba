import { Command } from 'nest-commander';
import { migrateDatabase } from '../../database.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';

@Command({ name: 'db:migrate', description: 'bring the schema of the database up to date' })
export class MigrateTask extends Task<object> {
  constructor(private readonly database: TaskDatabase) {
    super();
  }

  protected async perform(): Promise<object> {
    return migrateDatabase(await this.database.server());
  }
}
