import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The digits in ascending order; `0` is the padding. */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 36;
const CHECKSUM_CHARACTERS = 6;
const SHAPE = /^wtp_[0-9A-Za-z]{42}$/;

/** Creates an access token: `wtp_`, 36 random characters (214 bits) and their checksum. It is shown once and stored only as its hash. */
export function newAccessToken(): string {
  let token = 'wtp_';
  for (let count = 0; count < RANDOM_CHARACTERS; count += 1) token += BASE62.charAt(randomInt(BASE62.length));
  return token + checksumOf(token);
}

/** True when the text has the form of a token and a correct checksum: this rejects a mistyped or truncated token without a lookup. */
export function isWellFormedToken(text: string): boolean {
  return SHAPE.test(text) && checksumOf(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS);
}

/** Returns the SHA-256 of a token. Only this hash is stored, and lookups use it. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** Returns the CRC-32 of the text in six base62 digits. It is not a secret: it only saves lookups of tokens that cannot exist. */
function checksumOf(text: string): string {
  let digits = '';
  for (let rest = crc32(text); digits.length < CHECKSUM_CHARACTERS; rest = Math.floor(rest / BASE62.length)) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
  }
  return digits;
}
