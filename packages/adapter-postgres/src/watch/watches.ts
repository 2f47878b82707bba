import type { ProjectScope, Watches } from '@worktrack/application';
import type { OrganizationId, UserId, WatchRecord, WorkItemId } from '@worktrack/domain';
import { statement } from '../engine/statement.js';
import type { SqlTransaction } from '../engine/transaction.js';
import { WatchTable } from './watch.table.js';

const FIND = statement(
  'watches.find',
  `select ${WatchTable.columns} from work_item_watches
   where organization_id = $1 and work_item_id = $2 and user_id = $3`,
);

const SAVE = WatchTable.upsertAs('watches.save');

const END_ALL = statement(
  'watches.end-all',
  'delete from work_item_watches where organization_id = $1 and user_id = $2',
);

export class PostgresWatches implements Watches {
  constructor(private readonly transaction: SqlTransaction) {}

  async find({ organizationId, actorId }: ProjectScope, workItemId: WorkItemId): Promise<WatchRecord | undefined> {
    const [watch] = await this.transaction.rows<WatchRecord>(FIND, [organizationId, workItemId, actorId]);
    return watch;
  }

  save(watch: WatchRecord): void {
    this.transaction.write(SAVE, WatchTable.insertValues(watch));
  }

  endAll(organization: OrganizationId, user: UserId): void {
    this.transaction.write(END_ALL, [organization, user]);
  }
}
