import { randomUUID } from 'node:crypto';
import type { Attack, Credential, Target } from './attack.js';
import { holdRequests } from './held-requests.js';

/** The number of uploads of each credential. */
const EACH = 4;
/** A piece of an upload, twice a second. The server permits an upload while 64 KiB arrive in 20 seconds. */
const PIECE = Buffer.alloc(4_096, '.');
const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="slow"\r\n\r\n';

/** One person keeps four uploads of each credential under way, each just fast enough not to be aborted. */
export const uploadsOfOnePerson: Attack = {
  name: 'uploads of one person',
  neighborAlso: 'upload',
  run: (target, over) => {
    const beginnings = target.credentials.flatMap((credential) =>
      Array.from({ length: EACH }, () => [headOf(target, credential), PART]),
    );
    return holdRequests(target.port, { beginnings, most: 1_500, drip: PIECE }, over);
  },
};

function headOf({ project }: Target, { headers, before }: Credential): string {
  const head = [
    `POST ${before}${project}/work-items/ATT-1/attachments HTTP/1.1`,
    'Host: bench',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Idempotency-Key: ${randomUUID()}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 20000000',
  ];
  return `${head.join('\r\n')}\r\n\r\n`;
}
