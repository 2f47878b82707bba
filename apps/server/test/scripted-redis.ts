import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that speaks as much of the Redis protocol as rate limits need, or accepts connections and says nothing. */
export class ScriptedRedis {
  /** When `false`, the server answers no command. */
  answers = true;
  /** Number of counting commands that arrived: one for each round trip. */
  exchanges = 0;
  private readonly sockets = new Set<Socket>();

  /** @param counts the counts by key, if the server keeps them; without them every count is one */
  constructor(readonly counts?: Map<string, number>) {}

  private readonly server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('data', (bytes: Buffer) => {
      for (const [command, values] of commandsIn(bytes.toString('latin1'))) this.hear(command, values, socket);
    });
  });

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `redis://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Ends all connections and accepts no more. May be called again. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Ends all connections in an orderly way, and accepts new ones. */
  hangUp(): void {
    for (const socket of this.sockets) socket.end();
  }

  private hear(command: string, values: readonly string[], socket: Socket): void {
    if (['exec', 'eval', 'evalsha'].includes(command)) this.exchanges += 1;
    if (this.answers) socket.write(this.counted(command, values) ?? ANSWERS[command] ?? '+OK\r\n');
  }

  /** Counts as the script of the rate limiter does: its first value is the key, the second one the number to add. */
  private counted(command: string, values: readonly string[]): string | undefined {
    const [first = '', , key = '', points] = values;
    if (this.counts && command === 'del') return `:${Number(this.counts.delete(first))}\r\n`;
    if (!this.counts || !['eval', 'evalsha'].includes(command)) return undefined;
    const sum = (this.counts.get(key) ?? 0) + Number(points);
    this.counts.set(key, sum);
    return `*2\r\n:${sum}\r\n:30000\r\n`;
  }
}

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

const COUNTED = '*2\r\n:1\r\n:30000\r\n';

/** Answers as if the counter is one after counting, and zero when it is only read. */
const ANSWERS: Readonly<Record<string, string | undefined>> = {
  info: bulk('redis_version:7.4.0\r\nloading:0\r\n'),
  eval: COUNTED,
  evalsha: COUNTED,
  get: '+QUEUED\r\n',
  pttl: '+QUEUED\r\n',
  exec: '*2\r\n$-1\r\n:-2\r\n',
};

/** The commands of a text: the name of each and its values. */
function commandsIn(text: string): [name: string, values: string[]][] {
  return text
    .split(/^\*\d+\r\n/m)
    .slice(1)
    .map((command) => {
      const [name = '', ...values] = [...command.matchAll(/\$\d+\r\n(.*)\r\n/g)].map(([, value = '']) => value);
      return [name.toLowerCase(), values];
    });
}
