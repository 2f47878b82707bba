import { Overloaded } from '@worktrack/application';
import { FairShare, type GiveBack } from './fair-share.js';

const MOST = 3;

/** Everything that a test has asked for, so that nothing is left waiting behind it. */
const crowds: { readonly turns: readonly GiveBack[]; readonly asked: Promise<unknown> }[] = [];

afterEach(async () => {
  for (const { turns, asked } of crowds.splice(0)) {
    const over = asked.then(() => 'over');
    do for (const giveBack of turns) giveBack();
    while ((await Promise.race([over, settled()])) !== 'over');
  }
});

/** Asks for turns one after the other, and tells in which order they were given. */
function asking(share: FairShare, token: string, count: number) {
  const given: number[] = [];
  const turns: GiveBack[] = [];
  const asked = Array.from({ length: count }, async (_, at) => {
    turns[at] = await share.take(token);
    given.push(at);
  });
  const crowd = { given, turns, asked: Promise.all(asked) };
  crowds.push(crowd);
  return crowd;
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('The requests of one token', () => {
  it('work on the database so many at once, the others in the order they came', async () => {
    const { given, turns, asked } = asking(new FairShare(MOST), 'a', 6);
    await settled();
    expect(given).toEqual([0, 1, 2]);
    turns[1]?.();
    await settled();
    expect(given).toEqual([0, 1, 2, 3]);
    turns[0]?.();
    turns[2]?.();
    await asked;
    expect(given).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('never wait for those of another', async () => {
    const share = new FairShare(MOST);
    const crowd = asking(share, 'a', 100);
    await asking(share, 'b', MOST).asked;
    expect(crowd.given).toHaveLength(MOST);
  });

  it('give each turn back once, however often they say so', async () => {
    const share = new FairShare(MOST);
    const { turns, given } = asking(share, 'a', 6);
    await settled();
    for (let repeat = 0; repeat < 3; repeat += 1) turns[0]?.();
    await settled();
    expect(given).toHaveLength(MOST + 1);
  });

  it('have their whole share again once all are done', async () => {
    const share = new FairShare(MOST);
    const first = asking(share, 'a', MOST);
    await first.asked;
    for (const giveBack of first.turns) giveBack();
    const again = asking(share, 'a', MOST);
    await again.asked;
    // A turn of before that is given back a second time takes nothing from those of now.
    for (const giveBack of first.turns) giveBack();
    const more = asking(share, 'a', 1);
    await settled();
    expect(more.given).toEqual([]);
  });

  it('are told to try again when their turn does not come, and let those behind them go on', async () => {
    const share = new FairShare(1, 20);
    const giveBack = await share.take('a');
    await expect(share.take('a')).rejects.toBeInstanceOf(Overloaded);
    giveBack();
    await expect(share.take('a')).resolves.toBeInstanceOf(Function);
  });
});
