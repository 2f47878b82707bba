import { Overloaded } from '@worktrack/application';
import { FairShare, type Release } from './fair-share.js';

const MOST = 3;

/** All permits that a test has requested, so that none is still waiting after the test. */
const crowds: { readonly permits: readonly Release[]; readonly asked: Promise<unknown> }[] = [];

afterEach(async () => {
  for (const { permits, asked } of crowds.splice(0)) {
    const over = asked.then(() => 'over');
    do for (const release of permits) release();
    while ((await Promise.race([over, settled()])) !== 'over');
  }
});

/** Requests permits one after the other, and returns the order in which they were given. */
function asking(share: FairShare, token: string, count: number) {
  const given: number[] = [];
  const permits: Release[] = [];
  const asked = Array.from({ length: count }, async (_, at) => {
    permits[at] = await share.take(token);
    given.push(at);
  });
  const crowd = { given, permits, asked: Promise.all(asked) };
  crowds.push(crowd);
  return crowd;
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('The requests of one token', () => {
  it('use the database up to a limit at once, the others in order of arrival', async () => {
    const { given, permits, asked } = asking(new FairShare(MOST), 'a', 6);
    await settled();
    expect(given).toEqual([0, 1, 2]);
    permits[1]?.();
    await settled();
    expect(given).toEqual([0, 1, 2, 3]);
    permits[0]?.();
    permits[2]?.();
    await asked;
    expect(given).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('never wait for those of another', async () => {
    const share = new FairShare(MOST);
    const crowd = asking(share, 'a', 100);
    await asking(share, 'b', MOST).asked;
    expect(crowd.given).toHaveLength(MOST);
  });

  it('give each permit back once, however often they say so', async () => {
    const share = new FairShare(MOST);
    const { permits, given } = asking(share, 'a', 6);
    await settled();
    for (let repeat = 0; repeat < 3; repeat += 1) permits[0]?.();
    await settled();
    expect(given).toHaveLength(MOST + 1);
  });

  it('have their whole share again once all are done', async () => {
    const share = new FairShare(MOST);
    const first = asking(share, 'a', MOST);
    await first.asked;
    for (const release of first.permits) release();
    const again = asking(share, 'a', MOST);
    await again.asked;
    // A second release of an old permit does not release a present one.
    for (const release of first.permits) release();
    const more = asking(share, 'a', 1);
    await settled();
    expect(more.given).toEqual([]);
  });

  it('are refused with a retry time when they get no permit, and let those behind them go on', async () => {
    const share = new FairShare(1, 20);
    const release = await share.take('a');
    await expect(share.take('a')).rejects.toBeInstanceOf(Overloaded);
    release();
    await expect(share.take('a')).resolves.toBeInstanceOf(Function);
  });
});
