import type { Email, OrganizationId } from '@worktrack/domain';
import type { Mail, MailKind } from './mail.js';

/**
 * The longest times of an attempt in seconds: until the mail was sent or not, until that is written down, and of a statement that begins
 * just before the end of both.
 */
export const LONGEST_ATTEMPT = { sendingSeconds: 480, markingSeconds: 300, statementSeconds: 60 } as const;

/** Seconds for which a mail belongs to the process that has claimed it: longer than its attempt, so that no other process sends it too. */
export const CLAIM_SECONDS =
  LONGEST_ATTEMPT.sendingSeconds + LONGEST_ATTEMPT.markingSeconds + 2 * LONGEST_ATTEMPT.statementSeconds;

/** The part of all mails of an hour that the invitations of one Organization can be. */
const PART_OF_AN_ORGANIZATION = 1 / 5;

/** Returns the most invitations of one Organization that are mailed in any hour. */
export const invitationsOfOrganization = ({ ofAll }: MailLimits): number =>
  Math.max(1, Math.floor(ofAll * PART_OF_AN_ORGANIZATION));

/** The most mails in any hour. */
export interface MailLimits {
  readonly ofAddress: number;
  readonly ofAll: number;
}

/** The mail whose turn it is, and whether it can be sent now. */
export interface NextMail {
  readonly cause: string;
  readonly address: Email;
  /** When the attempt was due: `claim` compares it. */
  readonly dueAt: Date;
  /** True when its link has ended. */
  readonly isExpired: boolean;
  /** Why the server refused the address for good, in the last 30 days. */
  readonly refusal: string | null;
  /** Until when no mail can be sent, by the limit of all mails; `null` within the limit. */
  readonly fullUntil: Date | null;
  /** Until when no mail can be sent to this address; `null` within the limit. */
  readonly addressFullUntil: Date | null;
  /** The Organization of an invitation. */
  readonly organizationId: OrganizationId | null;
  /** Until when no invitation of that Organization can be sent; `null` within the limit, and for any other mail. */
  readonly organizationFullUntil: Date | null;
}

/** A mail that this process alone sends now. */
export interface ClaimedMail {
  readonly mail: Mail;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  readonly createdAt: Date;
}

/** A mail as administration sees it: without its content. */
export interface ListedMail {
  readonly cause: string;
  readonly kind: MailKind;
  readonly address: Email;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly createdAt: Date;
  /** When the next attempt is due, or when the mail was sent or has failed. */
  readonly at: Date;
  /** Why the last attempt failed. */
  readonly failure: string | null;
}

/** The mails that wait, for the one process that sends them. Clock and limits are those of the database, so that they hold for all processes. */
export abstract class MailQueue {
  /** Returns the mail that is due for the longest time. */
  abstract next(limits: MailLimits): Promise<NextMail | undefined>;
  /** Counts an attempt. Returns `undefined` when another process was faster. If this process dies, the mail is due again after `CLAIM_SECONDS`. */
  abstract claim(next: NextMail): Promise<ClaimedMail | undefined>;
  /** The server has accepted the mail. Erases its content. */
  abstract sent(cause: string): Promise<void>;
  /** The attempt failed, and the next one is due in this number of seconds. */
  abstract retryIn(cause: string, seconds: number, failure: string): Promise<void>;
  /** The mail has failed for good. Erases its content. With `isRefused`, later mails to its address fail too, for 30 days. */
  abstract failed(cause: string, failure: string, isRefused: boolean): Promise<void>;
  /** The attempt ended before its result was known: it is not counted, and the mail is due now. */
  abstract release(cause: string): Promise<void>;
  /** No mail to this address is due before that instant. */
  abstract postpone(address: Email, until: Date): Promise<void>;
  /** No invitation of this Organization is due before that instant. */
  abstract postponeInvitations(organization: OrganizationId, until: Date): Promise<void>;
  /** Later mails to this address are sent again. */
  abstract pardon(address: Email): Promise<void>;
  /** Counts the mails that wait, and finds the age of the oldest one in seconds: 0 when none waits. */
  abstract backlog(): Promise<{ readonly waiting: number; readonly oldestSeconds: number }>;
  /** Lists the newest mails, at most 500: all of them, or those that have failed. */
  abstract list(onlyFailed: boolean): Promise<readonly ListedMail[]>;
}
