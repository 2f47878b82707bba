import { Command } from 'nest-commander';
import { readConfiguration } from '../../config.js';
import { migrateDatabase, withDatabaseServer } from '../../database.js';
import { Task } from '../task.js';

@Command({ name: 'db:migrate', description: 'bring the schema of the database up to date' })
export class MigrateTask extends Task<object> {
  protected perform(): Promise<object> {
    return withDatabaseServer(readConfiguration(process.env), migrateDatabase);
  }
}
