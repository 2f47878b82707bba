import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a cursor may carry: the values of an ordering tuple, and whatever instant belongs to them. */
export type Position = readonly (string | number | boolean | null)[];

const VERSION = 1;
const MAC_BYTES = 16;

/**
 * Opaque cursors for keyset paging: a position and a signature over it and its context, as Base64URL text.
 *
 * They are not secret, only unforgeable: whoever holds the key (every replica) can open them, after any restart, for ever.
 */
export class CursorSeal {
  /** `key`: at least 32 random bytes, the same on every replica. */
  constructor(private readonly key: Buffer) {
    if (key.length < 32) throw new RangeError('A cursor key has at least 32 bytes.');
  }

  /** `context` names all that the cursor is bound to: it is signed, not carried. */
  seal(context: string, position: Position): string {
    const payload = Buffer.from(JSON.stringify(position), 'utf8');
    return Buffer.concat([Buffer.of(VERSION), this.mac(context, payload), payload]).toString('base64url');
  }

  /** The position, or `undefined` when the text is no cursor of this context: malformed, edited, or from elsewhere. */
  open(context: string, text: string): Position | undefined {
    const bytes = Buffer.from(text, 'base64url');
    // Node's decoder overlooks foreign characters and stray bits: only the one canonical spelling counts.
    if (bytes.length <= 1 + MAC_BYTES || bytes.toString('base64url') !== text || bytes[0] !== VERSION) return undefined;
    const payload = bytes.subarray(1 + MAC_BYTES);
    if (!timingSafeEqual(bytes.subarray(1, 1 + MAC_BYTES), this.mac(context, payload))) return undefined;
    return JSON.parse(payload.toString('utf8')) as Position;
  }

  private mac(context: string, payload: Buffer): Buffer {
    // The context cannot hold U+0000, so the boundary between it and the payload is unambiguous.
    return createHmac('sha256', this.key).update(context).update('\0').update(payload).digest().subarray(0, MAC_BYTES);
  }
}
