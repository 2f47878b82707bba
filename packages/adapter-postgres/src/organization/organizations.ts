import type { OrganizationListing, OrganizationRecord, Organizations } from '@worktrack/application';
import type { OrganizationId, Slug, UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { FormerSlugTable } from './former-slug.table.js';
import { OrganizationTable } from './organization.table.js';

const FIND_ORGANIZATION = statement(
  'organizations.find',
  `select ${OrganizationTable.columns} from organizations where slug = $1 for no key update`,
);

const LOCK_ORGANIZATION = statement(
  'organizations.lock',
  `select ${OrganizationTable.columns} from organizations where id = $1 for no key update`,
);

const SLUGS_LIKE = statement(
  'organizations.slugs-like',
  `select slug, id as "organizationId" from organizations where slug = $1 or slug like $1 || '-%'
   union all
   select slug, organization_id from former_slugs where (slug = $1 or slug like $1 || '-%') and ends_at > clock_timestamp()`,
);

const COUNT_FORMER_SLUGS = statement(
  'organizations.former-slugs',
  `select count(*)::integer as count from former_slugs where organization_id = $1 and ends_at > clock_timestamp()`,
);

const OWNED_BY = statement(
  'organizations.owned-by',
  `select count(*)::integer as count from memberships where user_id = $1 and role = 'owner'`,
);

/** Takes a slug from its former Organization, whose time is over. An Organization that takes its own slug again has it twice for a while. */
const KEEP_SLUG = FormerSlugTable.upsertAs('organizations.keep-slug');

const LIST_ORGANIZATIONS = statement(
  'organizations.list',
  `select id, slug, name, time_zone as "timeZone", coalesce(suspended_at, removal_due_at) is not null as suspended,
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
  'slug',
  'name',
  'description',
  'timeZone',
  'suspendedAt',
  'removalDueAt',
  'revision',
  'updatedAt',
);

export class PostgresOrganizations implements Organizations {
  constructor(private readonly transaction: SqlTransaction) {}

  async find(slug: Slug): Promise<OrganizationRecord | undefined> {
    const [organization] = await this.transaction.rows<OrganizationRecord>(FIND_ORGANIZATION, [slug]);
    return organization;
  }

  async lock(id: OrganizationId): Promise<OrganizationRecord | undefined> {
    const [organization] = await this.transaction.rows<OrganizationRecord>(LOCK_ORGANIZATION, [id]);
    return organization;
  }

  slugsLike(stem: Slug): Promise<readonly { slug: Slug; organizationId: OrganizationId }[]> {
    return this.transaction.rows(SLUGS_LIKE, [stem]);
  }

  async formerSlugs(id: OrganizationId): Promise<number> {
    const [former] = await this.transaction.rows<{ count: number }>(COUNT_FORMER_SLUGS, [id]);
    return former?.count ?? 0;
  }

  async ownedBy(user: UserId): Promise<number> {
    const [owned] = await this.transaction.rows<{ count: number }>(OWNED_BY, [user]);
    return owned?.count ?? 0;
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

  save(organization: OrganizationRecord): void {
    const { id, slug, name, description, timeZone, suspendedAt, removalDueAt, revision, updatedAt } = organization;
    const values = [id, slug, name, description, timeZone, suspendedAt, removalDueAt, revision, updatedAt];
    this.transaction.write(SAVE_ORGANIZATION, values);
  }

  keepSlug(slug: Slug, organizationId: OrganizationId, endsAt: Date): void {
    this.transaction.write(KEEP_SLUG, FormerSlugTable.insertValues({ slug, organizationId, endsAt }));
  }
}
