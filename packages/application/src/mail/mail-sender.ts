import type { ClaimedMail } from './mail-queue.js';

/** The result of an attempt to send a mail. `response` and `failure` are texts for people, at most 500 characters, without secrets. */
export type SendOutcome =
  /** The server has accepted the mail. */
  | { readonly outcome: 'sent'; readonly response: string }
  /** Another attempt can succeed. */
  | { readonly outcome: 'failed'; readonly failure: string }
  /** The server refuses the address for good. */
  | { readonly outcome: 'refused'; readonly failure: string }
  /** The signal ended the attempt. */
  | { readonly outcome: 'ended' };

/** Sends mails, one at a time. */
export abstract class MailSender {
  /** Never rejects. A repeated attempt sends the same message. */
  abstract send(mail: Pick<ClaimedMail, 'mail' | 'createdAt'>, signal: AbortSignal): Promise<SendOutcome>;
}
