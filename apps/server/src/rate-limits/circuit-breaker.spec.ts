import { CircuitBreaker } from './circuit-breaker.js';

describe('The circuit breaker', () => {
  let now: number;
  let recorded: string[];
  let tried: number;
  let answers: boolean;
  let breaker: CircuitBreaker;

  beforeEach(() => {
    now = 0;
    recorded = [];
    tried = 0;
    answers = true;
    const listener = {
      opened: (error: unknown) => recorded.push(`opened: ${(error as Error).message}`),
      closed: () => recorded.push('closed'),
    };
    breaker = new CircuitBreaker(5_000, listener, () => now);
  });

  const shared = async (): Promise<string> => {
    tried += 1;
    await Promise.resolve();
    if (!answers) throw new Error('No answer.');
    return 'shared';
  };
  const run = (): Promise<string> => breaker.run(shared, () => Promise.resolve('alone'));
  const all = (count: number): Promise<string[]> => Promise.all(Array.from({ length: count }, run));

  it('tries the service each time while it answers', async () => {
    expect(await all(3)).toEqual(['shared', 'shared', 'shared']);
    expect({ tried, recorded }).toEqual({ tried: 3, recorded: [] });
  });

  it('goes the other way at once for a pause after a failure', async () => {
    answers = false;
    expect(await run()).toBe('alone');
    answers = true;
    now = 4_999;
    expect(await all(100)).toEqual(Array(100).fill('alone'));
    expect({ tried, recorded }).toEqual({ tried: 1, recorded: ['opened: No answer.'] });
  });

  it('lets one try after the pause, and the others not wait for it', async () => {
    answers = false;
    await run();
    for (let pause = 1; pause <= 3; pause += 1) {
      now += 5_000;
      expect(await all(100)).toEqual(Array(100).fill('alone'));
      expect(tried).toBe(1 + pause);
    }
    expect(recorded).toEqual(['opened: No answer.']);
  });

  it('uses the service again once one try succeeded', async () => {
    answers = false;
    await run();
    answers = true;
    now = 5_000;
    expect(await all(3)).toEqual(['shared', 'alone', 'alone']);
    expect(await all(3)).toEqual(['shared', 'shared', 'shared']);
    expect(recorded).toEqual(['opened: No answer.', 'closed']);
  });

  it('stays open when work that began before the failure comes back well', async () => {
    let finish: (value: string) => void = () => undefined;
    const early = breaker.run(
      () => new Promise<string>((resolve) => (finish = resolve)),
      () => Promise.resolve('alone'),
    );
    answers = false;
    await run();
    finish('shared');
    expect(await early).toBe('shared');
    answers = true;
    expect(await run()).toBe('alone');
  });
});
