import { randomBytes } from 'node:crypto';
import type { OrganizationId } from '@worktrack/domain';
import { FeedCursors } from './feed-cursors.js';

const [acme, other] = ['acme' as OrganizationId, 'other' as OrganizationId];

describe('A cursor of a feed', () => {
  const key = randomBytes(32);
  const cursors = new FeedCursors(key);

  it.each([0, 1, 2 ** 40])('is the position %i, in its Organization only', (position) => {
    const cursor = cursors.seal(acme, position);
    expect(cursors.open(acme, cursor)).toBe(position);
    expect(cursors.open(other, cursor)).toBeUndefined();
  });

  it('tells a client neither the position nor that two are the same', () => {
    expect(cursors.seal(acme, 7)).not.toBe(cursors.seal(acme, 7));
    expect(cursors.seal(acme, 2 ** 40)).toHaveLength(cursors.seal(acme, 7).length);
  });

  it('is nothing when it is edited, cut or of another server', () => {
    const cursor = cursors.seal(acme, 7);
    const bytes = Buffer.from(cursor, 'base64url');
    for (const [index, byte] of bytes.entries()) {
      const edited = Buffer.from(bytes);
      edited[index] = byte ^ 1;
      expect(cursors.open(acme, edited.toString('base64url'))).toBeUndefined();
    }
    for (const text of ['', 'a', cursor.slice(1), `${cursor}A`, `${cursor}=`, '%']) {
      expect(cursors.open(acme, text)).toBeUndefined();
    }
    expect(new FeedCursors(randomBytes(32)).open(acme, cursor)).toBeUndefined();
  });

  it('is beyond every position when it is of another epoch, and the same again in its own', () => {
    const own = new FeedCursors(key);
    const cursor = own.seal(acme, 7);
    own.epoch = Buffer.alloc(8, 1);
    expect(own.open(acme, cursor)).toBe(Infinity);
    expect(own.open(acme, own.seal(acme, 7))).toBe(7);
    own.epoch = Buffer.alloc(8);
    expect(own.open(acme, cursor)).toBe(7);
  });

  it('is good until its key is retired', () => {
    const cursor = cursors.seal(acme, 7);
    const next = new FeedCursors(randomBytes(32), key);
    expect(next.open(acme, cursor)).toBe(7);
    next.replaceKeys(randomBytes(32));
    expect(next.open(acme, cursor)).toBeUndefined();
  });
});
