import * as charts from './index.js';

const { LIGHT, MIN_WIDTH } = charts;
const OPTIONS = { width: MIN_WIDTH, theme: LIGHT };
const WRONG = [undefined, null, {}, [], 7, 'text', () => 1];

const draws = Object.entries(charts).filter(([name]) => name.startsWith('draw')) as unknown as [
  string,
  (...args: unknown[]) => unknown,
][];

const messageOf = (call: () => unknown) => {
  try {
    call();
    return undefined;
  } catch (error) {
    return [error instanceof TypeError || error instanceof RangeError, (error as Error).message];
  }
};

describe('Wrong use from a program without types', () => {
  it.each(draws)('of %s is refused with a sentence', (name, draw) => {
    for (const wrong of WRONG) {
      const sentence = [true, expect.stringContaining(`${name} takes a report and { width, theme }: `)];
      expect(messageOf(() => draw(wrong, OPTIONS))).toEqual(sentence);
      // A report that has everything, so that only the options are wrong.
      const report = new Proxy({}, { get: (_, member) => (member === 'limitations' ? [] : {}) });
      expect(messageOf(() => draw(report, wrong))).toEqual(sentence);
      expect(messageOf(() => draw(report, { ...OPTIONS, theme: wrong }))).toEqual(sentence);
    }
    expect(draws).toHaveLength(8);
  });

  it('of toSvg is refused with a sentence', () => {
    for (const wrong of WRONG) {
      expect(messageOf(() => charts.toSvg(wrong as never))).toEqual([
        true,
        'toSvg takes the mark of a drawing: an object with tag and attributes.',
      ]);
    }
  });
});
