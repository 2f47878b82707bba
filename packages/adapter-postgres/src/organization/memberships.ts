import type { FeedType, Memberships } from '@worktrack/application';
import type { Email, MembershipRecord, OrganizationId, UserId, Username } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import type { FeedWriter } from '../recording/feed-writer.js';
import { MembershipTable } from './membership.table.js';

const FIND_MEMBERSHIP = statement(
  'memberships.find',
  `select ${MembershipTable.columns} from memberships where organization_id = $1 and user_id = $2 for update`,
);

const OF_A_USER = statement(
  'memberships.of-a-user',
  `select ${MembershipTable.columns} from memberships where user_id = $1 order by created_at, organization_id`,
);

const LOCK_ORGANIZATIONS = statement(
  'memberships.lock-organizations',
  `select id from organizations where id in (select organization_id from memberships where user_id = $1)
   order by id for no key update`,
);

const COUNT_OTHER_OWNERS = statement(
  'memberships.count-other-owners',
  `select count(*)::integer as count from memberships where organization_id = $1 and user_id <> $2 and role = 'owner'`,
);

const LOCK_OWNERS = statement(
  'memberships.lock-owners',
  `select user_id as "userId" from memberships where organization_id = $1 and role = 'owner' order by user_id for update`,
);

const FIND_HOLDER = statement(
  'memberships.find-holder',
  'select user_id as "userId" from memberships where organization_id = $1 and username = $2',
);

const USERNAMES_LIKE = statement(
  'memberships.usernames-like',
  `select username from memberships where organization_id = $1 and (username = $2 or username like $2 || '-%')`,
);

const MEMBERS_AMONG = statement(
  'memberships.members-among',
  `select email from memberships join users on users.id = user_id
   where organization_id = $1 and email = any($2::text[])`,
);

const ADD_MEMBERSHIP = MembershipTable.insertAs('memberships.add');
const SAVE_MEMBERSHIP = MembershipTable.saveAs('memberships.save', 'role', 'username');
const END_MEMBERSHIP = statement(
  'memberships.end',
  'delete from memberships where organization_id = $1 and user_id = $2',
);

export class PostgresMemberships implements Memberships {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly feed: FeedWriter,
  ) {}

  async find(organization: OrganizationId, user: UserId): Promise<MembershipRecord | undefined> {
    const [membership] = await this.transaction.rows<MembershipRecord>(FIND_MEMBERSHIP, [organization, user]);
    return membership;
  }

  of(user: UserId): Promise<readonly MembershipRecord[]> {
    return this.transaction.rows<MembershipRecord>(OF_A_USER, [user]);
  }

  async lockOrganizationsOf(user: UserId): Promise<void> {
    await this.transaction.rows(LOCK_ORGANIZATIONS, [user]);
  }

  async otherOwners(organization: OrganizationId, user: UserId): Promise<number> {
    const [others] = await this.transaction.rows<{ count: number }>(COUNT_OTHER_OWNERS, [organization, user]);
    return others?.count ?? 0;
  }

  async lockOwners(organization: OrganizationId): Promise<readonly UserId[]> {
    const owners = await this.transaction.rows<{ userId: UserId }>(LOCK_OWNERS, [organization]);
    return owners.map(({ userId }) => userId);
  }

  async holderOf(organization: OrganizationId, username: Username): Promise<UserId | undefined> {
    const [holder] = await this.transaction.rows<{ userId: UserId }>(FIND_HOLDER, [organization, username]);
    return holder?.userId;
  }

  async membersAmong(organization: OrganizationId, emails: readonly Email[]): Promise<ReadonlySet<string>> {
    const found = await this.transaction.rows<{ email: Email }>(MEMBERS_AMONG, [organization, [...emails]]);
    return new Set(found.map(({ email }) => email));
  }

  async usernamesLike(organization: OrganizationId, stem: Username): Promise<ReadonlySet<string>> {
    const found = await this.transaction.rows<{ username: Username }>(USERNAMES_LIKE, [organization, stem]);
    return new Set(found.map(({ username }) => username));
  }

  add(membership: MembershipRecord): void {
    this.transaction.write(ADD_MEMBERSHIP, MembershipTable.insertValues(membership));
    this.tell('member.added', membership);
  }

  save({ organizationId, userId, role, username }: MembershipRecord): void {
    this.transaction.write(SAVE_MEMBERSHIP, [organizationId, userId, role, username]);
    this.tell('member.changed', { organizationId, userId });
  }

  end(organization: OrganizationId, user: UserId): void {
    this.transaction.write(END_MEMBERSHIP, [organization, user]);
    this.tell('member.removed', { organizationId: organization, userId: user });
  }

  private tell(type: FeedType, { organizationId, userId }: Pick<MembershipRecord, 'organizationId' | 'userId'>): void {
    this.feed.tell({ type, organizationId, projectId: null, subject: userId });
  }
}
