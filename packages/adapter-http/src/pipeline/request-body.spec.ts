import type { IncomingMessage, IncomingHttpHeaders } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { BodyBudget } from './body-budget.js';
import type { RequestContext } from './context.js';
import { readRequestBody } from './request-body.js';

const MIB = 1_048_576;

function payloadOf(headers: IncomingHttpHeaders, pieces: Iterable<Buffer>): IncomingMessage {
  return Object.assign(Readable.from(pieces, { objectMode: false }), { headers }) as unknown as IncomingMessage;
}

type Context = Pick<RequestContext, 'principal' | 'releaseRoom'>;

const inPieces = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));

const CHUNKED = { 'transfer-encoding': 'chunked' };

describe('The body of a request', () => {
  it.each([1, 7, 65_536, MIB])('is put together from pieces of %d bytes', async (size) => {
    const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, at) => at % 251));
    const budget = new BodyBudget();
    for (const headers of [CHUNKED, { 'content-length': '20000' }]) {
      const context: Context = {};
      expect(await readRequestBody(payloadOf(headers, inPieces(bytes, size)), context, budget)).toEqual(bytes);
      expect(budget.held).toBe(headers === CHUNKED ? MIB : 20_000);
      context.releaseRoom?.();
    }
    expect(budget.held).toBe(0);
  });

  it('is 1 MiB, and not a byte more, in pieces too', async () => {
    const budget = new BodyBudget();
    const bytes = Buffer.alloc(MIB + 1);
    const read = (headers: IncomingHttpHeaders, length: number) =>
      readRequestBody(payloadOf(headers, inPieces(bytes.subarray(0, length), 1_000)), {}, budget);
    expect(await read(CHUNKED, MIB)).toHaveLength(MIB);
    await expect(read(CHUNKED, MIB + 1)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await expect(read({ 'content-length': String(MIB + 1) }, 1)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    // A refused body takes no part of the budget.
    expect(budget.held).toBe(MIB);
  });

  it('leaves the event loop to others, however many pieces it comes in', async () => {
    const payload = Object.assign(new PassThrough({ highWaterMark: MIB }), { headers: CHUNKED });
    for (let piece = 0; piece < 50_000; piece += 1) payload.write('x');
    payload.end();
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const body = await readRequestBody(payload as unknown as IncomingMessage, {}, new BodyBudget());
    isOver = true;
    expect(body).toHaveLength(50_000);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('is left with the sender until there is room, and does not hold room when the sender goes', async () => {
    const budget = new BodyBudget({ most: MIB, mostOfOne: MIB, mostWaiting: 10, longestWait: 10_000 });
    let read = 0;
    const counted = (function* () {
      for (let piece = 0; piece < 16; piece += 1) {
        read += 65_536;
        yield Buffer.alloc(65_536);
      }
    })();
    const first: Context = {};
    await readRequestBody(payloadOf(CHUNKED, [Buffer.from('{}')]), first, budget);
    const second: Context = {};
    const payload = payloadOf({ 'content-length': String(MIB) }, counted);
    const body = readRequestBody(payload, second, budget);
    await new Promise((later) => setTimeout(later, 50));
    expect(read).toBe(0);
    first.releaseRoom?.();
    expect(await body).toHaveLength(MIB);
    second.releaseRoom?.();

    const gone = payloadOf({ 'content-length': '100' }, []);
    gone.destroy();
    await expect(readRequestBody(gone, {}, budget)).rejects.toMatchObject({ statusCode: 400 });
    expect(budget.held).toBe(0);
  });
});
