import type { ClaimedMail } from '@worktrack/application';
import type { SendMailOptions } from 'nodemailer';
import { htmlOf } from './html.js';
import { letterOf } from './letter.js';
import type { MailSettings } from './settings.js';
import { textOf } from './text.js';

/** Builds the message of a mail. Message-ID and date follow from the mail: a repeated attempt sends the same message. */
export function messageOf(
  { mail, createdAt }: Pick<ClaimedMail, 'mail' | 'createdAt'>,
  { from, replyTo }: Pick<MailSettings, 'from' | 'replyTo'>,
): SendMailOptions {
  const letter = letterOf(mail);
  const { subject, unsubscribeUrl } = letter;
  return {
    messageId: `<${mail.cause}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: createdAt,
    from,
    replyTo,
    to: { name: '', address: mail.address },
    subject,
    text: textOf(letter),
    html: htmlOf(letter),
    headers: { ...BY_A_PROGRAM, ...(unsubscribeUrl === undefined ? {} : byOneClick(unsubscribeUrl)) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Asks other programs not to reply. */
const BY_A_PROGRAM = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** RFC 8058. */
const byOneClick = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${new URL(url).href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
