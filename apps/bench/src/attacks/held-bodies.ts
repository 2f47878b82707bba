import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attack.js';

const MIB = 1_048_576;
const CONNECTIONS = 400;

/** A complete body except its last byte. */
const BODY = `{"title":"${'x'.repeat(MIB - 11)}`;

/** Opens 400 requests with bodies of 1 MiB, sends each except its last byte, and opens a new one for each that the server ends. */
export const heldBodies: Attack = {
  name: 'held bodies',
  run: async ({ port, project, token }, over) => {
    const sockets = new Set<Socket>();
    let opened = 0;
    const hold = (): void => {
      opened += 1;
      const socket = connect(port, '127.0.0.1');
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
      socket.resume();
      const head = [
        `POST ${project}/work-items HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Idempotency-Key: ${randomUUID()}`,
        `Content-Length: ${MIB}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${BODY}`);
    };
    while (!over.aborted && opened < 20_000) {
      while (sockets.size < CONNECTIONS) hold();
      await pause(100);
    }
    for (const socket of sockets) socket.destroy();
    return `${opened} requests opened, ${CONNECTIONS} at a time`;
  },
};
