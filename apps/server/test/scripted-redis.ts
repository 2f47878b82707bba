import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that speaks as much of the Redis protocol as rate limits need, or accepts connections and says nothing. */
export class ScriptedRedis {
  /** When `false`, the server answers no command. */
  answers = true;
  /** Number of counting commands that arrived: one for each round trip. */
  exchanges = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('data', (bytes: Buffer) => {
      for (const command of commandsIn(bytes.toString('latin1'))) this.hear(command, socket);
    });
  });

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `redis://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private hear(command: string, socket: Socket): void {
    if (['exec', 'eval', 'evalsha'].includes(command)) this.exchanges += 1;
    if (this.answers) socket.write(ANSWERS[command] ?? '+OK\r\n');
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

/** The names of the commands: the first of the strings after each `*count`. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)].map(([, name = '']) => name.toLowerCase());
}
