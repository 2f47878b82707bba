import type { InvitationId, InvitationRecord, Invitations, JoinLinkRecord } from '@worktrack/application';
import type { Email, OrganizationId, UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { InvitationTable, JoinLinkTable } from './invitation.table.js';

/** A new invitation of an address takes the place of the one before, which can have another id. */
const REPLACE = statement('invitations.replace', 'delete from invitations where organization_id = $1 and email = $2');
const ADD = InvitationTable.insertAs('invitations.add');

const FIND = statement(
  'invitations.find',
  `select ${InvitationTable.columns} from invitations
   where organization_id = $1 and id = $2 and expires_at > clock_timestamp() for update`,
);

const BY_HASH = statement(
  'invitations.by-hash',
  `select ${InvitationTable.columns} from invitations where token_hash = $1 and expires_at > clock_timestamp()`,
);

const OF_ADDRESSES = statement(
  'invitations.of-addresses',
  `select ${InvitationTable.columns} from invitations
   where organization_id = $1 and email = any($2::text[]) and expires_at > clock_timestamp() order by id for update`,
);

const REMOVE_OF_ADDRESS = statement('invitations.remove-of-address', 'delete from invitations where email = $1');

const COUNT = statement(
  'invitations.count',
  `select count(*)::integer as count from invitations where organization_id = $1 and expires_at > clock_timestamp()`,
);

const REMOVE = statement('invitations.remove', 'delete from invitations where organization_id = $1 and id = $2');

/** A mail of an invitation has the name of who made it. */
const REMOVE_MAILS_OF = statement(
  'invitations.remove-mails-of',
  `delete from outbox
   where cause in (select mail_cause from invitations where organization_id = $1 and invited_by = $2)`,
);

const REMOVE_MADE_BY = statement(
  'invitations.remove-made-by',
  'delete from invitations where organization_id = $1 and invited_by = $2',
);

const REMOVE_LINK_OF = statement(
  'invitations.remove-link-of',
  'delete from join_links where organization_id = $1 and created_by = $2',
);

const PUT_LINK = JoinLinkTable.upsertAs('invitations.put-link');

const LINK_BY_HASH = statement(
  'invitations.link-by-hash',
  `select ${JoinLinkTable.columns} from join_links
   where token_hash = $1 and expires_at > clock_timestamp() and uses < most_uses`,
);

const LOCK_LINK = statement(
  'invitations.lock-link',
  `select ${JoinLinkTable.columns} from join_links
   where organization_id = $1 and expires_at > clock_timestamp() and uses < most_uses for update`,
);

const USE_LINK = statement('invitations.use-link', 'update join_links set uses = uses + 1 where organization_id = $1');

const REMOVE_LINK = statement('invitations.remove-link', 'delete from join_links where organization_id = $1');

export class PostgresInvitations implements Invitations {
  constructor(private readonly transaction: SqlTransaction) {}

  put(invitation: InvitationRecord): void {
    this.transaction.write(REPLACE, [invitation.organizationId, invitation.email]);
    this.transaction.write(ADD, InvitationTable.insertValues(invitation));
  }

  async find(organization: OrganizationId, id: InvitationId): Promise<InvitationRecord | undefined> {
    const [invitation] = await this.transaction.rows<InvitationRecord>(FIND, [organization, id]);
    return invitation;
  }

  async byHash(hash: Buffer): Promise<InvitationRecord | undefined> {
    const [invitation] = await this.transaction.rows<InvitationRecord>(BY_HASH, [hash]);
    return invitation;
  }

  ofAddresses(organization: OrganizationId, emails: readonly Email[]): Promise<readonly InvitationRecord[]> {
    return this.transaction.rows<InvitationRecord>(OF_ADDRESSES, [organization, [...emails]]);
  }

  removeOfAddress(email: Email): void {
    this.transaction.write(REMOVE_OF_ADDRESS, [email]);
  }

  async count(organization: OrganizationId): Promise<number> {
    const [found] = await this.transaction.rows<{ count: number }>(COUNT, [organization]);
    return found?.count ?? 0;
  }

  remove(organization: OrganizationId, id: InvitationId): void {
    this.transaction.write(REMOVE, [organization, id]);
  }

  removeMadeBy(organization: OrganizationId, user: UserId): void {
    this.transaction.write(REMOVE_MAILS_OF, [organization, user]);
    this.transaction.write(REMOVE_MADE_BY, [organization, user]);
    this.transaction.write(REMOVE_LINK_OF, [organization, user]);
  }

  putLink(link: JoinLinkRecord): void {
    this.transaction.write(PUT_LINK, JoinLinkTable.insertValues({ ...link, domains: [...link.domains] }));
  }

  async linkByHash(hash: Buffer): Promise<JoinLinkRecord | undefined> {
    const [link] = await this.transaction.rows<JoinLinkRecord>(LINK_BY_HASH, [hash]);
    return link;
  }

  async lockLink(organization: OrganizationId): Promise<JoinLinkRecord | undefined> {
    const [link] = await this.transaction.rows<JoinLinkRecord>(LOCK_LINK, [organization]);
    return link;
  }

  useLink(organization: OrganizationId): void {
    this.transaction.write(USE_LINK, [organization]);
  }

  removeLink(organization: OrganizationId): void {
    this.transaction.write(REMOVE_LINK, [organization]);
  }
}
