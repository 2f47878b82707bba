import { fold, lengthOf } from '@worktrack/domain';
import type { CommonPasswords } from './passwords.js';

/** The length of a new password, in code points. */
export const PASSWORD_LENGTH = { least: 12, most: 128 } as const;

/** Returns the form in which passwords are compared: NFC, because keyboards differ in how they compose characters. */
export function normalPassword(text: string): string {
  return text.normalize('NFC');
}

/** Returns what is wrong with a new password, in NFC; `undefined` when nothing is. */
export async function problemOfPassword(
  password: string,
  { email, name }: { readonly email: string; readonly name: string },
  common: CommonPasswords,
): Promise<string | undefined> {
  const { least, most } = PASSWORD_LENGTH;
  const length = lengthOf(password);
  if (length < least || length > most) return `must have ${least} to ${most} characters`;
  const folded = fold(password);
  if (folded === fold(email)) return 'must not be the e-mail address';
  if (folded === fold(normalPassword(name))) return 'must not be the name';
  if (await common.has(folded)) return 'must not be one of the most common passwords';
  return undefined;
}
