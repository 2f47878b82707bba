import type { DigestEntry, Mail } from '@worktrack/application';
import { oneLine } from './one-line.js';

/** The content of a mail, before it becomes text and HTML. Its texts are plain: nothing in them is markup. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The words of another person. */
  readonly quote?: { readonly by: string; readonly text: string } | undefined;
  readonly entries?: readonly DigestEntry[];
  readonly link?: { readonly label: string; readonly url: string };
  /** Sentences in small print. */
  readonly notes: readonly string[];
  /** One POST to this URL ends mails of this kind. */
  readonly unsubscribeUrl?: string;
}

/** The text of the link that ends mails of a kind. */
export const UNSUBSCRIBE = 'Get no more of these mails';

/** Writes the letter of a mail. */
export function letterOf(mail: Mail): Letter {
  switch (mail.kind) {
    case 'invitation': {
      const [organization, inviter] = [oneLine(mail.organizationName), oneLine(mail.inviterName)];
      return {
        subject: `${inviter} invites you to ${organization}`,
        paragraphs: [`${inviter} invites you to join the Organization ${organization} as ${A[mail.role]}.`],
        quote: mail.message === null ? undefined : { by: inviter, text: mail.message },
        link: { label: 'Accept the invitation', url: mail.url },
        notes: [...untilWhen(mail), 'If you do not know the sender, ignore this mail: nothing happens.'],
      };
    }
    case 'emailConfirmation':
      return {
        subject: 'Confirm your e-mail address',
        paragraphs: [`Hello ${oneLine(mail.name)},`, `Confirm that ${mail.address} is your e-mail address.`],
        link: { label: 'Confirm the address', url: mail.url },
        notes: [...untilWhen(mail), 'If you did not ask for this, ignore this mail: the address stays as it is.'],
      };
    case 'passwordRecovery':
      return {
        subject: 'Set a new password',
        paragraphs: [`Hello ${oneLine(mail.name)},`, 'Somebody asked for a new password of your account.'],
        link: { label: 'Set a new password', url: mail.url },
        notes: [...untilWhen(mail), 'If you did not ask for this, ignore this mail: your password stays as it is.'],
      };
    case 'emailChanged':
      return {
        subject: 'Your e-mail address was changed',
        paragraphs: [
          `Hello ${oneLine(mail.name)},`,
          `The e-mail address of your account is now ${mail.newAddress}. Mails no longer go to ${mail.address}.`,
        ],
        notes: ['If you did not change it, tell an administrator of your Organization now.'],
      };
    case 'digest':
      return {
        subject: digestSubject(mail.entries.length),
        paragraphs: [`Hello ${oneLine(mail.name)},`, 'This is new in your inbox.'],
        entries: mail.entries.map(({ title, text, url }) => ({ title: oneLine(title), text: oneLine(text), url })),
        link: { label: 'Open the inbox', url: mail.url },
        notes: [],
        unsubscribeUrl: mail.unsubscribeUrl,
      };
    case 'test':
      return {
        subject: 'Test of the mail settings',
        paragraphs: ['This mail was sent to test the mail settings. They work.'],
        link: { label: 'Open Worktrack', url: mail.url },
        notes: [],
      };
  }
}

const A = { owner: 'an owner', admin: 'an administrator', member: 'a member' } as const;

const digestSubject = (count: number): string =>
  count === 1 ? '1 new entry in your inbox' : `${count} new entries in your inbox`;

const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

function untilWhen({ expiresAt }: Mail): string[] {
  return expiresAt === null ? [] : [`The link works once, until ${INSTANT.format(expiresAt)} UTC.`];
}
