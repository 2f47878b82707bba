import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allMarks, overlaps, textBoxes } from '../test/marks.js';
import {
  ageingWipReport,
  controlChartReport,
  createdVsResolvedReport,
  cumulativeFlowReport,
  distributionReport,
  epicProgressReport,
  sprintReport,
  velocityReport,
} from '../test/samples.js';
import {
  DARK,
  type Drawing,
  type DrawingOptions,
  drawAgeingWip,
  drawControlChart,
  drawCreatedVsResolved,
  drawCumulativeFlow,
  drawDistribution,
  drawEpicProgress,
  drawSprint,
  drawVelocity,
  LIGHT,
  toSvg,
} from '.';

/** Draws each kind with a report of any number of rows. */
const KINDS: Readonly<Record<string, (options: DrawingOptions, rows?: number) => Drawing>> = {
  sprint: (options, rows) => drawSprint(sprintReport(rows), options),
  velocity: (options, rows) => drawVelocity(velocityReport(rows), options),
  'cumulative-flow': (options, rows) => drawCumulativeFlow(cumulativeFlowReport(rows), options),
  'control-chart': (options, rows) => drawControlChart(controlChartReport(rows), options),
  'ageing-wip': (options, rows) => drawAgeingWip(ageingWipReport(rows), options),
  'created-vs-resolved': (options, rows) => drawCreatedVsResolved(createdVsResolvedReport(rows), options),
  distribution: (options, rows) => drawDistribution(distributionReport(rows), options),
  'epic-progress': (options, rows) => drawEpicProgress(epicProgressReport(rows), options),
};

const kinds = Object.entries(KINDS);
const options: DrawingOptions = { width: 960, theme: LIGHT, project: 'Website' };

const golden = (name: string) => path.join(__dirname, '../test/golden', `${name}.svg`);

/** Compares with a reviewed file; with UPDATE_GOLDEN set, writes the file. */
function expectGolden(name: string, { mark }: Drawing) {
  const svg = toSvg(mark);
  if (process.env.UPDATE_GOLDEN !== undefined) writeFileSync(golden(name), `${svg}\n`);
  expect(existsSync(golden(name))).toBe(true);
  expect(`${svg}\n`).toBe(readFileSync(golden(name), 'utf8'));
}

