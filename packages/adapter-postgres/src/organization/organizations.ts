import type { OrganizationListing, OrganizationRecord, Organizations } from '@worktrack/application';
import type { OrganizationId, Slug } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { OrganizationTable } from './organization.table.js';

const FIND_ORGANIZATION = statement(
  'organizations.find',
  `select ${OrganizationTable.columns} from organizations where slug = $1 for no key update`,
);

const LIST_ORGANIZATIONS = statement(
  'organizations.list',
  `select id, slug, name, time_zone as "timeZone", suspended_at is not null as suspended,
          (select count(*)::integer from memberships where organization_id = organizations.id) as members,
          coalesce(owned.projects, 0) as projects
   from organizations
   left join (
     select organization_id, count(*)::integer as projects from projects group by organization_id
   ) owned on owned.organization_id = organizations.id
   order by slug`,
);

const IDS = statement('organizations.ids', 'select id from organizations order by id');

const SET_ATTACHMENT_QUOTA = statement(
  'organizations.set-attachment-quota',
  `insert into attachment_usage as counted (organization_id, bytes, quota_bytes) values ($1, 0, $2)
   on conflict (organization_id) do update set quota_bytes = excluded.quota_bytes
   returning bytes`,
);

const ADD_ORGANIZATION = OrganizationTable.insertAs('organizations.add');
const SAVE_ORGANIZATION = OrganizationTable.saveAs(
  'organizations.save',
  'name',
  'description',
  'timeZone',
  'suspendedAt',
  'updatedAt',
);

export class PostgresOrganizations implements Organizations {
  constructor(private readonly transaction: SqlTransaction) {}

  async find(slug: Slug): Promise<OrganizationRecord | undefined> {
    const [organization] = await this.transaction.rows<OrganizationRecord>(FIND_ORGANIZATION, [slug]);
    return organization;
  }

  list(): Promise<readonly OrganizationListing[]> {
    return this.transaction.rows<OrganizationListing>(LIST_ORGANIZATIONS, []);
  }

  async ids(): Promise<readonly OrganizationId[]> {
    return (await this.transaction.rows<{ id: OrganizationId }>(IDS, [])).map(({ id }) => id);
  }

  async setAttachmentQuota(id: OrganizationId, quotaBytes: number | null): Promise<number> {
    const [used] = await this.transaction.rows<{ bytes: number }>(SET_ATTACHMENT_QUOTA, [id, quotaBytes]);
    return used?.bytes ?? 0;
  }

  add(organization: OrganizationRecord): void {
    this.transaction.write(ADD_ORGANIZATION, OrganizationTable.insertValues(organization));
  }

  save({ id, name, description, timeZone, suspendedAt, updatedAt }: OrganizationRecord): void {
    this.transaction.write(SAVE_ORGANIZATION, [id, name, description, timeZone, suspendedAt, updatedAt]);
  }
}
