import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { OrganizationId } from '@worktrack/domain';

const VERSION = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const EPOCH_BYTES = 8;
/** The epoch, and a position of eight bytes. */
const PLAIN_BYTES = EPOCH_BYTES + 8;
/** Version, nonce, tag and what they protect. */
const BYTES = 1 + NONCE_BYTES + TAG_BYTES + PLAIN_BYTES;

/**
 * The cursors of feeds. They are encrypted (AES-256-GCM), not only signed: a caller who sees a part of an Organization must not learn from
 * positions how much happens in the rest. Source: extensions, feed §1.2.
 */
export class FeedCursors {
  /** The epoch of the feeds: eight bytes, which change when the database was restored. */
  epoch: Buffer = Buffer.alloc(EPOCH_BYTES);
  private keys: readonly [Buffer, ...Buffer[]];

  /** @param key at least 32 random bytes, the same on every server. It encrypts; the others only decrypt. */
  constructor(key: Buffer, ...others: readonly Buffer[]) {
    this.keys = derived(key, others);
  }

  /** Replaces all keys. */
  replaceKeys(key: Buffer, ...others: readonly Buffer[]): void {
    this.keys = derived(key, others);
  }

  /** Makes the cursor of a position in the feed of an Organization. */
  seal(organizationId: OrganizationId, position: number): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys[0], nonce).setAAD(Buffer.from(organizationId));
    const plain = Buffer.alloc(PLAIN_BYTES);
    this.epoch.copy(plain);
    plain.writeBigUInt64BE(BigInt(position), EPOCH_BYTES);
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Returns the position; `undefined` for a text that is not a cursor of this Organization. One of another epoch is beyond every position. */
  open(organizationId: OrganizationId, text: string): number | undefined {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== BYTES || bytes[0] !== VERSION || bytes.toString('base64url') !== text) return undefined;
    const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
    const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
    for (const key of this.keys) {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(organizationId)).setAuthTag(tag);
      try {
        const plain = Buffer.concat([decipher.update(bytes.subarray(BYTES - PLAIN_BYTES)), decipher.final()]);
        const isOfEpoch = plain.subarray(0, EPOCH_BYTES).equals(this.epoch);
        return isOfEpoch ? Number(plain.readBigUInt64BE(EPOCH_BYTES)) : Infinity;
      } catch {
        // Another key has encrypted it, or it was edited.
      }
    }
    return undefined;
  }
}

/** Keys of their own: those that sign other cursors are used for nothing else. */
function derived(key: Buffer, others: readonly Buffer[]): readonly [Buffer, ...Buffer[]] {
  const keyOf = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'cursors of feeds', 32));
  return [keyOf(key), ...others.map(keyOf)];
}
