import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** In the order of digits: `0` fills up. */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 36;
const CHECKSUM_CHARACTERS = 6;
const SHAPE = /^wtp_[0-9A-Za-z]{42}$/;

/** A new access token: `wtp_`, 36 random characters (214 bits) and their checksum. Shown once, stored only as its hash. */
export function newAccessToken(): string {
  let token = 'wtp_';
  for (let count = 0; count < RANDOM_CHARACTERS; count += 1) token += BASE62.charAt(randomInt(BASE62.length));
  return token + checksumOf(token);
}

/** Whether the text can be a token at all: a mistyped or truncated one is told without looking anywhere. */
export function isWellFormedToken(text: string): boolean {
  return SHAPE.test(text) && checksumOf(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS);
}

/** SHA-256 of a token: all that is stored of it, and what it is looked up by. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** CRC-32 in six base62 digits. No secret: it only saves the look-up of what cannot exist. */
function checksumOf(text: string): string {
  let digits = '';
  for (let rest = crc32(text); digits.length < CHECKSUM_CHARACTERS; rest = Math.floor(rest / BASE62.length)) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
  }
  return digits;
}
