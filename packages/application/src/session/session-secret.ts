import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** Creates the secret of a session or of a sign-in link: 256 random bits in Base64URL. It is shown once and stored only as its hash. */
export function newSecret(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** True when the text has the form of a secret. */
export function isWellFormedSecret(text: string): boolean {
  return SHAPE.test(text);
}

/** Returns the SHA-256 of a secret. Only this hash is stored, and lookups use it. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest();
}
