import { INTERVAL, Poll, type PollPlace } from './poll.js';
import { Refusal } from './refusal.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A page that a test hides and shows, and a server that answers when the test says so. */
function given(answers: readonly (() => Promise<void>)[] = []) {
  let isVisible = true;
  let seen = (): void => undefined;
  const place: PollPlace = {
    isVisible: () => isVisible,
    onSeen: (callback) => {
      seen = callback;
      return () => {
        seen = () => undefined;
      };
    },
  };
  let reads = 0;
  const poll = new Poll(() => answers[reads++]?.() ?? Promise.resolve(), place);
  return {
    poll,
    stop: poll.start(),
    reads: () => reads,
    hide: () => {
      isVisible = false;
    },
    show: () => {
      isVisible = true;
      seen();
    },
    focus: () => {
      seen();
    },
  };
}

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
const refused = (status: number, retryAfter?: number) => () =>
  Promise.reject(new Refusal(status, {}, null, retryAfter));

describe('A poll', () => {
  it('reads every 15 seconds until it is stopped', async () => {
    const { reads, stop } = given();
    await pass(14_999);
    expect(reads()).toBe(0);
    await pass(1);
    expect(reads()).toBe(1);
    await pass(45_000);
    expect(reads()).toBe(4);
    stop();
    await pass(60_000);
    expect(reads()).toBe(4);
  });

  it('reads nothing while the page is hidden, and at once when it is seen again', async () => {
    const { reads, hide, show } = given();
    hide();
    await pass(10 * INTERVAL);
    expect(reads()).toBe(0);
    show();
    await pass(0);
    expect(reads()).toBe(1);
    await pass(INTERVAL);
    expect(reads()).toBe(2);
  });

  it('reads at focus, and a second after changes of one’s own, however many there are', async () => {
    const { poll, reads, focus } = given();
    focus();
    await pass(0);
    expect(reads()).toBe(1);
    poll.soon();
    await pass(900);
    poll.soon();
    await pass(999);
    expect(reads()).toBe(1);
    await pass(1);
    expect(reads()).toBe(2);
  });

  it('never reads twice at the same time', async () => {
    let answer = (): void => undefined;
    const slow = () => new Promise<void>((done) => (answer = done));
    const { poll, reads, focus } = given([slow]);
    await pass(INTERVAL);
    focus();
    poll.soon();
    await pass(10 * INTERVAL);
    expect(reads()).toBe(1);
    answer();
    await pass(INTERVAL);
    expect(reads()).toBe(2);
  });

  it('waits longer after each failure, and as before after a success', async () => {
    const { reads } = given([refused(503), refused(503), refused(503)]);
    await pass(INTERVAL);
    expect(reads()).toBe(1);
    await pass(INTERVAL);
    expect(reads()).toBe(2);
    await pass(2 * INTERVAL - 1);
    expect(reads()).toBe(2);
    await pass(1);
    expect(reads()).toBe(3);
    await pass(4 * INTERVAL);
    expect(reads()).toBe(4);
    await pass(INTERVAL);
    expect(reads()).toBe(5);
  });

  it('waits as long as the server asks, whatever happens meanwhile', async () => {
    const { poll, reads, focus } = given([refused(429, 60)]);
    await pass(INTERVAL);
    expect(reads()).toBe(1);
    focus();
    poll.soon();
    await pass(59_999);
    focus();
    expect(reads()).toBe(1);
    await pass(1);
    expect(reads()).toBe(2);
  });
});
