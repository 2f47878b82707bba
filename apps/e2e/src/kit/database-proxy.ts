import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A disturbance of the bytes between the server and PostgreSQL: `slow` delays each reply by 200 ms, `silent` keeps everything until the
 * weather changes, `bytes` hands on one byte at a time.
 */
export type Weather = 'clear' | 'slow' | 'silent' | 'bytes';

const LATENCY = 200;

/** The bytes before the text of a message: its type and its length. */
const HEAD = 5;

/** A message of the protocol: `type` is `''` for the first one that a client sends. */
interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Cuts a stream of bytes into messages. */
class Frames {
  private rest = Buffer.alloc(0);

  /** @param hasStart true for the bytes of a client, whose first message has no type */
  constructor(private hasStart: boolean) {}

  /** Adds bytes, and returns the messages that are complete now. */
  add(chunk: Buffer): Message[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const messages: Message[] = [];
    for (let one = this.next(); one; one = this.next()) messages.push(one);
    return messages;
  }

  private next(): Message | undefined {
    const { rest } = this;
    const lengthAt = this.hasStart ? 0 : 1;
    if (rest.length < lengthAt + 4) return undefined;
    const end = lengthAt + rest.readUInt32BE(lengthAt);
    if (rest.length < end) return undefined;
    const type = this.hasStart ? '' : String.fromCharCode(rest[0]!);
    this.hasStart = false;
    this.rest = rest.subarray(end);
    return { type, bytes: rest.subarray(0, end) };
  }
}

const textIn = ({ bytes }: Message): string => bytes.toString('latin1', HEAD);

/**
 * True for the message of a client that asks for a COMMIT: Bind of the statement that the server prepares under this name, or Parse of one
 * without a name.
 */
const asksToCommit = (message: Message): boolean =>
  message.type === 'B'
    ? /^[^\0]*\0(?:tx\.)?commit\0/.test(textIn(message))
    : message.type === 'P' && /^\0commit\0/i.test(textIn(message));

/** True for the message of PostgreSQL that a COMMIT is done. */
const saysCommitted = (message: Message): boolean => message.type === 'C' && textIn(message) === 'COMMIT\0';

/** Numbers of COMMITs, and of replies to them, that are cut off. */
interface Cuts {
  commits: number;
  replies: number;
}

/** The disturbance of all connections of a proxy. */
class Conditions {
  readonly due: Cuts = { commits: 0, replies: 0 };
  readonly done: Cuts = { commits: 0, replies: 0 };
  private present: Weather = 'clear';
  private readonly onLoud: (() => void)[] = [];

  get weather(): Weather {
    return this.present;
  }

  set weather(weather: Weather) {
    this.present = weather;
    if (weather === 'silent') return;
    for (const goOn of this.onLoud.splice(0)) goOn();
  }

  async untilLoud(): Promise<void> {
    if (this.present === 'silent') await new Promise<void>((resolve) => this.onLoud.push(resolve));
  }

  /** Counts one of these cuts, unless none is due. */
  cut(which: keyof Cuts): boolean {
    if (this.due[which] === 0) return false;
    this.due[which] -= 1;
    this.done[which] += 1;
    return true;
  }
}

/** One connection through the proxy. */
class Passage {
  private isHalfOpen = false;
  private sending: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: Socket,
    private readonly backend: Socket,
    private readonly conditions: Conditions,
  ) {
    client.setNoDelay(true);
    backend.setNoDelay(true);
    this.forward(client, backend, new Frames(true), (message) => asksToCommit(message) && conditions.cut('commits'));
    this.forward(backend, client, new Frames(false), (message) => saysCommitted(message) && conditions.cut('replies'));
    for (const [one, other] of [
      [client, backend],
      [backend, client],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        if (!this.isHalfOpen) void this.inTurn(() => other.destroy());
      });
    }
  }

  /** Ends both ends without a farewell: the client reads ECONNRESET. */
  reset(): void {
    this.client.resetAndDestroy();
    this.backend.destroy();
  }

  /** Ends the connection to PostgreSQL. The client hears nothing of it, and its bytes go nowhere. */
  halfOpen(): void {
    this.isHalfOpen = true;
    this.backend.destroy();
  }

  /** Hands on the messages until one is cut off: then both ends are reset. */
  private forward(from: Socket, to: Socket, frames: Frames, isCut: (message: Message) => boolean): void {
    from.on('data', (chunk: Buffer) => {
      if (this.isHalfOpen) return;
      for (const message of frames.add(chunk)) {
        if (isCut(message)) {
          from.removeAllListeners('data');
          void this.inTurn(() => {
            this.reset();
          });
          return;
        }
        void this.inTurn(() => this.deliver(message.bytes, to, to === this.client));
      }
    });
  }

  /** Does the work after what was begun earlier on this connection. */
  private inTurn(work: () => unknown): Promise<unknown> {
    return (this.sending = this.sending.then(work));
  }

  private async deliver(bytes: Buffer, to: Socket, isReply: boolean): Promise<void> {
    await this.conditions.untilLoud();
    if (this.conditions.weather === 'slow' && isReply) await this.afterLatency();
    if (to.destroyed || this.isHalfOpen) return;
    if (this.conditions.weather !== 'bytes') {
      to.write(bytes);
      return;
    }
    for (const byte of bytes) {
      to.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
  }

  private lastReply = 0;

  /** Waits once for all messages of one reply: those that come close after another one share its delay. */
  private async afterLatency(): Promise<void> {
    if (performance.now() - this.lastReply > LATENCY / 4) await pause(LATENCY);
    this.lastReply = performance.now();
  }
}

/** A proxy before PostgreSQL on a port of the loopback. It knows the messages of the protocol, so that it can cut off a COMMIT or its reply. */
export class DatabaseProxy {
  private readonly passages = new Set<Passage>();
  private readonly conditions = new Conditions();

  private constructor(
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
    /** The address of the database through the proxy. */
    readonly databaseUrl: string,
  ) {}

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const target = new URL(databaseUrl);
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const backend = connect(Number(target.port), target.hostname);
      for (const socket of [client, backend]) {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      }
      proxy.admit(client, backend);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const through = new URL(databaseUrl);
    through.searchParams.delete('host');
    through.hostname = '127.0.0.1';
    through.port = String((server.address() as AddressInfo).port);
    const proxy = new DatabaseProxy(server, sockets, through.href);
    return proxy;
  }

  /** The COMMITs, and the replies to them, that were cut off so far. */
  get cuts(): Readonly<Cuts> {
    return this.conditions.done;
  }

  set weather(weather: Weather) {
    this.conditions.weather = weather;
  }

  /** Cuts off the next COMMITs: they do not arrive, and their connections are reset. */
  dropCommits(count: number): void {
    this.conditions.due.commits += count;
  }

  /** Cuts off the replies to the next COMMITs, which PostgreSQL has executed, and resets their connections. */
  dropReplies(count: number): void {
    this.conditions.due.replies += count;
  }

  /** Resets all connections. */
  reset(): void {
    for (const passage of this.passages) passage.reset();
  }

  /** Ends all connections to PostgreSQL; the other side gets no message. */
  halfOpen(): void {
    for (const passage of this.passages) passage.halfOpen();
  }

  async stop(): Promise<void> {
    this.weather = 'clear';
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private admit(client: Socket, backend: Socket): void {
    const passage = new Passage(client, backend, this.conditions);
    this.passages.add(passage);
    client.once('close', () => this.passages.delete(passage));
  }
}
