import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { OrganizationId, WebhookId } from '@worktrack/domain';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The webhook whose secret it is: bytes of one webhook are none of another one. */
interface OfWebhook {
  readonly organizationId: OrganizationId;
  readonly id: WebhookId;
}

/** Encrypts the secrets of webhooks for storage, by AES-256-GCM. */
export class WebhookSecrets {
  /** @param key 32 random bytes, the same on every server and for as long as the database */
  constructor(private readonly key: Buffer) {}

  /** Encrypts a secret of a webhook. */
  seal(webhook: OfWebhook, secret: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(nameOf(webhook));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Decrypts a secret. Throws for bytes that `seal` did not make for this webhook. */
  open(webhook: OfWebhook, bytes: Buffer): string {
    if (bytes[0] !== VERSION) throw new Error('The secret of a webhook has an unknown form.');
    const [nonceEnd, tagEnd] = [1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES];
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(1, nonceEnd))
      .setAAD(nameOf(webhook))
      .setAuthTag(bytes.subarray(nonceEnd, tagEnd));
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8');
  }
}

const nameOf = ({ organizationId, id }: OfWebhook): Buffer => Buffer.from(`${organizationId}/${id}`);
