import type { OrganizationListing, OrganizationRecord, Organizations } from '@worktrack/application';
import type { Slug } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';
import { OrganizationTable } from './organization.table.js';

const FIND_ORGANIZATION = statement(
  'organizations.find',
  `select ${OrganizationTable.columns} from organizations where slug = $1 for no key update`,
);

const LIST_ORGANIZATIONS = statement(
  'organizations.list',
  `select id, slug, name, suspended_at is not null as suspended,
          (select count(*)::integer from memberships where organization_id = organizations.id) as members,
          (select count(*)::integer from projects where organization_id = organizations.id) as projects
   from organizations order by slug`,
);

export class PostgresOrganizations implements Organizations {
  constructor(private readonly session: Session) {}

  async find(slug: Slug): Promise<OrganizationRecord | undefined> {
    const [organization] = await this.session.rows<OrganizationRecord>(FIND_ORGANIZATION, [slug]);
    return organization;
  }

  list(): Promise<readonly OrganizationListing[]> {
    return this.session.rows<OrganizationListing>(LIST_ORGANIZATIONS, []);
  }

  add(organization: OrganizationRecord): void {
    this.session.writeManaged((manager) => manager.insert(OrganizationTable.schema, organization));
  }

  save({ id, name, description, suspendedAt, updatedAt }: OrganizationRecord): void {
    this.session.writeManaged((manager) =>
      manager.update(OrganizationTable.schema, { id }, { name, description, suspendedAt, updatedAt }),
    );
  }
}
