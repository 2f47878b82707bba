import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUint8Array } from 'node:util/types';

/** The position of a cursor: the values of an ordering tuple and, where needed, an instant. */
export type Position = readonly (string | number | boolean | null)[];

/** The most characters of a cursor whose position is written as JSON. A longer one is written compactly. */
export const LONGEST_PLAIN_CURSOR = 2_048;

/** The first byte of a cursor says how its position is written. */
const PLAIN = 1;
const COMPACT = 2;

const MAC_BYTES = 16;

/**
 * Opaque cursors for keyset paging: a position and a signature over it and its context, as Base64URL text.
 *
 * They are not secret, only unforgeable: every replica has the keys and can open them, after any restart, until their key is retired.
 */
export class CursorSeal {
  private keys: readonly [Uint8Array, ...Uint8Array[]];

  /**
   * @param key at least 32 random bytes, the same on every replica. It signs; the `others` only verify.
   */
  constructor(key: Uint8Array, ...others: readonly Uint8Array[]) {
    this.keys = checked(key, others);
  }

  /** Replaces all keys. Cursors of a key that is missing now mean nothing any more. */
  replaceKeys(key: Uint8Array, ...others: readonly Uint8Array[]): void {
    this.keys = checked(key, others);
  }

  /**
   * Makes a cursor. `context` names everything that the cursor is bound to: it is signed, but not contained.
   *
   * A position of well-formed texts that take `bytes` of UTF-8 in all makes a cursor of at most `2048` characters, or of
   * `4 / 3 * (bytes + 17 + <its other members as JSON>)`, whichever is more.
   */
  seal(context: string, position: Position): string {
    assertContext(context);
    assertPosition(position);
    const plain = this.sealed(PLAIN, context, Buffer.from(JSON.stringify(position)));
    return plain.length <= LONGEST_PLAIN_CURSOR ? plain : this.sealed(COMPACT, context, compactOf(position));
  }

  /** Returns the position, or `undefined` when the text is not a cursor of this context: malformed, edited, or of another context. */
  open(context: string, text: string): Position | undefined {
    assertContext(context);
    if (typeof text !== 'string') throw new TypeError('A cursor is a text.');
    const bytes = Buffer.from(text, 'base64url');
    // Node's decoder ignores foreign characters and stray bits: accept only the canonical spelling.
    if (bytes.length <= 1 + MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
    const [form] = bytes;
    if (form !== PLAIN && form !== COMPACT) return undefined;
    const payload = bytes.subarray(1 + MAC_BYTES);
    const mac = bytes.subarray(1, 1 + MAC_BYTES);
    if (!this.keys.some((key) => timingSafeEqual(mac, macOf(key, form, context, payload)))) return undefined;
    return form === PLAIN ? (JSON.parse(payload.toString('utf8')) as Position) : readCompact(payload);
  }

  private sealed(form: number, context: string, payload: Buffer): string {
    const [key] = this.keys;
    return Buffer.concat([Buffer.of(form), macOf(key, form, context, payload), payload]).toString('base64url');
  }
}

function checked(key: Uint8Array, others: readonly Uint8Array[]): readonly [Uint8Array, ...Uint8Array[]] {
  // A program without types can pass any value; a text would make a weak key of its characters.
  if (![key, ...others].every(isUint8Array)) throw new TypeError('A cursor key is a Buffer or a Uint8Array.');
  if ([key, ...others].some(({ length }) => length < 32)) throw new RangeError('A cursor key has at least 32 bytes.');
  return [key, ...others];
}

/** Throws `TypeError` for a context that the signature would confuse with another one. */
function assertContext(context: unknown): void {
  if (typeof context === 'string' && !context.includes('\0')) return;
  throw new TypeError('The context of a cursor is a text without U+0000.');
}

/** Throws `TypeError` for a position that JSON would change. */
function assertPosition(position: unknown): void {
  const isMember = (member: unknown) => member === null || ['string', 'number', 'boolean'].includes(typeof member);
  if (!Array.isArray(position) || !position.every(isMember)) {
    throw new TypeError('The position of a cursor is a list of texts, numbers, booleans and nulls.');
  }
}

function macOf(key: Uint8Array, form: number, context: string, payload: Buffer): Buffer {
  const mac = createHmac('sha256', key);
  // The plain form existed before the byte that names the form, so its signature does not cover the byte.
  if (form !== PLAIN) mac.update(Buffer.of(form));
  // The context cannot hold U+0000, so the boundary between it and the payload is unambiguous.
  return mac.update(context).update('\0').update(payload).digest().subarray(0, MAC_BYTES);
}

const LINE_FEED = 0x0a;

/**
 * Writes a position without the escapes of JSON, which turn one byte into up to six: first a line of JSON in which each text is
 * replaced by a list of one number, its length in bytes; then the texts, one after the other.
 */
function compactOf(position: Position): Buffer {
  const texts = position.filter((member) => typeof member === 'string');
  const line = position.map((member) => (typeof member === 'string' ? [Buffer.byteLength(member)] : member));
  return Buffer.from(`${JSON.stringify(line)}\n${texts.join('')}`);
}

/** Reads a position that `compactOf` wrote. */
function readCompact(payload: Buffer): Position {
  let end = payload.indexOf(LINE_FEED);
  const line = JSON.parse(payload.toString('utf8', 0, end)) as readonly (number | boolean | null | readonly [number])[];
  end += 1;
  return line.map((member) => {
    if (typeof member !== 'object' || member === null) return member;
    const start = end;
    end += member[0];
    return payload.toString('utf8', start, end);
  });
}
