import { allMarks } from '../test/marks';
import {
  ageingWipReport,
  controlChartReport,
  distributionReport,
  epicProgressReport,
  sprintReport,
  velocityReport,
} from '../test/samples';
import {
  type Drawing,
  type DrawingOptions,
  drawAgeingWip,
  drawControlChart,
  drawDistribution,
  drawEpicProgress,
  drawSprint,
  drawVelocity,
  LIGHT,
  toSvg,
} from '.';
import { shorten, userText, widthOf } from './text.js';

const [ISOLATE, END] = ['\u2068', '\u2069'];

/** Every drawing with texts of users, each of which is `name`. */
const DRAWN: Readonly<Record<string, (name: string, options: DrawingOptions) => Drawing>> = {
  'of a Sprint': (name, options) => {
    const report = sprintReport(5);
    return drawSprint({ ...report, sprint: { ...report.sprint, name } }, options);
  },
  'of velocity': (name, options) => {
    const report = velocityReport(3);
    return drawVelocity({ ...report, items: report.items.map((row) => ({ ...row, sprint: { name } })) }, options);
  },
  'of a distribution': (name, options) => {
    const report = distributionReport(3);
    const items = report.items.map((row) => ({ ...row, label: name }));
    return drawDistribution({ ...report, items, distribution: { ...report.distribution, groupBy: 'label' } }, options);
  },
  'of epics': (name, options) => {
    const report = epicProgressReport(3);
    const items = report.items.map((row) => ({ ...row, epic: { key: 'WEB-1', title: name } }));
    return drawEpicProgress({ ...report, items }, options);
  },
  'of ageing': (name, options) => {
    const report = ageingWipReport(3);
    const items = report.items.map((row) => ({ ...row, workItem: { ...row.workItem, title: name } }));
    return drawAgeingWip({ ...report, items }, options);
  },
  'of a control chart': (name, options) => {
    const report = controlChartReport(3);
    const items = report.items.map((row) => ({ ...row, workItem: { ...row.workItem, title: name } }));
    return drawControlChart({ ...report, items }, options);
  },
};

/** Returns every text of a drawing: those that are drawn, those that are spoken, and the title. */
function textsOf({ mark, title, finding, points }: Drawing): string[] {
  const drawn = allMarks(mark).flatMap(({ children = [] }) => children.filter((child) => typeof child === 'string'));
  return [...drawn, title, finding, String(mark.attributes['aria-label']), ...points.map(({ label }) => label)];
}

describe.each(Object.entries(DRAWN))('The drawing %s', (_which, draw) => {
  const drawn = (name: string) => textsOf(draw(name, { width: 960, theme: LIGHT, project: name }));

  it('has one space for white space of any kind', () => {
    const texts = drawn('first\r\n\t second\u2028third\u00A0\u3000fourth');
    expect(texts.filter((text) => /[^\S ]| {2}/u.test(text))).toEqual([]);
    expect(texts.filter((text) => text.includes('first second third fourth')).length).toBeGreaterThan(0);
  });

  it('isolates a name that is written from right to left from what stands next to it', () => {
    for (const name of ['שלום 5', 'مرحبا', 'mixed שלום']) {
      const texts = drawn(name).filter((text) => text.includes(name));
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text.replaceAll(`${ISOLATE}${name}${END}`, '')).not.toContain(name);
    }
  });

  it('lets no name turn the direction of what stands next to it', () => {
    const texts = drawn('\u202Ea\u2066b\u2069\u2069c\u202B');
    expect(texts.filter((text) => /[\u202A-\u202E\u2066-\u2069]/.test(text))).toEqual([]);
    expect(texts.filter((text) => text.includes('abc')).length).toBeGreaterThan(0);
  });

  it('opens and closes as many isolates, also in a text that is shortened', () => {
    for (const text of drawn('שלום עולם '.repeat(60))) {
      expect([text, text.split(ISOLATE).length]).toEqual([text, text.split(END).length]);
    }
  });
});

describe('A text of a user', () => {
  it.each(['Plan', 'Zoë’s 🚀', 'Привет', '日本語'])('that is written from left to right is unchanged: %s', (text) => {
    expect(userText(text)).toBe(text);
  });

  it.each(['שלום', 'مرحبا', 'ܫܠܡܐ', '𐤀𐤁', '𞤀𞤣𞤤𞤢𞤥', '\u200Fa'])(
    'that is written from right to left is isolated: %s',
    (text) => {
      expect(userText(text)).toBe(`${ISOLATE}${text}${END}`);
    },
  );

  it('is as wide with its isolates and joiners as without', () => {
    expect(widthOf(userText('שלום'), 12)).toBe(widthOf('שלום', 12));
    expect(widthOf('a\u200D\u200Bb', 12)).toBe(widthOf('ab', 12));
  });

  it('keeps the end of its isolate when it is shortened', () => {
    expect(shorten(userText('שלום עולם '.repeat(9)), 60, 12)).toMatch(/^\u2068.+…\u2069$/);
  });

  it('with characters of other planes is well-formed XML', () => {
    const { mark } = drawSprint(
      { ...sprintReport(3), sprint: { ...sprintReport(3).sprint, name: '👩‍👧 日本語 𐤀' } },
      { width: 640, theme: LIGHT },
    );
    expect(toSvg(mark)).toContain(`${ISOLATE}👩‍👧 日本語 𐤀${END}`);
  });
});
