import { randomUUID } from 'node:crypto';
import type { Email, UserId } from '@worktrack/domain';
import type { Mail } from '../mail/mail.js';
import { endOfMailedLink, hadEnoughMails } from '../mail/mailed-links.js';
import type { MailPorts } from '../mail/ports.js';
import type { RequestClock } from '../shared/clock.js';
import type { SessionPorts } from '../session/ports.js';
import { hashOfSecret, newSecret } from '../session/session-secret.js';
import type { AccountPorts } from './ports.js';

/** The command to recover a password. */
export interface RecoverPassword {
  readonly email: Email;
  readonly linkOf: (secret: string) => string;
}

/**
 * Mails a link that sets a new password to the account with this address, at most three in an hour. Without such an account it takes the same
 * lock, sends as many statements and writes as many rows, which it takes back, so that a stranger learns nothing, also by requests at the same
 * time. An account that a provider has made with an address that nobody has confirmed counts as none: the owner of the address would share
 * it with whoever signs in there. Returns the account that got a mail. Source: extensions, team §2.
 */
export async function recoverPassword(
  tx: RequestClock & MailPorts & Pick<AccountPorts, 'externalIdentities' | 'users'> & Pick<SessionPorts, 'signInLinks'>,
  { email, linkOf }: RecoverPassword,
): Promise<UserId | undefined> {
  // The lock of an account is one that only an account has.
  tx.outbox.takeTurn('passwordRecovery', email);
  const account = await tx.users.find(email);
  const hasIdentity = await tx.externalIdentities.areOf(account?.id ?? (randomUUID() as UserId));
  const isShared = hasIdentity && account?.emailConfirmedAt === null;
  const hadEnough = await hadEnoughMails(tx, 'passwordRecovery', email);
  const [secret, expiresAt] = [newSecret(), await endOfMailedLink(tx)];
  const mail = {
    kind: 'passwordRecovery',
    cause: randomUUID(),
    address: email,
    organizationId: null,
    expiresAt,
    name: account?.name ?? email,
    url: linkOf(secret),
  } as const satisfies Mail;
  const decoy = { ...mail, cause: randomUUID() };
  tx.outbox.put(mail);
  if (account && !isShared && !hadEnough) {
    const link = { hash: hashOfSecret(secret), userId: account.id, expiresAt };
    tx.signInLinks.add({ ...link, purpose: 'set-password', byMail: true });
    // There is nothing to take back.
    tx.outbox.withdraw([decoy.cause]);
    return account.id;
  }
  tx.outbox.put(decoy);
  tx.outbox.withdraw([mail.cause, decoy.cause]);
  return undefined;
}
