import { beginNumbering } from './numbering.js';

const log = { warn: jest.fn() } as never;

describe('The numbering of changes', () => {
  const look = jest.fn(() => Promise.resolve());
  beforeEach(() => {
    jest.useFakeTimers();
    look.mockClear();
  });
  afterEach(() => jest.useRealTimers());

  /** Begins with passes that the test ends, each with the next of these results. */
  const begun = () => {
    const passes: ((result: { taken: number; isLast: boolean }) => void)[] = [];
    let told = (): void => undefined;
    const numbering = beginNumbering(
      {
        numberChanges: () => new Promise((resolve) => passes.push(resolve)),
        feedHub: { look },
        onChanges: (listener) => {
          told = listener;
          return () => (told = () => undefined);
        },
      },
      log,
      () => undefined,
    );
    return {
      passes,
      numbering,
      change: (): void => {
        told();
      },
    };
  };
  const LAST = { taken: 1, isLast: true };

  it('begins with the first change, and numbers all changes of the next ten milliseconds in one pass', async () => {
    const { passes, numbering, change } = begun();
    change();
    expect(passes).toHaveLength(1);
    passes[0]!(LAST);
    for (let count = 0; count < 50; count += 1) change();
    await jest.advanceTimersByTimeAsync(9);
    for (let count = 0; count < 50; count += 1) change();
    expect(passes).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(passes).toHaveLength(2);
    passes[1]!(LAST);
    await jest.advanceTimersByTimeAsync(10);
    expect(passes).toHaveLength(2);
    change();
    expect(passes).toHaveLength(3);
    passes[2]!({ taken: 0, isLast: true });
    const ended = numbering.end();
    await jest.advanceTimersByTimeAsync(10);
    await ended;
    // Those who wait are told of the two passes that numbered something.
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('does not wait while a pass has left something', async () => {
    const { passes, numbering, change } = begun();
    change();
    passes[0]!({ taken: 500, isLast: false });
    await jest.advanceTimersByTimeAsync(0);
    expect(passes).toHaveLength(2);
    passes[1]!(LAST);
    const ended = numbering.end();
    await jest.advanceTimersByTimeAsync(10);
    await ended;
  });
});
