import type { Memberships } from '@worktrack/application';
import type { MembershipRecord, OrganizationId, UserId, Username } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';
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

const OTHER_OWNERS = statement(
  'memberships.other-owners',
  `select count(*)::integer as owners from memberships where organization_id = $1 and user_id <> $2 and role = 'owner'`,
);

const HOLDER = statement(
  'memberships.holder-of-a-username',
  `select user_id as "userId" from memberships where organization_id = $1 and username = $2`,
);

const INSERT_MEMBERSHIP = MembershipTable.insertAs('memberships.add');

const UPDATE_MEMBERSHIP = MembershipTable.saveAs('memberships.save', 'role', 'username');

const END = statement('memberships.end', `delete from memberships where organization_id = $1 and user_id = $2`);

type Holder = Pick<MembershipRecord, 'userId'>;

export class PostgresMemberships implements Memberships {
  constructor(private readonly session: Session) {}

  async find(organization: OrganizationId, user: UserId): Promise<MembershipRecord | undefined> {
    const [membership] = await this.session.rows<MembershipRecord>(FIND_MEMBERSHIP, [organization, user]);
    return membership;
  }

  of(user: UserId): Promise<readonly MembershipRecord[]> {
    return this.session.rows<MembershipRecord>(OF_A_USER, [user]);
  }

  async lockOrganizationsOf(user: UserId): Promise<void> {
    await this.session.rows(LOCK_ORGANIZATIONS, [user]);
  }

  async otherOwners(organization: OrganizationId, user: UserId): Promise<number> {
    const [counted] = await this.session.rows<{ owners: number }>(OTHER_OWNERS, [organization, user]);
    return counted?.owners ?? 0;
  }

  async holderOf(organization: OrganizationId, username: Username): Promise<UserId | undefined> {
    const [holder] = await this.session.rows<Holder>(HOLDER, [organization, username]);
    return holder?.userId;
  }

  add(membership: MembershipRecord): void {
    this.session.write(INSERT_MEMBERSHIP, MembershipTable.insertValues(membership));
  }

  save(membership: MembershipRecord): void {
    this.session.write(UPDATE_MEMBERSHIP, MembershipTable.saveValues(membership, 'role', 'username'));
  }

  end(organization: OrganizationId, user: UserId): void {
    this.session.write(END, [organization, user]);
  }
}
