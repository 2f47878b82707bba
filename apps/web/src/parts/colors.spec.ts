import { COLORS, contrastOf, hardToSeeIn } from './colors.js';

describe('The colours to choose from', () => {
  it.each(COLORS)('have $name, which is seen in light and in dark', ({ color }) => {
    expect(color).toMatch(/^#[0-9a-f]{6}$/);
    for (const surface of ['#ffffff', '#151920', '#1c212a'])
      expect(contrastOf(color, surface)).toBeGreaterThanOrEqual(3);
    expect(hardToSeeIn(color)).toBeUndefined();
  });

  it('have different names and values', () => {
    expect(new Set(COLORS.map(({ name }) => name)).size).toBe(COLORS.length);
    expect(new Set(COLORS.map(({ color }) => color)).size).toBe(COLORS.length);
  });
});

describe('Contrast', () => {
  it('is that of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#ffffff', '#ffffff')).toBe(1);
  });

  it.each([
    ['#ffff00', 'light'],
    ['#101010', 'dark'],
    ['#6366f1', undefined],
  ])('of %s is too low in %s', (color, theme) => {
    expect(hardToSeeIn(color)).toBe(theme);
  });
});
