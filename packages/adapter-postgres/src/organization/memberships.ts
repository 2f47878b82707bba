import type { Memberships } from '@worktrack/application';
import type { MembershipRecord, OrganizationId, UserId, Username } from '@worktrack/domain';
import { Not } from 'typeorm';
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

  otherOwners(organization: OrganizationId, user: UserId): Promise<number> {
    return this.session.readManaged((manager) =>
      manager.countBy(MembershipTable.schema, { organizationId: organization, userId: Not(user), role: 'owner' }),
    );
  }

  async holderOf(organization: OrganizationId, username: Username): Promise<UserId | undefined> {
    const holder = await this.session.readManaged((manager) =>
      manager.findOneBy(MembershipTable.schema, { organizationId: organization, username }),
    );
    return holder?.userId;
  }

  add(membership: MembershipRecord): void {
    this.session.writeManaged((manager) => manager.insert(MembershipTable.schema, membership));
  }

  save({ organizationId, userId, role, username }: MembershipRecord): void {
    this.session.writeManaged((manager) =>
      manager.update(MembershipTable.schema, { organizationId, userId }, { role, username }),
    );
  }

  end(organization: OrganizationId, user: UserId): void {
    this.session.writeManaged((manager) =>
      manager.delete(MembershipTable.schema, { organizationId: organization, userId: user }),
    );
  }
}
