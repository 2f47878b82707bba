import {
  InvitationViews,
  type Cursors,
  type InvitationView,
  type JoinLinkView,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type ShownInvitation,
} from '@worktrack/application';
import { KeysetPages } from '../engine/keyset.js';
import { type Reader, statement, viewStatement } from '../engine/statement.js';

const BY_ADDRESS = new KeysetPages<InvitationView>({
  name: 'invitation-view.by-address',
  select: `select invitations.id, invitations.email, role, message, mail_cause as "mailCause",
     json_build_object('publicId', inviter.public_id, 'name', inviter.name) as "invitedBy",
     invitations.created_at as "createdAt", expires_at as "expiresAt"
   from invitations join users inviter on inviter.id = invited_by
   where organization_id = $1 and expires_at > clock_timestamp()`,
  parameters: 1,
  orderings: [
    { by: 'invitations.email', direction: 'asc', type: 'text', valueOf: ({ email }) => email },
    { by: 'invitations.id', direction: 'asc', type: 'uuid', valueOf: ({ id }) => id },
  ],
});

const JOIN_LINK = viewStatement(
  'invitation-view.join-link',
  `select created_at as "createdAt", expires_at as "expiresAt", most_uses as "mostUses", uses, domains
   from join_links where organization_id = $1 and expires_at > clock_timestamp()`,
);

const shown = (source: string, columns: string) => `
  select json_build_object('id', organization.id, 'slug', organization.slug, 'name', organization.name) as organization,
    inviter.name as "inviterName", ${columns}
  from ${source}
  join organizations organization on organization.id = source.organization_id and organization.suspended_at is null
    and organization.removal_due_at is null
  where source.token_hash = $1 and source.expires_at > clock_timestamp()`;

/** Selects the invitation of a token, or the join link that has a use left. */
const OF_TOKEN = statement(
  'invitation-view.of-token',
  `${shown(
    'invitations source join users inviter on inviter.id = source.invited_by',
    `source.role, source.email, '{}'::text[] as domains,
     exists (select from users holder where holder.email = source.email) as "hasAccount"`,
  )}
   union all
   ${shown(
     'join_links source join users inviter on inviter.id = source.created_by',
     `'member' as role, null::text as email, source.domains, false as "hasAccount"`,
   )} and source.uses < source.most_uses`,
);

export class PostgresInvitationViews extends InvitationViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  pending(
    { organizationId }: Pick<OrganizationScope, 'organizationId'>,
    request: PageRequest,
  ): Promise<Page<InvitationView>> {
    const collection = `invitations of ${organizationId}`;
    return BY_ADDRESS.read(
      this.reader,
      this.cursors,
      collection,
      request,
      [organizationId],
      (invitation) => invitation,
    );
  }

  async joinLink({ organizationId }: OrganizationScope): Promise<JoinLinkView | undefined> {
    const [link] = await this.reader.rows<JoinLinkView>(JOIN_LINK, [organizationId]);
    return link;
  }

  async ofToken(hash: Buffer): Promise<ShownInvitation | undefined> {
    const [invitation] = await this.reader.rows<ShownInvitation>(OF_TOKEN, [hash]);
    return invitation;
  }
}
