import type { ServerLogger } from '../logging.js';
import { beginRepeating } from './repeating.js';

describe('Repeated work', () => {
  const lines: unknown[][] = [];
  const log = { warn: (...line: unknown[]) => lines.push(line) } as unknown as ServerLogger;
  let repeating: ReturnType<typeof beginRepeating> | undefined;

  const begin = (work: () => Promise<void>) => {
    repeating = beginRepeating({ work, period: 500, onFailure: 'It failed.' }, log);
    return repeating;
  };

  beforeEach(() => {
    jest.useFakeTimers();
    lines.length = 0;
  });
  afterEach(() => {
    void repeating?.end();
    jest.useRealTimers();
  });

  it('is done in each period until it ends', async () => {
    let times = 0;
    const begun = begin(() => Promise.resolve(void (times += 1)));
    await jest.advanceTimersByTimeAsync(3_000);
    expect(times).toBe(6);
    await begun.end();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(times).toBe(6);
  });

  it('waits for work that takes long, also at its end', async () => {
    let times = 0;
    let finish: () => void = () => undefined;
    const begun = begin(() => {
      times += 1;
      return new Promise<void>((resolve) => (finish = resolve));
    });
    await jest.advanceTimersByTimeAsync(3_000);
    expect(times).toBe(1);
    finish();
    await jest.advanceTimersByTimeAsync(500);
    expect(times).toBe(2);
    let hasEnded = false;
    const ended = begun.end().then(() => (hasEnded = true));
    await jest.advanceTimersByTimeAsync(500);
    expect(hasEnded).toBe(false);
    finish();
    await ended;
    expect(times).toBe(2);
  });

  it('logs a failure once, and again after it succeeded', async () => {
    let fails = true;
    begin(() => (fails ? Promise.reject(new Error('Gone.')) : Promise.resolve()));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(lines).toEqual([[{ err: new Error('Gone.') }, 'It failed.']]);
    fails = false;
    await jest.advanceTimersByTimeAsync(500);
    fails = true;
    await jest.advanceTimersByTimeAsync(2_000);
    expect(lines).toHaveLength(2);
  });
});
