import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseAnswer, isCompleteAnswer, type RawAnswer } from './raw-socket.js';
import type { Raw } from './client.js';

/** A request whose headers the server has accepted and whose body is not sent yet. */
export class HeldRequest {
  private constructor(
    private readonly socket: Socket,
    private body: Buffer,
  ) {}

  /** Sends the headers and waits until the server asks for the body: by then it has checked the token and the access. */
  static async open(
    { baseUrl, token = '' }: { readonly baseUrl: string; readonly token?: string | undefined },
    method: string,
    target: string,
    body: Raw,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HeldRequest> {
    const { hostname, port, host } = new URL(baseUrl);
    const content = Buffer.from(body.content as string | Buffer);
    const socket = connect(Number(port), hostname);
    const lines = {
      Host: host,
      Authorization: `Bearer ${token}`,
      'Content-Type': body.contentType ?? '',
      'Content-Length': String(content.length),
      Expect: '100-continue',
      ...headers,
    };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${target} HTTP/1.1\r\n${head.join('')}\r\n`);
    const [interim] = (await once(socket, 'data')) as [Buffer];
    if (!interim.toString().startsWith('HTTP/1.1 100 '))
      throw new Error(`The body was not asked for: ${String(interim)}`);
    return new HeldRequest(socket, content);
  }

  /** Sends the first bytes of the body. */
  begin(bytes: number): void {
    this.socket.write(this.body.subarray(0, bytes));
    this.body = this.body.subarray(bytes);
  }

  /** Sends the rest of the body after that many milliseconds and reads the answer. */
  async finish(milliseconds: number): Promise<RawAnswer> {
    await delay(milliseconds);
    this.socket.write(this.body);
    let text = '';
    while (!isCompleteAnswer(text)) {
      const [chunk] = (await once(this.socket, 'data')) as [Buffer];
      text += chunk.toString('latin1');
    }
    this.socket.destroy();
    return parseAnswer(text);
  }
}
