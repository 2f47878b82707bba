import type { BlobName } from '@worktrack/domain';
import type { BlobReferences } from './blob-references.js';
import type { Blobs } from './blobs.js';
import { sweepBlobs } from './sweep-blobs.js';

describe('Sweeping', () => {
  it('removes what is older than an hour and no attachment needs, and nothing else', async () => {
    const now = new Date('2026-03-02T12:00:00.000Z');
    const asked: Date[] = [];
    const removed: string[] = [];
    const blobs = {
      removeAbandoned: (before: Date) => {
        asked.push(before);
        return Promise.resolve(2);
      },
      completeBefore: async function* (before: Date) {
        asked.push(before);
        yield await Promise.resolve(['a', 'b'] as string[] as BlobName[]);
        yield ['c'] as string[] as BlobName[];
      },
      remove: (name: string) => {
        removed.push(name);
        return Promise.resolve();
      },
    } as unknown as Blobs;
    const references: BlobReferences = {
      unused: (names) => Promise.resolve(names.filter((name) => (name as string) !== 'b')),
    };
    expect(await sweepBlobs(blobs, references, now)).toBe(4);
    expect(removed).toEqual(['a', 'c']);
    const anHourBefore = new Date('2026-03-02T11:00:00.000Z');
    expect(asked).toEqual([anHourBefore, anHourBefore]);
  });
});
