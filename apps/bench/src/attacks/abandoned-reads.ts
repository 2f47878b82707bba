import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attack.js';

/** Milliseconds between two requests, and until the connection of each is closed. */
const [EVERY, HELD] = [60, 50];
const MOST_SENT = 500;
const WORDS = 60_000;

/** The query, which reads the text of each item: the texts are long and contain none of its words. */
const QUERY = Array.from({ length: 90 }, (_, n) => `text !~ 'x${n}y'`).join(' AND ');

/** A member sends searches that take seconds and closes each connection soon after. */
export const abandonedReads: Attack = {
  name: 'abandoned reads',
  environment: { RATE_LIMIT_MAX: '100000' },
  prepare: async ({ database }) => {
    await database.query(
      `update work_item_texts set folded = folded || repeat('words of a long text ', $1::int / 21)
       where project_id = (select id from projects where key = 'ATT')`,
      [WORDS],
    );
    await database.query('vacuum analyze work_item_texts');
  },
  run: async ({ port, token, organization }, over) => {
    const body = JSON.stringify({ query: QUERY });
    const head = [
      `POST ${organization}/work-items/search HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    let sent = 0;
    while (!over.aborted && sent < MOST_SENT) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write([...head, '', body].join('\r\n'));
      setTimeout(() => socket.destroy(), HELD);
      sent += 1;
      await pause(EVERY);
    }
    return `${sent} searches sent, each hung up on after ${HELD} ms`;
  },
};
