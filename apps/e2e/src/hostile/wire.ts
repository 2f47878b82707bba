import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A TCP connection of a client that need not speak HTTP, nor read, nor close in good order. */
export class Wire {
  private text = '';
  /** The server sent its FIN, or a reset. */
  private isOver = false;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    // A reset is what many cases are about.
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => (this.text += bytes.toString('latin1')));
    for (const event of ['end', 'close']) socket.on(event, () => (this.isOver = true));
  }

  /** Connects from an address of this machine, such as `127.0.0.2`; by default the one that the system chooses. */
  static async open(baseUrl: string, from?: string): Promise<Wire> {
    const { hostname, port } = new URL(baseUrl);
    const address = from === undefined ? {} : { localAddress: from };
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true, ...address });
    await once(socket, 'connect');
    return new Wire(socket);
  }

  /** Each string or buffer goes out by itself, in a packet of its own; a number is a pause of milliseconds. */
  async send(...pieces: readonly (string | Buffer | number)[]): Promise<void> {
    for (const piece of pieces) {
      if (typeof piece === 'number') await pause(piece);
      else if (!this.socket.destroyed)
        this.socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
      if (pieces.length > 1) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Reads no more from now on. */
  stopReading(): void {
    this.socket.pause();
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }

  /** Sends FIN and goes on reading. */
  halfClose(): void {
    this.socket.end();
  }

  close(): void {
    this.socket.destroy();
  }

  /** The server has closed the connection, whether or not it was heard of by reading. */
  get isCut(): boolean {
    return this.isOver || this.socket.destroyed;
  }

  /** All statuses that were answered so far, interim ones left out. */
  get statuses(): number[] {
    return [...this.text.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].map(([, status]) => Number(status));
  }

  /** All that was read. */
  get received(): string {
    return this.text;
  }

  /** Resolves when that many answers have begun, or the server has closed the connection. */
  async answers(count: number): Promise<number[]> {
    while (this.statuses.length < count && !this.isOver) await pause(5);
    return this.statuses;
  }

  /** Resolves when the server has closed the connection. */
  async closedByServer(): Promise<void> {
    while (!this.isOver) await pause(5);
  }
}
