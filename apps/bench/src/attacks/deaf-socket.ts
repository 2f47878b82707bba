import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A connection that writes bytes repeatedly while the server accepts them, and reads either nothing or all that it receives. */
export class DeafSocket {
  sent = 0;
  receivedBytes = 0;

  private constructor(readonly socket: Socket) {
    socket.on('error', () => undefined);
  }

  static async open(port: number, reads: boolean): Promise<DeafSocket> {
    const opened = new DeafSocket(connect(port, '127.0.0.1'));
    const { socket } = opened;
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    if (reads) {
      socket.on('data', (bytes: Buffer) => {
        opened.receivedBytes += bytes.length;
      });
    }
    return opened;
  }

  /** Writes until `most` bytes were sent, the connection is closed, or the attack is over. */
  async send(bytes: Buffer, most: number, over: AbortSignal): Promise<void> {
    while (!over.aborted && !this.socket.destroyed && this.sent < most) {
      this.sent += bytes.length;
      if (!this.socket.write(bytes)) await this.becomesReady();
    }
  }

  /** Resolves when the system takes more bytes, the connection is closed, or a second has passed. */
  private async becomesReady(): Promise<void> {
    const ended = new AbortController();
    const { signal } = ended;
    const events = ['drain', 'close'].map((event) => once(this.socket, event, { signal }));
    await Promise.race([...events, pause(1_000, undefined, { signal })]).catch(() => undefined);
    ended.abort();
    await Promise.allSettled(events);
  }
}
