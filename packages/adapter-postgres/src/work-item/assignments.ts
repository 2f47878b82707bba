import type { Assignments } from '@worktrack/application';
import { WorkItem, type UserId, type WorkItemRecord } from '@worktrack/domain';
import { statement } from '../sql/statement.js';
import type { Locks } from '../unit-of-work/locks.js';
import { WorkItemTable } from './work-item.table.js';

/**
 * In every Organization, not only where the account is a member: what was assigned to it stays when a membership ends. Named one by
 * one, because indexes begin with the Organization and PostgreSQL before 18 cannot skip their first column.
 */
const FIND = statement(
  'assignments.find',
  `select ${WorkItemTable.columns} from work_items
   where organization_id = any (array(select id from organizations)) and assignee_id = $1 and deleted_at is null
   order by organization_id, id for update`,
);

export class PostgresAssignments implements Assignments {
  constructor(private readonly locks: Locks) {}

  async find(assignee: UserId): Promise<readonly WorkItem[]> {
    const records = await this.locks.take<WorkItemRecord>(FIND, [assignee]);
    this.locks.hold(records);
    return records.map((record) => WorkItem.restore(record));
  }
}
