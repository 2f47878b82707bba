import { gzipSync } from 'node:zlib';
import { readBody, storedBody } from './stored-body.js';

const MEBIBYTE = 1_048_576;

describe('The body of a stored reply', () => {
  it.each([null, '', '{}', 'é'.repeat(5 * MEBIBYTE - 1)])('is read as it was sent', async (body) => {
    expect(await readBody(await storedBody(body))).toBe(body);
  });

  it('is not unpacked beyond the longest response there is', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * MEBIBYTE));
    expect(bomb.length).toBeLessThan(MEBIBYTE);
    await expect(readBody({ plain: null, gzip: bomb })).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
  });
});
