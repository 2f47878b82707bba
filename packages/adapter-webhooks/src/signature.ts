import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** Builds the headers that sign a request, by Standard Webhooks 1.0: a signature by each secret. */
export function signatureHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  now: Date = new Date(),
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
