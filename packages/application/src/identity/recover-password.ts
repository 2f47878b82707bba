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
 * Mails a link that sets a new password to the account with this address, at most three in an hour. Without such an account it sends as many
 * statements and writes as many rows, which it takes back, so that a stranger learns nothing. Returns the account that got a mail.
 * Source: extensions, team §2.
 */
export async function recoverPassword(
  tx: RequestClock & MailPorts & Pick<AccountPorts, 'users'> & Pick<SessionPorts, 'signInLinks'>,
  { email, linkOf }: RecoverPassword,
): Promise<UserId | undefined> {
  const account = await tx.users.find(email);
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
  if (account && !hadEnough) {
    tx.signInLinks.add({ hash: hashOfSecret(secret), userId: account.id, purpose: 'set-password', expiresAt });
    // There is nothing to take back.
    tx.outbox.withdraw([decoy.cause]);
    return account.id;
  }
  tx.outbox.put(decoy);
  tx.outbox.withdraw([mail.cause, decoy.cause]);
  return undefined;
}
