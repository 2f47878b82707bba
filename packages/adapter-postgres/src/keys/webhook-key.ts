import { type Reader, brief, statement } from '../engine/statement.js';

const KEY = brief(statement('webhook-key.find', `select value from server_secrets where name = 'webhook-key'`));

/** Reads the key that encrypts the secrets of webhooks, 32 bytes. Throws when there is none. */
export async function readWebhookKey(reader: Reader): Promise<Buffer> {
  const [key] = await reader.rows<{ value: Buffer }>(KEY, []);
  if (!key) throw new Error('This database cannot be used: it has no key for the secrets of webhooks.');
  return key.value;
}
