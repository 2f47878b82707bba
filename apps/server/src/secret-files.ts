import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { PROVIDER_PREFIXES } from './provider-settings.js';

/** The variables whose value can stand in a file, which the variable with `_FILE` at its end names. */
export const SECRETS: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_PASSWORD',
  ...PROVIDER_PREFIXES.map((prefix) => `${prefix}CLIENT_SECRET`),
];

/** The most bytes of such a file. */
const LONGEST = 16_384;

/**
 * Returns the environment with the secrets that files hold, without the line end at their end. Adds a sentence to `problems` for each file
 * that cannot be used, and for each secret that is given in both ways; no sentence shows a value or a path.
 */
export function withSecretsOfFiles(
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Readonly<Record<string, string | undefined>> {
  const all: Record<string, string | undefined> = { ...environment };
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const file = environment[variable] ?? '';
    if (file === '') continue;
    if ((environment[name] ?? '') !== '') {
      problems.push(`${name} and ${variable} must not both be set`);
      continue;
    }
    const secret = secretOf(file);
    if (secret === undefined)
      problems.push(`${variable} must name a file that can be read and has 1 to ${LONGEST} bytes`);
    else all[name] = secret;
  }
  return all;
}

/** Reads a file; `undefined` when it is not a file, cannot be read, is empty or too long. */
function secretOf(file: string): string | undefined {
  const buffer = Buffer.alloc(LONGEST + 1);
  let length: number;
  try {
    // Not by its descriptor: to open a named pipe would wait for its writer.
    if (!statSync(file).isFile()) return undefined;
    const descriptor = openSync(file, 'r');
    try {
      length = readSync(descriptor, buffer);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
  const text = buffer.toString('utf8', 0, length).replace(/\r?\n$/, '');
  return length > LONGEST || text === '' ? undefined : text;
}
