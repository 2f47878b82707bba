import {
  OrganizationViews,
  refuse,
  settingsOf,
  type Cursors,
  type OrganizationMinimalView,
  type OrganizationRecord,
  type OrganizationSettingsView,
  type OrganizationScope,
  type OrganizationView,
  type Page,
  type PageRequest,
  type Principal,
  type VisibleOrganization,
} from '@worktrack/application';
import type { OrganizationId, Slug } from '@worktrack/domain';
import { type Reader, statement, viewStatement } from '../engine/statement.js';
import { KeysetPages } from '../engine/keyset.js';
import { OrganizationTable } from './organization.table.js';

type OrganizationRow = Pick<
  OrganizationView,
  'id' | 'slug' | 'name' | 'description' | 'suspended' | 'timeZone' | 'createdAt' | 'updatedAt'
>;

const SELECT = `
  select id, slug, name, description, coalesce(suspended_at, removal_due_at) is not null as suspended, time_zone as "timeZone",
    created_at as "createdAt", updated_at as "updatedAt"
  from organizations`;

const SELECT_ORGANIZATION = viewStatement('organization-view.one', `${SELECT} where id = $1`);

const SELECT_SETTINGS = statement(
  'organization-view.settings',
  `select ${OrganizationTable.columns} from organizations where id = $1`,
);

const HOLDER = statement(
  'organization-view.holder-of-former-slug',
  `select organization_id as "organizationId" from former_slugs
   where slug = $1 and organization_id = any($2::uuid[]) and ends_at > clock_timestamp()`,
);

const BY_NAME = new KeysetPages<OrganizationRow>({
  name: 'organization-view.by-name',
  select: `${SELECT} where id = any($1::uuid[])`,
  parameters: 1,
  orderings: [
    { by: 'name', direction: 'asc', type: 'text', valueOf: ({ name }) => name },
    { by: 'id', direction: 'asc', type: 'uuid', valueOf: ({ id }) => id },
  ],
});

export class PostgresOrganizationViews extends OrganizationViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  page(principal: Principal, request: PageRequest): Promise<Page<OrganizationView | OrganizationMinimalView>> {
    const visible = new Map(principal.organizations.map((organization) => [organization.id, organization]));
    const collection = `organizations of ${principal.user.id}`;
    return BY_NAME.read(this.reader, this.cursors, collection, request, [[...visible.keys()]], (row) => {
      const organization = visible.get(row.id) ?? refuse('NOT_FOUND');
      return organization.grant.kind === 'organization' ? viewOf(row, organization, principal) : minimalViewOf(row);
    });
  }

  async one(principal: Principal, { organizationId }: OrganizationScope): Promise<OrganizationView> {
    const visible = principal.organizations.find(({ id }) => id === organizationId) ?? refuse('NOT_FOUND');
    // A token of single Projects does not see the Organization itself, only its granted Projects (contract §2.2, row 8).
    if (visible.grant.kind !== 'organization') refuse('NOT_FOUND');
    const [row] = await this.reader.rows<OrganizationRow>(SELECT_ORGANIZATION, [organizationId]);
    return row ? viewOf(row, visible, principal) : refuse('NOT_FOUND');
  }

  async presentSlug({ organizations }: Principal, former: Slug): Promise<Slug | undefined> {
    const ids = organizations.map(({ id }) => id);
    const [holder] = await this.reader.rows<{ organizationId: OrganizationId }>(HOLDER, [former, ids]);
    // As the principal was read: a slug that is newer would not be found.
    return organizations.find(({ id }) => id === holder?.organizationId)?.slug;
  }

  async settings({ organizationId }: OrganizationScope): Promise<OrganizationSettingsView> {
    const [organization] = await this.reader.rows<OrganizationRecord>(SELECT_SETTINGS, [organizationId]);
    return organization ? settingsOf(organization) : refuse('NOT_FOUND');
  }
}

function viewOf(
  row: OrganizationRow,
  { role }: VisibleOrganization,
  { defaultOrganizationId }: Principal,
): OrganizationView {
  const { id, slug, name, description, suspended, timeZone, createdAt, updatedAt } = row;
  const isDefault = id === defaultOrganizationId;
  return {
    id,
    slug,
    name,
    description,
    plan: 'self_hosted',
    role,
    isDefault,
    suspended,
    timeZone,
    createdAt,
    updatedAt,
  };
}

function minimalViewOf({ id, slug, name, suspended }: OrganizationRow): OrganizationMinimalView {
  return { id, slug, name, suspended };
}
