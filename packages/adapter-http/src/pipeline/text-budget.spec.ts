import { QuotaExhausted } from '@worktrack/application';
import { TextBudget } from './text-budget.js';

const ADA = 'token-of-ada';
const BOB = 'token-of-bob';

describe('The budget of search texts', () => {
  const clock = { now: 5_000 };
  let budget: TextBudget;

  beforeEach(() => {
    budget = new TextBudget(60_000, () => clock.now);
  });

  /** Returns the seconds to wait; 0 when the bytes may be written. */
  const spend = (token: string, bytes: number): number => {
    try {
      budget.spend(token, bytes);
      return 0;
    } catch (error) {
      if (error instanceof QuotaExhausted) return error.retryAfterSeconds;
      throw error;
    }
  };

  it('lets a token write until nothing is left, and returns how long to wait', () => {
    expect([spend(ADA, 59_999), spend(ADA, 1), spend(ADA, 1)]).toEqual([0, 0, 1]);
    expect(spend(BOB, 1)).toBe(0);
  });

  it('comes back evenly over the minute', () => {
    expect(spend(ADA, 60_000)).toBe(0);
    clock.now += 1_000;
    expect([spend(ADA, 999), spend(ADA, 1), spend(ADA, 1)]).toEqual([0, 0, 1]);
    clock.now += 60_000;
    expect(spend(ADA, 60_000)).toBe(0);
  });

  it('lets through one write that is larger than all of it, and has it paid for', () => {
    expect(spend(ADA, 180_000)).toBe(0);
    expect(spend(ADA, 1)).toBe(121);
    clock.now += 120_000;
    expect(spend(ADA, 1)).toBe(1);
    clock.now += 1;
    expect(spend(ADA, 1)).toBe(0);
  });

  it('keeps nothing of a refusal, and forgets who owes nothing', () => {
    expect([spend(ADA, 60_000), spend(ADA, 60_000), spend(ADA, 60_000)]).toEqual([0, 1, 1]);
    for (let token = 0; token < 1_000; token += 1) spend(`token ${token}`, 1);
    expect(budget.size).toBe(1_001);
    clock.now += 60_000;
    expect(spend(BOB, 1)).toBe(0);
    expect(budget.size).toBe(1);
  });

  it('has no end where none is set', () => {
    const unlimited = new TextBudget();
    for (let count = 0; count < 10; count += 1) unlimited.spend(ADA, Number.MAX_SAFE_INTEGER);
    expect(unlimited.size).toBe(0);
  });
});
