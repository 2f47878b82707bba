import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createApi, type Api } from '../server.js';
import { TOKEN, fakePorts } from '../../test/fake-ports.js';

const SPAN = 800;

describe('An upload', () => {
  let api: Api;
  let port: number;
  /** The state of the file after the request. */
  let kept: Promise<Buffer>;
  let begun: () => void;
  let beginning: Promise<void>;

  beforeAll(async () => {
    const write = (part: Readable) => {
      begun();
      kept = buffer(part);
      return kept.then(() => Promise.reject(new Error('Kept for the test alone.')));
    };
    api = await createApi({
      ports: fakePorts({ blobs: { write } }),
      baseUrl: 'http://localhost:3000',
      trustProxy: false,
      attachmentMaxBytes: 1_000_000,
      log: { access: () => undefined, fault: () => undefined },
      logger: false,
      arrivalTimeouts: { request: SPAN, upload: { bytes: 10, milliseconds: SPAN, longest: 4 * SPAN } },
    });
    port = await api.listen(0, '127.0.0.1');
  });

  afterAll(() => api.drain(1_000));

  async function begin({ allowHalfOpen = false } = {}): Promise<Socket> {
    beginning = new Promise((resolve) => (begun = resolve));
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
    socket.on('error', () => undefined);
    const head = [
      'POST /api/v1/organizations/acme/projects/WEB/work-items/WEB-1/attachments HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${TOKEN}`,
      'Idempotency-Key: a-key-of-one',
      'Content-Type: multipart/form-data; boundary=x',
      'Transfer-Encoding: chunked',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    send(socket, '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nten bytes.');
    await beginning;
    return socket;
  }

  const send = (socket: Socket, text: string) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);

  it('may take longer than any other request, as long as its bytes keep coming', async () => {
    const socket = await begin();
    for (let n = 0; n < 6; n += 1) {
      await pause(SPAN / 4);
      send(socket, 'ten bytes.');
    }
    send(socket, '\r\n--x--\r\n');
    socket.write('0\r\n\r\n');
    expect(String(await kept)).toBe('ten bytes.'.repeat(7));
    socket.destroy();
  });

  it('is over after its longest time, though they keep coming and its client keeps the connection open', async () => {
    const socket = await begin({ allowHalfOpen: true });
    let answer = '';
    socket.on('data', (data: Buffer) => (answer += data.toString()));
    const feed = setInterval(() => send(socket, 'ten bytes.'), SPAN / 4);
    try {
      // Wait for `close` only: a write after the end is an error of the client, which does not end the wait.
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => {
          resolve();
        });
      });
      await Promise.all([closed, expect(kept).rejects.toThrow()]);
    } finally {
      clearInterval(feed);
    }
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('is over when they stop coming', async () => {
    const socket = await begin();
    send(socket, 'ten bytes.');
    let answer = '';
    socket.on('data', (data: Buffer) => (answer += data.toString()));
    await Promise.all([once(socket, 'close'), expect(kept).rejects.toThrow()]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"VALIDATION_ERROR"');
  });
});
