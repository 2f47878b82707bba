import type { SendOutcome } from '@worktrack/application';
import type { NodemailerError } from 'nodemailer';
import type { MailSettings } from './settings.js';
import { shown } from './shown.js';

/** Returns the outcome of an attempt that failed with this error. */
export function failureOf(error: unknown, login: MailSettings['smtp']['login']): SendOutcome {
  const { command, response, responseCode } = error as NodemailerError;
  const said = response ?? (error instanceof Error ? error.message : String(error));
  const failure = shown(`${phaseOf(command)}: ${said}`, login);
  const isRefused = command === 'RCPT TO' && responseCode !== undefined && isAboutAddress(responseCode, response ?? '');
  return { outcome: isRefused ? 'refused' : 'failed', failure };
}

/** Where the attempt ended, for people. */
function phaseOf(command = 'CONN'): string {
  if (command.startsWith('AUTH')) return 'The SMTP server refused the login';
  return PHASES[command] ?? `The SMTP server refused ${command}`;
}

const PHASES: Readonly<Record<string, string>> = {
  CONN: 'The connection to the SMTP server failed',
  API: 'The mail could not be sent',
  'MAIL FROM': 'The SMTP server refused the sender',
  'RCPT TO': 'The SMTP server refused the address',
  DATA: 'The SMTP server refused the mail',
};

/** Codes that ask us to log in, or are about the order of commands. */
const ABOUT_US = [503, 530, 534, 535, 538];

/**
 * Enhanced codes (RFC 3463) of a mailbox that does not exist or takes no mail. Codes of security and policy (5.7), of the sender (5.1.7,
 * 5.1.8), of the system and of the network are not the fault of the address.
 */
const ABOUT_MAILBOX = /^5\.(?:1\.(?:[0-6]|9|10)|2\.[0-9]+)$/;

function isAboutAddress(code: number, response: string): boolean {
  if (code < 500 || ABOUT_US.includes(code)) return false;
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  return enhanced === undefined || ABOUT_MAILBOX.test(enhanced);
}
