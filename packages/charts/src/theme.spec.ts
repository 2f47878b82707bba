import { toSvg } from './mark.js';
import { patterns, statusFill, STATUSES, THEMES } from './theme.js';

/** Relative luminance by WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(Object.values(THEMES))('The theme $name', (theme) => {
  it.each(['ink', 'muted'] as const)('has %s for text with 4.5:1 on the ground and on bands', (token) => {
    expect(contrast(theme[token], theme.ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme[token], theme.band)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['axis', 'primary', 'secondary', 'accent'] as const)('has %s for marks with 3:1', (token) => {
    expect(contrast(theme[token], theme.ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(theme[token], theme.band)).toBeGreaterThanOrEqual(3);
  });

  it.each(STATUSES)('has a colour for %s with 3:1', (status) => {
    expect(contrast(theme.status[status], theme.ground)).toBeGreaterThanOrEqual(3);
  });

  it('distinguishes plain statuses by brightness, and the others by a pattern', () => {
    const plain = STATUSES.filter((status) => statusFill(theme, status).startsWith('#'));
    expect(plain).toEqual(['todo', 'in_progress', 'done']);
    for (const one of plain) {
      for (const other of plain.filter((status) => status !== one)) {
        expect(contrast(theme.status[one], theme.status[other])).toBeGreaterThanOrEqual(1.4);
      }
    }
    const definitions = toSvg(patterns(theme));
    for (const status of ['backlog', 'in_review'] as const) {
      const id = statusFill(theme, status).slice('url(#'.length, -1);
      expect(definitions).toContain(`<pattern height="8" id="${id}"`);
    }
  });
});
