import type { LinkRepository, OrganizationScope } from '@worktrack/application';
import { WorkItemLink, type LinkId, type LinkRecord, type WorkItemId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { LinkTable } from './link.table.js';

const SELECT = `
  select ${LinkTable.columns}
  from work_item_links where organization_id = $1`;

const FIND_LINK = statement('links.find', `${SELECT} and id = $2`);

/** Finds the links between two Work Items. A union rather than an `or`: each half is one lookup in an index. */
const BETWEEN = statement(
  'links.between',
  `${SELECT} and source_id = $2 and target_id = $3 and deleted_at is null
   union all ${SELECT} and source_id = $3 and target_id = $2 and deleted_at is null`,
);

const INSERT_LINK = LinkTable.insertAs('links.add');

/** Inserts any number of rows: a JSON list of results of `LinkTable.plain`. */
export const ADD_LINKS = LinkTable.insertManyAs('links.add-many');

const DELETE_LINK = LinkTable.saveAs('links.delete', 'deletedAt');

type InOrganization = Pick<OrganizationScope, 'organizationId'>;

export class PostgresLinkRepository implements LinkRepository {
  constructor(private readonly transaction: SqlTransaction) {}

  async between({ organizationId }: InOrganization, one: WorkItemId, other: WorkItemId): Promise<WorkItemLink[]> {
    const records = await this.transaction.rows<LinkRecord>(BETWEEN, [organizationId, one, other]);
    return records.map((record) => WorkItemLink.restore(record));
  }

  async find({ organizationId }: InOrganization, id: LinkId): Promise<WorkItemLink | undefined> {
    const [record] = await this.transaction.rows<LinkRecord>(FIND_LINK, [organizationId, id]);
    return record && WorkItemLink.restore(record);
  }

  add({ record }: WorkItemLink): void {
    this.transaction.write(INSERT_LINK, LinkTable.insertValues(record));
  }

  /** Writes without a check of concurrent changes: the locks on both Work Items exclude them. */
  delete({ record }: WorkItemLink): void {
    this.transaction.write(DELETE_LINK, LinkTable.saveValues(record, 'deletedAt'));
  }
}
