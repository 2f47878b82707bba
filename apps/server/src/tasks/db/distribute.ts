import { Command, Option } from 'nest-commander';
import { distributeDatabase, distributionOfSchema } from '../../database.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';

interface DistributeOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

@Command({
  name: 'db:distribute',
  description: 'distribute the tables of the database over a cluster, by Organization',
})
export class DistributeTask extends Task<DistributeOptions> {
  constructor(private readonly database: TaskDatabase) {
    super();
  }

  protected async perform({ dryRun, json }: DistributeOptions): Promise<object | string> {
    if (!dryRun) return distributeDatabase(await this.database.server());
    const statements = await distributionOfSchema();
    return json ? { statements } : statements.map((statement) => `${statement};\n`).join('');
  }

  @Option({ flags: '--dry-run', description: 'print every statement, and do nothing' })
  protected dryRun(): true {
    return true;
  }
}
