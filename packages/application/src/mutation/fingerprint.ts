import { createHash } from 'node:crypto';
import type { Fingerprint } from './ports.js';

/**
 * Computes the identity of a mutation (contract §9, rule 3). `parts` hold the operation, the identifiers of the resolved resources, and the
 * command: the body as it would be stored, with defaults filled in and `If-Match`. The order of members does not matter, an absent member
 * equals `undefined`.
 */
export function fingerprintOf(parts: unknown): Fingerprint {
  return createHash('sha256').update(JSON.stringify(parts, sorted)).digest() as Fingerprint;
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
