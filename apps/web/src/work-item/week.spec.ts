import { firstDayOfWeek } from './week.js';

/** Takes both ways away in which the runtime knows the first day of the week. */
const withoutWeeks = (test: () => void): void => {
  const own = ['getWeekInfo', 'weekInfo'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(Intl.Locale.prototype, name)] as const,
  );
  for (const [name] of own) Reflect.deleteProperty(Intl.Locale.prototype, name);
  try {
    test();
  } finally {
    for (const [name, property] of own) if (property) Object.defineProperty(Intl.Locale.prototype, name, property);
  }
};

describe.each([
  ['de-DE', 1],
  ['en-GB', 1],
  ['fr', 1],
  ['en-US', 7],
  ['en', 7],
  ['ja-JP', 7],
  ['pt-BR', 7],
  ['ar-EG', 6],
  ['dv-MV', 5],
])('The week of %s', (language, day) => {
  it(`begins on day ${day}`, () => {
    expect(firstDayOfWeek(language)).toBe(day);
  });

  it('begins on the same day in a browser that does not know', () => {
    withoutWeeks(() => {
      expect('weekInfo' in Intl.Locale.prototype || 'getWeekInfo' in Intl.Locale.prototype).toBe(false);
      expect(firstDayOfWeek(language)).toBe(day);
    });
  });
});