describe.each(kinds)('The drawing %s', (name, draw) => {
  it('equals the reviewed texts', () => {
    expectGolden(`${name}-960-light`, draw(options));
    expectGolden(`${name}-320-dark`, draw({ ...options, width: 320, theme: DARK }));
  });

  it('has equal bytes each time', () => {
    expect(toSvg(draw(options).mark)).toBe(toSvg(draw(options).mark));
  });

  it.each([320, 321, 400, 559, 560, 700, 960, 2_400])('keeps its texts apart and inside at %d pixels', (width) => {
    const { mark } = draw({ ...options, width });
    const boxes = textBoxes(mark);
    expect(boxes.length).toBeGreaterThan(5);
    expect(overlaps(boxes)).toEqual([]);
    const height = Number(mark.attributes.height);
    const outside = boxes.filter(
      ({ left, right, top, bottom }) => left < 0 || right > width || top < 0 || bottom > height,
    );
    expect(outside).toEqual([]);
  });

  it.each([1, 2, 3, 30, 90])('keeps its texts apart with %d rows at 320 pixels', (rows) => {
    expect(overlaps(textBoxes(draw({ ...options, width: 320 }, rows).mark))).toEqual([]);
  });

  it('is an image with its finding as its label', () => {
    const { mark, title, finding } = draw(options);
    expect(mark).toMatchObject({
      tag: 'svg',
      attributes: { role: 'img', width: 960, 'aria-label': `${title}. ${finding}` },
    });
    expect(finding).toMatch(/^[^\n]+[.]$/);
    expect(finding).not.toMatch(/null|undefined|NaN/);
  });

  it('has points inside the drawing with a sentence each', () => {
    const { mark, points } = draw(options);
    expect(points.length).toBeGreaterThan(1);
    for (const { x, y, label } of points) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(960);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(Number(mark.attributes.height));
      expect(label).toMatch(/[.]$/);
      expect(label).not.toMatch(/null|undefined|NaN/);
    }
  });

  it('has no two points to whose areas the same place belongs', () => {
    const { points } = draw(options);
    const areas = points.flatMap(({ area }) => (area === undefined ? [] : [area]));
    for (const area of areas) {
      expect(area.right).toBeGreaterThanOrEqual(area.left);
      const inside = { x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 };
      const owners = areas.filter(
        ({ left, right, top, bottom }) => left < inside.x && inside.x < right && top < inside.y && inside.y < bottom,
      );
      expect(owners.length).toBeLessThanOrEqual(1);
    }
  });

  it('has no text when it is shown too small to read', () => {
    const { mark, finding } = draw({ ...options, withoutTexts: true });
    expect(textBoxes(mark)).toEqual([]);
    expect(finding).toBe(draw(options).finding);
    expect(Number(mark.attributes.height)).toBeLessThan(Number(draw(options).mark.attributes.height));
  });

  it.each([319, 2_401, 500.5, NaN])('refuses the width %d', (width) => {
    expect(() => draw({ ...options, width })).toThrow(RangeError);
  });

  it('names the Project and shortens a long name', () => {
    const { mark } = draw({ ...options, width: 320, project: 'W'.repeat(300) });
    expect(textBoxes(mark).some(({ text }) => /^W+…/.test(text))).toBe(true);
  });
});

describe('The points of a drawing', () => {
  it.each([
    ['sprint', 10 + 5],
    ['velocity', 8],
    ['cumulative-flow', 60],
    ['control-chart', 140],
    ['ageing-wip', 46],
    ['created-vs-resolved', 60],
    ['distribution', 9],
    ['epic-progress', 7],
  ])('of %s are its %d rows', (name, rows) => {
    expect(KINDS[name]?.(options).points).toHaveLength(rows);
  });

  it('hold the row that they show', () => {
    const report = velocityReport();
    expect(drawVelocity(report, options).points.map(({ row }) => row)).toEqual(report.items);
    const newest = controlChartReport(5_001);
    expect(drawControlChart(newest, options).points[0]?.row).toBe(newest.items[1]);
    const sprint = drawSprint(sprintReport(), options).points;
    expect(sprint[0]?.row).toEqual(sprintReport().burndown.display[0]);
    expect(sprint.at(-1)?.row).toMatchObject({ status: 'done', points: 27 });
  });

  it('speak their row', () => {
    expect(drawSprint(sprintReport(), options).points[0]?.label).toBe('2026-09-01: 40 points remaining, ideal 40.');
    expect(drawSprint(sprintReport(), options).points.at(-1)?.label).toBe('Done: 27 points.');
    expect(drawCumulativeFlow(cumulativeFlowReport(), options).points[0]?.label).toBe(
      '2026-09-01: Backlog 40, To do 8, In progress 3, In review 3, Done 4; total 58 Work Items.',
    );
  });
});

describe('The finding', () => {
  it.each([
    ['sprint', '27 of 46 points done (59 per cent); 40 points were committed.'],
    ['ageing-wip', '46 Work Items in their present status; half of them for at most 6.5 days, the oldest for 59 days.'],
    [
      'created-vs-resolved',
      '129 Work Items were created, 129 resolved and 6 reopened; the number of open ones grew from 31 to 37.',
    ],
    ['epic-progress', '1 of 7 epics completed; 25 of 111 children done.'],
    ['distribution', 'The largest of 9 groups is Ada Lovelace with 27 of 133 Work Items (20 per cent).'],
  ])('of %s', (name, finding) => {
    expect(KINDS[name]?.(options).finding).toBe(finding);
  });

  it('of a Sprint counts Work Items on request', () => {
    expect(drawSprint(sprintReport(), { ...options, unit: 'items' }).finding).toBe(
      '11 of 19 Work Items done (58 per cent); 17 Work Items were committed.',
    );
  });
});

