import { randomUUID } from 'node:crypto';
import type { Email, UserId } from '@worktrack/domain';
import { endOfMailedLink, hadEnoughMails } from '../mail/mailed-links.js';
import type { MailPorts } from '../mail/ports.js';
import type { SessionPorts } from '../session/ports.js';
import { hashOfSecret, newSecret } from '../session/session-secret.js';
import type { RequestClock } from '../shared/clock.js';
import { QuotaExhausted } from '../shared/faults.js';
import { refuse } from '../shared/refusals.js';
import type { AccountPorts } from './ports.js';

type Ports = RequestClock &
  MailPorts &
  Pick<AccountPorts, 'emailChanges' | 'users'> &
  Pick<SessionPorts, 'passwords' | 'signInLinks'>;

/** The command to change an e-mail address. */
export interface ChangeEmail {
  readonly userId: UserId;
  readonly email: Email;
  /** The hash of the password that was verified; for an account without one `null`. */
  readonly verified: string | null;
  readonly linkOf: (token: string) => string;
}

/**
 * Mails a link to a new address, which becomes that of the account when the link is confirmed. An address that has an account gets the mail
 * too: only whoever reads it learns that the address is taken. Throws `INVALID_CREDENTIALS` when the password was changed meanwhile,
 * `NOT_FOUND` when the account was removed, `VALIDATION_ERROR` for the address of the account itself if it is confirmed, and `QuotaExhausted` when the new
 * address got too many of these mails. Source: extensions, team §2.
 */
export async function changeEmail(tx: Ports, { userId, email, verified, linkOf }: ChangeEmail): Promise<void> {
  const account = await tx.passwords.lock(userId);
  const user = (await tx.users.lock(userId)) ?? refuse('NOT_FOUND', 'The account was removed.');
  if (account?.hash !== verified) refuse('INVALID_CREDENTIALS');
  if (user.email === email && user.emailConfirmedAt !== null) {
    const problem = 'is the address of your account already';
    refuse('VALIDATION_ERROR', `email ${problem}.`, { fieldErrors: { email: [problem] } });
  }
  if (await hadEnoughMails(tx, 'emailConfirmation', email)) {
    throw new QuotaExhausted('This address got several of these mails: try again in an hour.', 3_600);
  }
  const [token, expiresAt] = [newSecret(), await endOfMailedLink(tx)];
  tx.emailChanges.put({ userId, email, hash: hashOfSecret(token), expiresAt });
  tx.outbox.put({
    kind: 'emailConfirmation',
    cause: randomUUID(),
    address: email,
    organizationId: null,
    expiresAt,
    name: user.name,
    url: linkOf(token),
  });
}

/**
 * Confirms a new address by the token of its mail, and tells the old address. Sessions stay; links that sign in end, because the old address
 * might have got one. Throws `NOT_FOUND` for a token that is unknown, used, expired, or of another account, all the same; `CONFLICT` when
 * another account got the address meanwhile.
 */
export async function confirmEmail(tx: Ports, userId: UserId, hash: Buffer): Promise<Email> {
  const user = (await tx.users.lock(userId)) ?? refuse('NOT_FOUND', 'The account was removed.');
  const email = await tx.emailChanges.use(userId, hash);
  if (email === undefined) {
    refuse(
      'NOT_FOUND',
      'This link does not work: it is used, expired, replaced by a newer one, or of another account.',
    );
  }
  // A constraint decides whether the address is free: looking it up would lock two accounts, in any order.
  tx.users.changeEmail(userId, email, await tx.instant());
  tx.signInLinks.removeAllOf(userId);
  if (email === user.email) return email;
  tx.outbox.put({
    kind: 'emailChanged',
    cause: randomUUID(),
    address: user.email,
    organizationId: null,
    expiresAt: null,
    name: user.name,
    newAddress: email,
  });
  return email;
}
