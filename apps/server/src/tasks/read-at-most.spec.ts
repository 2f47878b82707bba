import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { readAtMost } from './read-at-most.js';

describe('A bounded input', () => {
  it('is read to its end, up to the bound itself', async () => {
    expect(await readAtMost(6, Readable.from([Buffer.from('é'), Buffer.from('bcde')]))).toEqual(Buffer.from('ébcde'));
    expect(await readAtMost(6, Readable.from([]))).toEqual(Buffer.alloc(0));
  });

  it('is nothing with one byte more', async () => {
    expect(await readAtMost(5, Readable.from([Buffer.from('ab'), Buffer.from('cdef')]))).toBeUndefined();
  });

  it('without an end is read no further than the bound', async () => {
    const endless = createReadStream('/dev/zero');
    expect(await readAtMost(1_000_000, endless)).toBeUndefined();
    expect(endless.destroyed).toBe(true);
    expect(endless.bytesRead).toBeLessThan(1_500_000);
  });
});
