import type { Mailbox, MailSettings } from '@worktrack/adapter-mail';
import { DisplayName, Email } from '@worktrack/domain';

/** The content of `SMTP_URL`: the server, and the login as far as it is in the URL. */
export interface SmtpAddress extends Omit<MailSettings['smtp'], 'login' | 'requiresTls'> {
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/** The ports of a server that takes mails of its users (RFC 8314, RFC 6409). */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

const HOST = /^(?:\[[0-9a-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)$/i;

/** Reads `SMTP_URL`. Returns `undefined` when the text is not such a URL. */
export function smtpAddress(text: string): SmtpAddress | undefined {
  if (text !== text.trim() || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const byDefault = PORTS[protocol];
  if (byDefault === undefined || !HOST.test(hostname) || !['', '/'].includes(pathname)) return undefined;
  if (search !== '' || hash !== '' || (username === '' && password !== '') || port === '0') return undefined;
  const [user, secret] = [decoded(username), decoded(password)];
  if (user === undefined || secret === undefined) return undefined;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? byDefault : Number(port),
    secure: protocol === 'smtps:',
    user: user === '' ? undefined : user,
    password: secret === '' ? undefined : secret,
  };
}

/** Reads an address, or a name with an address: `Worktrack <worktrack@example.org>`. Returns `undefined` when the text is neither. */
export function mailbox(text: string): Mailbox | undefined {
  const [, quoted, plain = '', bracketed] = /^(?:"([^"\\]*)"|([^"<>]*?)) *<([^<>]*)>$/.exec(text) ?? [];
  const address = bracketed ?? text;
  if (Email.parse(address) === undefined) return undefined;
  const name = bracketed === undefined ? '' : (quoted ?? plain).trim();
  return name === '' || DisplayName.parse(name) === name ? { name, address } : undefined;
}

/** Returns `undefined` for a broken escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
