import type { OrganizationId } from '@worktrack/domain';
import { FeedHub } from './feed-hub.js';

const [acme, other] = ['acme' as OrganizationId, 'other' as OrganizationId];

describe('Those who wait for a feed', () => {
  const heads = new Map<OrganizationId, number>();
  const reads: (readonly OrganizationId[])[] = [];
  const hub = () =>
    new FeedHub((of) => {
      reads.push(of);
      const found = of.flatMap((organizationId) => {
        const lastPosition = heads.get(organizationId);
        return lastPosition === undefined ? [] : [{ organizationId, lastPosition }];
      });
      return Promise.resolve(found);
    });
  const never = new AbortController().signal;
  /** Resolves to true when the follower is told now, false when it goes on waiting. */
  const isTold = async (follower: { next(over: AbortSignal): Promise<boolean> }) => {
    const over = new AbortController();
    const told = follower.next(over.signal);
    setImmediate(() => {
      over.abort();
    });
    return told;
  };
  beforeEach(() => {
    heads.clear();
    heads.set(acme, 5).set(other, 7);
    reads.length = 0;
  });

  it('are told when it grows, and not when another one does', async () => {
    const feeds = hub();
    const [first, second, stranger] = [feeds.follow(acme), feeds.follow(acme), feeds.follow(other)];
    await feeds.look();
    await Promise.all([first, second, stranger].map((one) => one.next(never)));
    heads.set(acme, 6);
    await feeds.look();
    expect(await Promise.all([first, second, stranger].map(isTold))).toEqual([true, true, false]);
    await feeds.look();
    expect(await Promise.all([first, second, stranger].map(isTold))).toEqual([false, false, false]);
  });

  it('are told of growth that came before they asked, and of the first position of a feed', async () => {
    heads.delete(acme);
    const feeds = hub();
    const follower = feeds.follow(acme);
    await feeds.look();
    expect(await isTold(follower)).toBe(false);
    heads.set(acme, 1);
    await feeds.look();
    expect(await isTold(follower)).toBe(true);
  });

  it('are served by one read together, and by none while nobody waits', async () => {
    const feeds = hub();
    await feeds.look();
    expect(reads).toEqual([]);
    const followers = [acme, acme, other].map((one) => feeds.follow(one));
    await Promise.all([feeds.look(), feeds.look(), feeds.look()]);
    expect(reads).toEqual([
      [acme, other],
      [acme, other],
    ]);
    for (const { end } of followers) end();
    await feeds.look();
    expect(reads).toHaveLength(2);
  });

  it('are told again after a read that failed', async () => {
    let fails = true;
    const feeds = new FeedHub(() =>
      fails ? Promise.reject(new Error('away')) : Promise.resolve([{ organizationId: acme, lastPosition: 1 }]),
    );
    const follower = feeds.follow(acme);
    await expect(feeds.look()).rejects.toThrow('away');
    fails = false;
    await feeds.look();
    expect(await isTold(follower)).toBe(true);
  });
});