describe('An empty report', () => {
  it.each([
    ['velocity', 'No Sprint has been completed yet.'],
    ['control-chart', 'No Work Item was completed in this span.'],
    ['ageing-wip', 'No Work Item is in progress.'],
    ['epic-progress', 'There are no epics.'],
    ['distribution', 'There are no open Work Items.'],
  ])('of %s is drawn as a sentence', (name, sentence) => {
    const drawing = KINDS[name]?.({ ...options, width: 320 }, 0);
    expect(drawing?.finding).toBe(sentence);
    expect(drawing?.points).toEqual([]);
    expect(drawing && textBoxes(drawing.mark).map(({ text }) => text)).toContain(sentence);
  });

  it('of flow is drawn as a sentence', () => {
    const { items, ...rest } = cumulativeFlowReport(3);
    const nothing = { backlog: 0, todo: 0, in_progress: 0, in_review: 0, done: 0, total: 0 };
    const flow = drawCumulativeFlow({ ...rest, items: items.map((row) => ({ ...row, ...nothing })) }, options);
    expect(flow.finding).toBe('No Work Items existed in this span.');
    const { createdVsResolved, ...report } = createdVsResolvedReport(3);
    const none = { openingOpen: 0, created: 0, resolved: 0, reopened: 0, closingOpen: 0 };
    const compared = drawCreatedVsResolved(
      { ...report, createdVsResolved: { ...createdVsResolved, ...none } },
      options,
    );
    expect(compared.finding).toBe('No Work Items were created or resolved in this span, and none were open.');
  });

  it('of a future Sprint says that it has not started, and shows the planned scope', () => {
    const none = { itemCount: 0, points: 0 };
    const drawing = drawSprint(
      {
        ...sprintReport(),
        mode: 'future',
        sprint: { name: 'Sprint 13', startDate: null, endDate: null, reportEndAt: null },
        plannedScope: { itemCount: 4, points: 9 },
        commitment: { available: false, ...none },
        completion: {
          finalScope: none,
          completed: none,
          percentages: { finalScope: { itemPercent: null, pointPercent: null } },
        },
        burndown: { available: false, display: [] },
      },
      options,
    );
    expect(drawing.finding).toBe('The Sprint has not started; 9 points planned.');
    expect(textBoxes(drawing.mark).map(({ text }) => text)).toContain(
      'The Sprint has not started: there is no burndown yet.',
    );
    expect(drawing.points.map(({ label }) => label)).toContain('To do: 5 points.');
    expectGolden('sprint-future-960-light', drawing);
  });
});

describe('The limitations of a report', () => {
  it('stand in the subtitle in words', () => {
    const report = { ...cumulativeFlowReport(), limitations: ['range_capped', 'rows_capped', 'a_new_one'] };
    const texts = textBoxes(drawCumulativeFlow(report, options).mark).map(({ text }) => text);
    expect(texts.join(' ')).toContain('span shortened to the longest permitted · not all rows are counted · a_new_one');
  });
});

