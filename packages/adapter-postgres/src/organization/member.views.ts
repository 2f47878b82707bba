import {
  MemberViews,
  type Cursors,
  type ListMembers,
  type MemberView,
  type OrganizationScope,
  type Page,
} from '@worktrack/application';
import type { Reader } from '../engine/statement.js';
import { KeysetPages } from '../engine/keyset.js';
import { containing } from '../recording/search-text.js';

// Usernames and addresses are stored in lower case, so they need no folding.
const BY_NAME = new KeysetPages<MemberView>({
  name: 'member-view.by-name',
  select: `select users.public_id as "publicId", users.name, member.username, member.role, users.email, users.email_confirmed_at is not null as "emailConfirmed",
     member.created_at as "joinedAt", avatar.version as "avatarVersion",
     greatest(
       (select max(session.last_seen_at at time zone 'UTC')::date from sessions session where session.user_id = users.id),
       (select max(token.last_used_on) from access_tokens token where token.user_id = users.id)
     )::text as "lastActiveAt"
   from memberships member join users on users.id = member.user_id and users.removed_at is null
   left join user_avatars avatar on avatar.user_id = users.id
   where member.organization_id = $1 and ($3::text is null or member.role = $3::text)
     and ($2::text is null or users.folded_name like $2::text or member.username like $2::text or users.email like $2::text)`,
  parameters: 3,
  orderings: [
    { by: 'users.name', direction: 'asc', type: 'text', valueOf: ({ name }) => name },
    { by: 'users.public_id', direction: 'asc', type: 'text', valueOf: ({ publicId }) => publicId },
  ],
});

export class PostgresMemberViews extends MemberViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  list({ organizationId }: OrganizationScope, request: ListMembers): Promise<Page<MemberView>> {
    const pattern = request.q === undefined ? null : containing(request.q);
    const collection = `members of ${organizationId}`;
    const values = [organizationId, pattern, request.role ?? null];
    return BY_NAME.read(this.reader, this.cursors, collection, request, values, (member) => member);
  }
}
