import { People, type FoundPerson } from '@worktrack/application';
import type { OrganizationId, PublicUserId } from '@worktrack/domain';
import type { Reader } from '../connection/connections.js';
import { viewStatement } from '../sql/statement.js';

const FIND = viewStatement(
  'people.find',
  `select users.id, users.public_id as "publicId", users.name, users.created_at as "joinedAt",
     (select coalesce(json_agg(json_build_object('organizationId', member.organization_id, 'username', member.username)), '[]')
      from memberships member
      where member.user_id = users.id and member.organization_id = any($2::uuid[])) as memberships
   from users where users.public_id = $1 and users.removed_at is null`,
);

export class PostgresPeople extends People {
  constructor(private readonly reader: Reader) {
    super();
  }

  async find(publicId: PublicUserId, among: readonly OrganizationId[]): Promise<FoundPerson | undefined> {
    const [person] = await this.reader.rows<FoundPerson>(FIND, [publicId, among]);
    return person;
  }
}
