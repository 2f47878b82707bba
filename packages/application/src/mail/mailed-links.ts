import { ONE_MINUTE, type Email } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import type { MailPorts } from './ports.js';
import type { MailKind } from './mail.js';

/** The lifetime of a link to one's own account in a mail, in minutes. */
const MINUTES = 60;

/** The most mails of one kind that one address gets in an hour, whoever asks for them. */
const MOST_IN_AN_HOUR = 3;

/** Returns when a link ends that is mailed now. */
export async function endOfMailedLink(tx: RequestClock): Promise<Date> {
  return new Date((await tx.instant()).getTime() + MINUTES * ONE_MINUTE);
}

/** True when an address got so many mails of this kind in the last hour that it gets no other one now. */
export async function hadEnoughMails(tx: MailPorts, kind: MailKind, address: Email): Promise<boolean> {
  return (await tx.outbox.countOfLastHour(kind, address)) >= MOST_IN_AN_HOUR;
}
