import { randomBytes } from 'node:crypto';
import type { UserId } from '@worktrack/domain';
import { CursorSeal } from '@worktrack/keyset';
import { KNOWN_BROWSER_LIMITS, KnownBrowsers } from './known-browsers.js';

const NOW = new Date('2026-11-23T09:00:00.000Z');
const DAY = 86_400_000;
const later = (days: number) => new Date(NOW.getTime() + days * DAY);
const account = (n: number, setAt: Date | null = NOW) => ({
  userId: `10000000-0000-4000-8000-00000000000${n}` as UserId,
  setAt,
});
const ADA = account(1);

describe('A browser that has signed in before', () => {
  const key = randomBytes(32);
  const browsers = new KnownBrowsers(new CursorSeal(key));
  const text = browsers.remember(ADA, undefined, NOW);

  it('is known for its account alone, by one id over all its sign-ins', () => {
    const id = browsers.idFor(ADA, text, NOW);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(browsers.idFor(account(2), text, NOW)).toBeUndefined();
    const both = browsers.remember(account(2), text, NOW);
    expect([ADA, account(2)].map((one) => browsers.idFor(one, both, NOW))).toEqual([id, id]);
    expect(browsers.idFor(ADA, browsers.remember(ADA, undefined, NOW), NOW)).not.toBe(id);
  });

  it('is not known any more when the password was set, or all sessions ended', () => {
    const changed = account(1, later(1));
    expect(browsers.idFor(changed, text, later(1))).toBeUndefined();
    const again = browsers.remember(changed, text, later(1));
    expect(browsers.idFor(changed, again, later(1))).toBe(browsers.idFor(ADA, text, NOW));
    expect(browsers.idFor(ADA, again, later(1))).toBeUndefined();
  });

  it('is known for 400 days after its last sign-in', () => {
    expect(browsers.idFor(ADA, text, new Date(later(400).getTime() - 1))).toBeDefined();
    expect(browsers.idFor(ADA, text, later(400))).toBeUndefined();
    const renewed = browsers.remember(ADA, text, later(399));
    expect(browsers.idFor(ADA, renewed, later(798))).toBeDefined();
  });

  it('is known for its last five accounts', () => {
    const six = [1, 2, 3, 4, 5, 6].reduce<string | undefined>(
      (before, n) => browsers.remember(account(n), before, NOW),
      undefined,
    )!;
    const known = [1, 2, 3, 4, 5, 6].filter((n) => browsers.idFor(account(n), six, NOW) !== undefined);
    expect(known).toEqual([2, 3, 4, 5, 6]);
    expect(six.length).toBeLessThanOrEqual(KNOWN_BROWSER_LIMITS.characters);
    const moved = browsers.remember(account(7), browsers.remember(account(2), six, NOW), NOW);
    expect([2, 3, 4, 5, 6, 7].filter((n) => browsers.idFor(account(n), moved, NOW) !== undefined)).toEqual([
      2, 4, 5, 6, 7,
    ]);
  });

  it('is known by a key that only verifies, and not by one that was retired', () => {
    const young = randomBytes(32);
    expect(new KnownBrowsers(new CursorSeal(young, key)).idFor(ADA, text, NOW)).toBeDefined();
    expect(new KnownBrowsers(new CursorSeal(young)).idFor(ADA, text, NOW)).toBeUndefined();
  });

  it.each([
    [
      'of another context',
      new CursorSeal(key).seal('work-items', ['id', `${ADA.userId} ${NOW.getTime()}`, later(9).getTime()]),
    ],
    ['with another character', `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`],
    ['that is cut', text.slice(0, -4)],
    ['that is too long', text.padEnd(KNOWN_BROWSER_LIMITS.characters + 1, 'A')],
    ['without a signature', Buffer.from(JSON.stringify(['id', ADA.userId])).toString('base64url')],
    ['of nothing', ''],
    ['of other characters', '%%%\u00ff'],
  ])('is not known by a text %s, and gets a new id', (_, forged) => {
    expect(browsers.idFor(ADA, forged, NOW)).toBeUndefined();
    const fresh = browsers.remember(ADA, forged, NOW);
    expect(browsers.idFor(ADA, fresh, NOW)).not.toBe(browsers.idFor(ADA, text, NOW));
  });
});
