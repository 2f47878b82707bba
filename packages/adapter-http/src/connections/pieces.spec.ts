import fc from 'fast-check';
import { firstPieceOf } from './pieces.js';

/** `SEED=<number>` repeats a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

function piecesOf(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const length = firstPieceOf(rest);
    pieces.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return pieces;
}

/** Counts the ends of heads, with CRLF or LF lines. */
const headsIn = (piece: Buffer): number => piece.toString('latin1').match(/\n\r?\n/g)?.length ?? 0;

describe('The pieces of what a connection sent', () => {
  it.each([
    ['the shortest requests', 'GET / HTTP/1.1\r\n\r\n', 9],
    ['the shortest requests with bare line feeds', 'GET / HTTP/1.1\n\n', 9],
    [
      'ordinary requests',
      'GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wtp_0123456789\r\n\r\n',
      2,
    ],
  ])('hold few of %s each', (_what, request, most) => {
    const pieces = piecesOf(Buffer.from(request.repeat(3_000)));
    expect(Math.max(...pieces.map(headsIn))).toBeLessThanOrEqual(most);
  });

  it('are few where no head ends: a body or a long head is handed on in one', () => {
    expect(piecesOf(Buffer.alloc(65_536, 'x'))).toHaveLength(1);
  });

  it('are at most one for each 126 bytes, whatever is in them', () => {
    expect(piecesOf(Buffer.alloc(65_536, '\n')).length).toBeLessThanOrEqual(Math.ceil(65_536 / 126));
  });

  it(`give back all bytes in their order (SEED=${seed})`, () => {
    const word = fc.constantFrom('\r\n\r\n', '\n\n', '\n\r\n', '\r', '\n', 'GET / HTTP/1.1', 'x'.repeat(100));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const bytes = Buffer.from(words.join(''));
        const pieces = piecesOf(bytes);
        expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
        expect(pieces.every((piece) => piece.length > 0)).toBe(true);
      }),
      { seed, numRuns: 300 },
    );
  });
});
