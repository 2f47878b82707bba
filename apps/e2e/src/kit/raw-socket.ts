import { connect } from 'node:net';

/** What a server wrote to one connection until it closed it or fell silent. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Writes bytes to a fresh connection and reads the first answer. The bytes need not be HTTP, which no client library
 * would let through.
 */
export function exchangeBytes(baseUrl: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const finish = (): void => {
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      if (text === '') reject(new Error('The connection was closed without an answer.'));
      else resolve(parse(text));
    };
    socket.setTimeout(10_000, finish);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isComplete(Buffer.concat(chunks).toString('latin1'))) finish();
    });
    socket.on('end', finish);
    socket.on('error', (error) => {
      if (chunks.length > 0) finish();
      else reject(error);
    });
    socket.write(bytes);
  });
}

function parse(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4) };
}

/** An interim answer (1xx) is none yet. */
function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const { status, headers, body } = parse(text);
  if (status < 200) return false;
  return body.length >= Number(headers['content-length'] ?? 0);
}
