import type { OrganizationListing, OrganizationRecord, Organizations } from '@worktrack/application';
import type { Slug } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';

const FIND = statement(
  'organizations.find',
  `select id, slug, name, description, suspended_at as "suspendedAt", created_at as "createdAt", updated_at as "updatedAt"
   from organizations where slug = $1 for no key update`,
);

const LIST = statement(
  'organizations.list',
  `select id, slug, name, suspended_at is not null as suspended,
          (select count(*)::integer from memberships where organization_id = organizations.id) as members,
          (select count(*)::integer from projects where organization_id = organizations.id) as projects
   from organizations order by slug`,
);

const ADD = statement(
  'organizations.add',
  `insert into organizations (id, slug, name, description, suspended_at, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

const SAVE = statement(
  'organizations.save',
  `update organizations set name = $2, description = $3, suspended_at = $4, updated_at = $5 where id = $1`,
);

export class PostgresOrganizations implements Organizations {
  constructor(private readonly session: Session) {}

  async find(slug: Slug): Promise<OrganizationRecord | undefined> {
    const [organization] = await this.session.rows<OrganizationRecord>(FIND, [slug]);
    return organization;
  }

  list(): Promise<readonly OrganizationListing[]> {
    return this.session.rows<OrganizationListing>(LIST, []);
  }

  add({ id, slug, name, description, suspendedAt, createdAt, updatedAt }: OrganizationRecord): void {
    this.session.write(ADD, [id, slug, name, description, suspendedAt, createdAt, updatedAt]);
  }

  save({ id, name, description, suspendedAt, updatedAt }: OrganizationRecord): void {
    this.session.write(SAVE, [id, name, description, suspendedAt, updatedAt]);
  }
}
