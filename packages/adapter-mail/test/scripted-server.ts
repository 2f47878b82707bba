import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A phase of a session: the command that the server has received last. */
export type Phase = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message';

/** Reacts to a phase. Without a reaction the server responds as usual. */
type Reaction = (socket: Socket, phase: Phase) => boolean;

const USUAL: Readonly<Record<Phase, string>> = {
  greeting: '220 ready',
  EHLO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  message: '250 queued',
};

/** A server that speaks as much of SMTP as one mail needs, and breaks off where a test wants it to. */
export class ScriptedServer {
  /** The phases of all sessions, in their order. */
  readonly phases: Phase[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(private readonly react: Reaction) {
    this.server = createServer((socket) => {
      this.serve(socket);
    });
  }

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    let isMessage = false;
    let unread = '';
    this.enter(socket, 'greeting');
    socket.on('data', (chunk: Buffer) => {
      unread += chunk.toString();
      for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
        const line = unread.slice(0, end);
        unread = unread.slice(end + 2);
        if (isMessage && line !== '.') continue;
        const phase = isMessage ? 'message' : COMMANDS.find((command) => line.startsWith(command));
        isMessage = phase === 'DATA';
        if (phase) this.enter(socket, phase);
        else socket.end('221 bye\r\n');
      }
    });
  }

  private enter(socket: Socket, phase: Phase): void {
    this.phases.push(phase);
    if (!this.react(socket, phase)) socket.write(`${USUAL[phase]}\r\n`);
  }
}

const COMMANDS: readonly Phase[] = ['EHLO', 'MAIL', 'RCPT', 'DATA'];
