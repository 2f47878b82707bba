import { answerOfStatus, stepAfterFailure, type NextStep, type WebhookAnswer } from '../index.js';

const HOUR = 3_600;
const NONE = { attempt: 0, refusals: 0 };

/** Fails again and again, until there is no next attempt. */
function failures(answer: Exclude<WebhookAnswer, 'delivered'>, random = 0.5): NextStep[] {
  const steps = [stepAfterFailure(NONE, answer, random, null)];
  for (let last = steps[0]; last && last.seconds !== null; last = steps.at(-1)) {
    steps.push(stepAfterFailure(last, answer, random, null));
  }
  return steps;
}

describe('The answer of a receiver', () => {
  it.each<[WebhookAnswer, (number | null)[]]>([
    ['delivered', [200, 201, 202, 204, 299]],
    ['gone', [410]],
    ['refused', [400, 401, 403, 404, 409, 413, 422, 451]],
    ['unavailable', [null, 301, 302, 307, 408, 425, 429, 500, 502, 503, 504]],
  ])('%s is %j', (answer, statuses) => {
    expect(statuses.map(answerOfStatus)).toEqual(statuses.map(() => answer));
  });
});

describe('A receiver that is away', () => {
  it('is tried after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, then paused as failing', () => {
    const steps = failures('unavailable');
    expect(steps.map(({ seconds }) => seconds)).toEqual([
      5,
      300,
      1_800,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
      null,
    ]);
    expect(steps.slice(0, -1).every(({ state }) => state === 'retrying')).toBe(true);
    expect(steps.at(-1)).toMatchObject({ state: 'paused', pausedReason: 'failing', isDeadLetter: false });
  });

  it('is tried up to a fifth earlier or later', () => {
    expect([0, 1].map((random) => failures('unavailable', random)[1]?.seconds)).toEqual([240, 360]);
  });

  it.each([
    ['a shorter pause than the table has', 2, 5],
    ['a longer one', 90, 90],
    ['more than a day', 30 * 24 * HOUR, 24 * HOUR],
  ])('that asks for %s is tried after %d s: %d s', (_, asked, seconds) => {
    expect(stepAfterFailure(NONE, 'unavailable', 0.5, asked).seconds).toBe(seconds);
  });
});

describe('An event that is refused', () => {
  it('is tried five times in about ten minutes, then it is a dead letter and the line goes on', () => {
    const steps = failures('refused');
    expect(steps).toHaveLength(5);
    const minutes = steps.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0) / 60;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThan(11);
    expect(steps.at(-1)).toEqual({
      ...NONE,
      state: 'active',
      pausedReason: null,
      seconds: null,
      isDeadLetter: true,
    });
  });

  it('is counted apart from attempts at which the receiver was away', () => {
    const away = { attempt: 6, refusals: 0 };
    expect(stepAfterFailure(away, 'refused', 0.5, null)).toMatchObject({ attempt: 6, refusals: 1, seconds: 5 });
    expect(stepAfterFailure({ attempt: 0, refusals: 4 }, 'unavailable', 0.5, null)).toMatchObject({
      ...{ attempt: 1, refusals: 4 },
      state: 'retrying',
    });
  });
});

it('A receiver that is gone gets nothing more', () => {
  expect(stepAfterFailure(NONE, 'gone', 0.5, null)).toMatchObject({
    ...{ state: 'paused', pausedReason: 'gone' },
    ...{ seconds: null, isDeadLetter: false },
  });
});
