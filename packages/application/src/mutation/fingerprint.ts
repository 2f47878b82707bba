import { createHash } from 'node:crypto';
import type { Fingerprint } from './ports.js';

/**
 * Computes the identity of a mutation (contract §9, rule 3). `parts` hold the operation, the identifiers of the resolved resources, the
 * command (the body as it would be stored, with defaults filled in), and `If-Match`, which the command of some operations repeats. The order
 * of members does not matter, an absent member equals `undefined`.
 */
export function fingerprintOf(parts: unknown): Fingerprint {
  return createHash('sha256')
    .update(textOf(parts) ?? '')
    .digest() as Fingerprint;
}

/** Writes JSON with the members of each object in the order of their names. `undefined` is for what JSON leaves out. */
function textOf(value: unknown): string | undefined {
  const plain = hasOwnForm(value) ? value.toJSON() : value;
  if (typeof plain !== 'object' || plain === null) return JSON.stringify(plain);
  if (Array.isArray(plain)) return `[${plain.map((element) => textOf(element) ?? 'null').join(',')}]`;
  let members = '';
  for (const name of Object.keys(plain).sort()) {
    const text = textOf((plain as Readonly<Record<string, unknown>>)[name]);
    if (text !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${text}`;
  }
  return `{${members}}`;
}

/** True for a `Date` and other values that say their form in JSON themselves. */
function hasOwnForm(value: unknown): value is { toJSON(): unknown } {
  return typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON === 'function';
}
