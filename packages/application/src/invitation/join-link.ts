import type { OrganizationScope } from '../access/access.js';
import type { MailPorts } from '../mail/ports.js';
import { lockWithRights } from '../organization/find-organization.js';
import type { OrganizationPorts } from '../organization/ports.js';
import { hashOfSecret, newSecret } from '../session/session-secret.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { JoinLinkRecord } from './invitations.js';
import type { InvitationPorts } from './ports.js';

const DAY = 86_400_000;

/** The command to make the join link of an Organization. */
export interface SetJoinLink {
  readonly expiresInDays: number;
  readonly mostUses: number;
  /** In lower case, without repeats. */
  readonly domains: readonly string[];
}

/**
 * Makes the join link of an Organization, in place of the one that there is. Anybody with it joins as a member; with domains, only with an address of one of them, which a mail proves. Needs
 * the owner's role. Throws `VALIDATION_ERROR` for domains where no mail can be sent. Source: extensions, team §2.
 */
export async function setJoinLink(
  tx: RequestClock & InvitationPorts & OrganizationPorts & MailPorts,
  scope: OrganizationScope,
  { expiresInDays, mostUses, domains }: SetJoinLink,
): Promise<{ readonly link: JoinLinkRecord; readonly token: string }> {
  const { scope: rights } = await lockWithRights(tx, scope);
  rights.require('owner');
  if (domains.length > 0 && !tx.outbox.isConfigured) {
    const problem = 'need mail, which this server does not send';
    refuse('VALIDATION_ERROR', `domains ${problem}.`, { fieldErrors: { domains: [problem] } });
  }
  const token = newSecret();
  const createdAt = await tx.instant();
  const expiresAt = new Date(createdAt.getTime() + expiresInDays * DAY);
  const { organizationId, actorId: createdBy } = scope;
  const link = {
    organizationId,
    hash: hashOfSecret(token),
    createdBy,
    createdAt,
    expiresAt,
    mostUses,
    uses: 0,
    domains,
  };
  tx.invitations.putLink(link);
  return { link, token };
}

/** Ends the join link of an Organization, if there is one. Needs the owner's role. */
export async function endJoinLink(tx: InvitationPorts & OrganizationPorts, scope: OrganizationScope): Promise<void> {
  const { scope: rights } = await lockWithRights(tx, scope);
  rights.require('owner');
  tx.invitations.removeLink(scope.organizationId);
}
