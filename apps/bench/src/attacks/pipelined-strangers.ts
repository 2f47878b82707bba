import type { Attack } from './attack.js';
import { DeafSocket } from './deaf-socket.js';

const SOCKETS = 20;
/** The maximum numbers of bytes of one socket, and of sockets in the whole attack. */
const MOST_BYTES = 8 * 2 ** 20;
const MOST_SOCKETS = 4_000;
const REQUESTS = Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_400));

/** Sends the shortest requests without a token, thousands in one write, on several sockets at once. */
export const pipelinedStrangers: Attack = {
  name: 'pipelined strangers',
  run: async ({ port }, over) => {
    let [opened, sent, received] = [0, 0, 0];
    const attack = async (): Promise<void> => {
      while (!over.aborted && opened < MOST_SOCKETS) {
        opened += 1;
        const deaf = await DeafSocket.open(port, true);
        await deaf.send(REQUESTS, MOST_BYTES, over);
        deaf.socket.destroy();
        sent += deaf.sent;
        received += deaf.receivedBytes;
      }
    };
    await Promise.all(Array.from({ length: SOCKETS }, attack));
    return `${opened} sockets, ${(sent / 2 ** 20).toFixed(1)} MiB sent, ${(received / 2 ** 20).toFixed(1)} MiB came back`;
  },
};
