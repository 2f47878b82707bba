import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack, Target } from './attack.js';

/** The number of uploads that are tried at once, and of all tries. */
const [AT_ONCE, TRIES] = [300, 20_000];

/** Milliseconds between two pieces of an upload, and one piece. The server permits an upload while 64 KiB arrive in 20 seconds. */
const [EVERY, PIECE] = [500, Buffer.alloc(4_096, '.')];

const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="slow"\r\n\r\n';

/** Keeps hundreds of uploads of one token under way, each just fast enough not to be aborted. */
export const slowUploads: Attack = {
  name: 'slow uploads',
  environment: { RATE_LIMIT_DISABLED: 'true' },
  run: async (target, over) => {
    const statuses = new Map<string, number>();
    let tries = 0;
    const keepUploading = async (): Promise<void> => {
      while (!over.aborted && (tries += 1) <= TRIES) {
        const status = await upload(target, over);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // Wait: the rate limit stops clients that do not.
        await pause(1_000);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, keepUploading));
    return `answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`;
  },
};

/** Uploads slowly until the server responds or the attack is over. Returns the status. */
async function upload({ port, project, token }: Target, over: AbortSignal): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').catch(() => undefined);
  let answer = '';
  socket.on('data', (data: Buffer) => {
    answer += data.toString('latin1');
    socket.destroy();
  });
  socket.write(headOf(project, token));
  while (!over.aborted && !socket.destroyed) {
    socket.write(PIECE);
    await Promise.race([closed, pause(EVERY)]);
  }
  return statusOf(socket, answer);
}

function headOf(project: string, token: string): string {
  const head = [
    `POST ${project}/work-items/ATT-1/attachments HTTP/1.1`,
    'Host: bench',
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${randomUUID()}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 20000000',
  ];
  return `${head.join('\r\n')}\r\n\r\n${PART}`;
}

function statusOf(socket: Socket, answer: string): string {
  socket.destroy();
  return answer === '' ? 'under way at the end' : (answer.split(' ')[1] ?? '');
}
