import { oneLine } from './one-line.js';
import type { MailSettings } from './settings.js';

/** The most characters of a text of the server. */
const LONGEST = 480;

/** Returns a text of the server for people: one line, without links, which can hold secrets, and without our password, which it could repeat. */
export function shown(text: string, login: MailSettings['smtp']['login']): string {
  const withoutLinks = text.replace(/\bhttps?:\/\/\S+/gi, '(link)');
  const withoutSecrets = secretsOf(login).reduce((rest, secret) => rest.replaceAll(secret, '***'), withoutLinks);
  return oneLine(withoutSecrets, LONGEST);
}

/** The password, and the forms in which it is sent. */
function secretsOf(login: MailSettings['smtp']['login']): string[] {
  if (!login) return [];
  const { user, password } = login;
  return [password, base64(`\0${user}\0${password}`), base64(password)].filter((secret) => secret !== '');
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
