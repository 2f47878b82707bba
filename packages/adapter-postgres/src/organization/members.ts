import type { FoundUser, Members, UserReference } from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import { statement } from '../engine/statement.js';
import type { Locks } from '../recording/locks.js';

/** Builds the statement that finds a user and locks the membership. It also finds former members, who can keep existing assignments. */
const findBy = (column: 'id' | 'public_id') =>
  statement(
    `member.by-${column}`,
    `with membership as (
       select user_id from memberships
       where organization_id = $1 and user_id = (select id from users where ${column} = $2) for share
     )
     select users.id, users.removed_at is null and membership.user_id is not null as active
     from users left join membership on membership.user_id = users.id where users.${column} = $2`,
  );

const BY_ID = findBy('id');
const BY_PUBLIC_ID = findBy('public_id');

export class PostgresMembers implements Members {
  constructor(private readonly locks: Locks) {}

  async find(organizationId: OrganizationId, reference: UserReference): Promise<FoundUser | undefined> {
    const [found] = await (reference.kind === 'id'
      ? this.locks.take<FoundUser>(BY_ID, [organizationId, reference.id])
      : this.locks.take<FoundUser>(BY_PUBLIC_ID, [organizationId, reference.publicId]));
    return found;
  }
}