describe('A hostile title', () => {
  const hostile = `</text><script>alert("1 & 'one'")</script>\u0000\u0007\uD800 ${'long '.repeat(60)}`;

  it('is text and nothing else', () => {
    const report = sprintReport();
    const epics = epicProgressReport();
    const drawings = [
      drawSprint({ ...report, sprint: { ...report.sprint, name: hostile } }, { ...options, project: hostile }),
      drawEpicProgress(
        { ...epics, items: epics.items.map((row) => ({ ...row, epic: { key: 'WEB-1', title: hostile } })) },
        { ...options, width: 320 },
      ),
    ];
    for (const drawing of drawings) {
      const svg = toSvg(drawing.mark);
      expect(svg).not.toContain('<script');
      expect(svg).toContain('&lt;/text&gt;&lt;script&gt;alert(&quot;1 &amp; &apos;one&apos;&quot;)');
      expect(svg).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
      expect(overlaps(textBoxes(drawing.mark))).toEqual([]);
    }
  });

  it('is shortened, and whole in a title', () => {
    const report = sprintReport();
    const name = 'A very long name of a Sprint '.repeat(10);
    const svg = toSvg(drawSprint({ ...report, sprint: { ...report.sprint, name } }, { ...options, width: 320 }).mark);
    expect(svg).toContain(`<title>Sprint report: ${name}</title>Sprint report: A very long`);
  });
});

describe('The largest report', () => {
  const most: readonly (readonly [string, number, number, number])[] = [
    ['sprint', 3_660, 120, 120_000],
    ['velocity', 90, 500, 60_000],
    ['cumulative-flow', 3_660, 120, 520_000],
    ['control-chart', 5_000, 80, 330_000],
    ['ageing-wip', 5_000, 80, 120_000],
    ['created-vs-resolved', 3_660, 110, 360_000],
    ['distribution', 1_000, 3_100, 400_000],
    ['epic-progress', 1_000, 8_200, 900_000],
  ];

  it.each(most)('of %s with %d rows has at most %d marks and %d bytes', (name, rows, marks, bytes) => {
    const drawing = KINDS[name]?.({ ...options, width: 2_400 }, rows);
    if (drawing === undefined) throw new Error(name);
    expect(allMarks(drawing.mark).length).toBeLessThanOrEqual(marks);
    expect(Buffer.byteLength(toSvg(drawing.mark))).toBeLessThanOrEqual(bytes);
    // The greatest height that the common renderers of SVG accept.
    expect(Number(KINDS[name]?.({ ...options, width: 320 }, rows).mark.attributes.height)).toBeLessThan(32_767);
  });

  it.each(['cumulative-flow', 'created-vs-resolved', 'sprint'])('of %s has at most two vertices a pixel', (name) => {
    const drawing = KINDS[name]?.({ ...options, width: 320 }, 3_660);
    const edges = drawing ? allMarks(drawing.mark).filter(({ tag }) => tag === 'path') : [];
    for (const { attributes } of edges) {
      // An area has two edges, and a step two vertices.
      expect(String(attributes.d).split(/[MLHV]/).length).toBeLessThanOrEqual(2 * 2 * 320);
    }
  });

  it.each([
    ['control-chart', 'the newest 5,000 of 5,001 Work Items are drawn'],
    ['ageing-wip', 'the newest 5,000 of 5,001 Work Items are drawn'],
    ['epic-progress', 'the first 1,000 of 1,001 epics are drawn'],
  ])('of %s says when rows are left out', (name, words) => {
    const rows = Number(/(\d+),001/.exec(words.replace(',', ''))?.[1] ?? 0) * 1_000 + 1;
    const drawing = KINDS[name]?.(options, rows);
    expect(drawing?.points).toHaveLength(rows - 1);
    expect(
      drawing &&
        textBoxes(drawing.mark)
          .map(({ text }) => text)
          .join('\n'),
    ).toContain(words);
  });

  it('keeps the newest Work Items', () => {
    const control = controlChartReport(5_001);
    expect(drawControlChart(control, options).points[0]?.label).toContain(control.items[1]?.workItem.key);
    const ageing = ageingWipReport(5_001);
    const oldest = ageing.items.reduce((low, { since }) => (since < low ? since : low), '9');
    const spoken = drawAgeingWip(ageing, options).points.filter(({ label }) => label.includes(oldest.slice(0, 10)));
    expect(spoken.length).toBe(ageing.items.filter(({ since }) => since === oldest).length - 1);
  });
});
