import { People, type FoundPerson } from '@worktrack/application';
import type { OrganizationId, PublicUserId, UserId } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';

const FIND_PERSON = viewStatement(
  'people.find',
  `select users.id, users.public_id as "publicId", users.name, users.created_at as "joinedAt",
     (select avatar.version from user_avatars avatar where avatar.user_id = users.id) as "avatarVersion",
     (select coalesce(json_agg(json_build_object('organizationId', member.organization_id, 'username', member.username)), '[]')
      from memberships member
      where member.user_id = users.id and member.organization_id = any($1::uuid[])) as memberships
   from users
   where users.public_id = $2 and users.removed_at is null
     and (users.id = $3 or exists (
       select from memberships shared where shared.user_id = users.id and shared.organization_id = any($1::uuid[])))`,
);

export class PostgresPeople extends People {
  constructor(private readonly reader: Reader) {
    super();
  }

  async find(
    publicId: PublicUserId,
    viewer: UserId,
    among: readonly OrganizationId[],
  ): Promise<FoundPerson | undefined> {
    const [person] = await this.reader.rows<FoundPerson>(FIND_PERSON, [among, publicId, viewer]);
    return person;
  }
}
