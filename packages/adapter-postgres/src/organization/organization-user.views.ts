import {
  MOST_PICTURES,
  OrganizationUserViews,
  type Cursors,
  type ListOrganizationUsers,
  type MemberPictureView,
  type OrganizationScope,
  type OrganizationUserView,
  type Page,
} from '@worktrack/application';
import { type Reader, viewStatement } from '../engine/statement.js';
import { KeysetPages } from '../engine/keyset.js';
import { containing } from '../recording/search-text.js';

// Usernames are stored in lower case, so they need no folding.
const BY_NAME = new KeysetPages<OrganizationUserView>({
  name: 'organization-user-view.by-name',
  select: `select users.public_id as "publicId", users.name, member.username
   from memberships member join users on users.id = member.user_id and users.removed_at is null
   where member.organization_id = $1
     and ($2::text is null or users.folded_name like $2::text or member.username like $2::text)`,
  parameters: 2,
  orderings: [
    { by: 'users.name', direction: 'asc', type: 'text', valueOf: ({ name }) => name },
    { by: 'users.public_id', direction: 'asc', type: 'text', valueOf: ({ publicId }) => publicId },
  ],
});

const PICTURES = viewStatement(
  'organization-user-view.pictures',
  `select users.public_id as "publicId", avatar.version as "avatarVersion"
   from memberships member
   join users on users.id = member.user_id and users.removed_at is null
   join user_avatars avatar on avatar.user_id = member.user_id
   where member.organization_id = $1
   order by users.public_id limit $2`,
);

export class PostgresOrganizationUserViews extends OrganizationUserViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  page({ organizationId }: OrganizationScope, request: ListOrganizationUsers): Promise<Page<OrganizationUserView>> {
    const pattern = request.q === undefined ? null : containing(request.q);
    const collection = `users of ${organizationId}`;
    return BY_NAME.read(this.reader, this.cursors, collection, request, [organizationId, pattern], (user) => user);
  }

  pictures({ organizationId }: OrganizationScope): Promise<MemberPictureView[]> {
    return this.reader.rows<MemberPictureView>(PICTURES, [organizationId, MOST_PICTURES]);
  }
}
