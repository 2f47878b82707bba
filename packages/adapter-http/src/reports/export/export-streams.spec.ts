import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ExportStreams } from './export-streams.js';
import { jsonOf } from './row-texts.js';

/** Functions that end the requests of a test. */
const ends: (() => void)[] = [];

const reader = (tokenId: string, organizationId = tokenId) => ({
  tokenId,
  organizationId,
  signal: new AbortController().signal,
  end: {
    onEnd: (listener: (outcome: 'client_gone') => void) => {
      ends.push(() => {
        listener('client_gone');
      });
    },
  },
});

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

class CountedRows {
  built = 0;
  constructor(readonly length: number) {}
  at(index: number) {
    this.built += 1;
    return { index, title: 'x'.repeat(100) };
  }
}

async function streamOf(streams: ExportStreams, rows: CountedRows, tokenId: string, organizationId = tokenId) {
  const body = await streams.bodyOf(jsonOf({}, rows), rows.length, reader(tokenId, organizationId));
  if (!(body instanceof Readable)) throw new Error('The body is no stream.');
  return body;
}

describe('The body of an export', () => {
  it('of 1,000 rows is one text', async () => {
    const rows = new CountedRows(1_000);
    const body = await new ExportStreams().bodyOf(jsonOf({}, rows), 1_000, reader('a'));
    expect(typeof body).toBe('string');
  });

  it('of 10,000 rows holds no more than a few pieces, however slowly it is read', async () => {
    const rows = new CountedRows(10_000);
    const stream = await streamOf(new ExportStreams(), rows, 'a');
    let taken = 0;
    let most = 0;
    for await (const piece of stream) {
      taken += String(piece).split('"index"').length - 1;
      most = Math.max(most, rows.built - taken);
      await new Promise(setImmediate);
    }
    expect(taken).toBe(10_000);
    expect(most).toBeLessThanOrEqual(600);
  });

  it('gives its place back when it was read, and when its client goes away', async () => {
    const streams = new ExportStreams();
    const first = await streamOf(streams, new CountedRows(2_000), 'a');
    ends.pop()?.();
    await once(first, 'close');
    const second = await streamOf(streams, new CountedRows(2_000), 'a');
    for await (const piece of second) expect(piece).toBeDefined();
    await streamOf(streams, new CountedRows(2_000), 'a');
  });

  it('waits while the client reads another one, and while its Organization reads two', async () => {
    const streams = new ExportStreams();
    const [a, b] = [
      await streamOf(streams, new CountedRows(2_000), 'a', 'org'),
      await streamOf(streams, new CountedRows(2_000), 'b', 'org'),
    ];
    const begun: string[] = [];
    const waiting = ['a', 'c'].map(async (token) => {
      const stream = await streamOf(streams, new CountedRows(2_000), token, 'org');
      begun.push(token);
      return stream;
    });
    await streamOf(streams, new CountedRows(2_000), 'd', 'another');
    expect(begun).toEqual([]);
    a.destroy();
    b.destroy();
    await Promise.all(waiting);
    expect(begun.sort()).toEqual(['a', 'c']);
  });
});
