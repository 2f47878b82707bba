import { request, type IncomingMessage } from 'node:http';
import { eventually } from '../kit/eventually.js';
import type { RequestHeaders } from '../kit/client.js';

/** A block of Server-Sent Events: its fields by name. */
export type Block = Readonly<Record<string, string>>;

/** A stream of events that is being read. */
export interface OpenStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The complete blocks so far. */
  readonly blocks: readonly Block[];
  /** The events so far. */
  events(): readonly any[];
  /** The last `id`. */
  lastId(): string | undefined;
  /** Resolves to the first this many events. */
  first(count: number): Promise<readonly any[]>;
  /** Resolves to the code of the last block, when the server has ended the stream. */
  end(): Promise<string>;
  /** Closes the connection. */
  cut(): void;
}

/** Opens a stream by a GET with these headers. */
export async function openStream(baseUrl: string, target: string, headers: RequestHeaders): Promise<OpenStream> {
  const sent = request(new URL(target, baseUrl), { headers: headers as Record<string, string>, agent: false });
  sent.end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  sent.on('error', () => undefined);
  const blocks: Block[] = [];
  let rest = '';
  let isOver = false;
  response.setEncoding('utf8');
  response.on('error', () => undefined);
  response.on('close', () => (isOver = true));
  response.on('data', (piece: string) => {
    const parts = (rest + piece).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const fields = part
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
      blocks.push(Object.fromEntries(fields) as Block);
    }
  });
  const events = () => blocks.filter(({ event, data }) => !event && data).map(({ data }) => JSON.parse(data!));
  return {
    status: response.statusCode!,
    headers: response.headers,
    blocks,
    events,
    lastId: () => blocks.findLast(({ id }) => id !== undefined)?.id,
    first: (count) =>
      eventually(`${count} events of a stream`, () => {
        const some = events();
        return Promise.resolve(some.length >= count ? some.slice(0, count) : undefined);
      }),
    end: () =>
      eventually('the end of a stream', () => {
        const last = blocks.at(-1);
        return Promise.resolve(isOver && last?.event === 'end' ? (JSON.parse(last.data!).code as string) : undefined);
      }),
    cut: () => {
      response.destroy();
    },
  };
}
