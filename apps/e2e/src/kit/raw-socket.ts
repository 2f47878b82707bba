import { connect } from 'node:net';

/** The answer that a server wrote to one connection until it closed the connection or stopped writing. */
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
      else resolve(parseAnswer(text));
    };
    socket.setTimeout(10_000, finish);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isCompleteAnswer(Buffer.concat(chunks).toString('latin1'))) finish();
    });
    socket.on('end', finish);
    socket.on('error', (error) => {
      if (chunks.length > 0) finish();
      else reject(error);
    });
    socket.write(bytes);
  });
}

/** Parses the final answer in the text; interim ones (1xx) are skipped. */
export function parseAnswer(text: string): RawAnswer {
  const { status, headers, rest } = head(text);
  if (status < 200 && rest !== '') return parseAnswer(rest);
  return { status, headers, body: headers['transfer-encoding'] === 'chunked' ? joined(rest) : rest };
}

function head(text: string): { status: number; headers: Record<string, string>; rest: string } {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, rest: text.slice(end + 4) };
}

/** Decodes a chunked body: each chunk follows its size in hexadecimal. */
function joined(chunks: string): string {
  const start = chunks.indexOf('\r\n') + 2;
  const size = parseInt(chunks.slice(0, start), 16);
  return size > 0 ? chunks.slice(start, start + size) + joined(chunks.slice(start + size + 2)) : '';
}

export function isCompleteAnswer(text: string): boolean {
  if (!text.includes('\r\n\r\n')) return false;
  const { status, headers, rest } = head(text);
  if (status < 200) return isCompleteAnswer(rest);
  if (headers['transfer-encoding'] === 'chunked') return rest.endsWith('0\r\n\r\n');
  return rest.length >= Number(headers['content-length'] ?? 0);
}
