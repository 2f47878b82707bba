import { Command, Option } from 'nest-commander';
import { dropAuditTrail } from '../../database.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { pastInstantIn } from '../values.js';

interface DropAuditOptions {
  readonly before: Date;
}

@Command({ name: 'audit:drop', description: 'drop the months of the audit trail that were exported' })
export class DropAuditTask extends Task<DropAuditOptions> {
  constructor(private readonly database: TaskDatabase) {
    super();
  }

  protected async perform({ before }: DropAuditOptions): Promise<object> {
    return dropAuditTrail(await this.database.server(), before);
  }

  @Option({
    flags: '--before <instant>',
    description: 'months that ended before this day or instant, in UTC: 2026-01-31 or 2026-01-31T12:00:00Z',
    required: true,
  })
  protected before(text: string): Date {
    return pastInstantIn(text);
  }
}
