import type { IncomingMessage, IncomingHttpHeaders } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { RequestWork } from '@worktrack/application';
import { principal } from '../../test/fake-ports.js';
import { limitsWith } from '../../test/limits.js';
import type { RequestContext } from '../run/context.js';
import { readRequestBody } from './request-body.js';

const MIB = 1_048_576;
const SMALL = 16_384;

function payloadOf(headers: IncomingHttpHeaders, pieces: Iterable<Buffer>): IncomingMessage {
  return Object.assign(Readable.from(pieces, { objectMode: false }), { headers }) as unknown as IncomingMessage;
}

type Context = Pick<RequestContext, 'principal' | 'organization' | 'address' | 'work' | 'releaseBody'>;

const visitor = (): Context => ({ address: '192.0.2.1', work: new RequestWork(10_000) });
const member = (): Context => ({ ...visitor(), principal });

const inPieces = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));

const CHUNKED = { 'transfer-encoding': 'chunked' };

describe('The body of a request', () => {
  it.each([1, 7, 65_536, MIB])('is put together from pieces of %d bytes', async (size) => {
    const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, at) => at % 251));
    const limits = limitsWith();
    for (const headers of [CHUNKED, { 'content-length': '20000' }]) {
      const context = member();
      expect(await readRequestBody(payloadOf(headers, inPieces(bytes, size)), context, limits)).toEqual(bytes);
      expect(limits.largeBodies.takenCount).toBe(headers === CHUNKED ? MIB : 20_000);
      context.releaseBody?.();
    }
    expect(limits.largeBodies.takenCount).toBe(0);
  });

  it.each([
    ['a member', member, MIB],
    ['a visitor', visitor, SMALL],
  ])('has its most bytes, and not one more, in pieces too: %s', async (_who, context, most) => {
    const limits = limitsWith();
    const bytes = Buffer.alloc(most + 1);
    const read = (headers: IncomingHttpHeaders, length: number) =>
      readRequestBody(payloadOf(headers, inPieces(bytes.subarray(0, length), 1_000)), context(), limits);
    expect(await read(CHUNKED, most)).toHaveLength(most);
    const held = limits.largeBodies.takenCount + limits.smallBodies.takenCount;
    await expect(read(CHUNKED, most + 1)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await expect(read({ 'content-length': String(most + 1) }, 1)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    // A refused body holds no room.
    expect(limits.largeBodies.takenCount + limits.smallBodies.takenCount).toBe(held);
  });

  it('that is small never waits for large ones', async () => {
    const limits = limitsWith({ largeBodies: { of: 'bodies', process: MIB } });
    const open = () => Object.assign(new PassThrough(), { headers: { 'content-length': String(MIB) } });
    void readRequestBody(open() as unknown as IncomingMessage, member(), limits).catch(() => undefined);
    expect(limits.largeBodies.takenCount).toBe(MIB);
    const small = payloadOf({ 'content-length': String(SMALL) }, [Buffer.alloc(SMALL)]);
    expect(await readRequestBody(small, member(), limits)).toHaveLength(SMALL);
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
    const body = await readRequestBody(payload as unknown as IncomingMessage, member(), limitsWith());
    isOver = true;
    expect(body).toHaveLength(50_000);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('is left with the sender until there is room, and does not hold room when the sender goes', async () => {
    const waiting = { process: 10, one: 10, timeout: 10_000 };
    const limits = limitsWith({ largeBodies: { of: 'bodies', process: MIB, waiting } });
    let read = 0;
    const counted = (function* () {
      for (let piece = 0; piece < 16; piece += 1) {
        read += 65_536;
        yield Buffer.alloc(65_536);
      }
    })();
    const first = member();
    await readRequestBody(payloadOf(CHUNKED, [Buffer.from('{}')]), first, limits);
    const second = member();
    const payload = payloadOf({ 'content-length': String(MIB) }, counted);
    const body = readRequestBody(payload, second, limits);
    await new Promise((later) => setTimeout(later, 50));
    expect(read).toBe(0);
    first.releaseBody?.();
    expect(await body).toHaveLength(MIB);
    second.releaseBody?.();

    const gone = payloadOf({ 'content-length': '100' }, []);
    gone.destroy();
    await expect(readRequestBody(gone, member(), limits)).rejects.toMatchObject({ statusCode: 400 });
    expect(limits.smallBodies.takenCount + limits.largeBodies.takenCount).toBe(0);
  });
});
