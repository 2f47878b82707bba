import { daysOfRow, figureLinks, linksOfRow, type Links, type LinkedReport } from './report-links.js';

const WEB = { organization: 'acme', project: 'WEB' };
const SPRINT = '0d3f9a44-6a55-4c54-9d40-7a6f1f1f2b3c';

/** A report made at noon of 9 March. */
const reportOf = (kind: LinkedReport['kind'], members: object = {}): LinkedReport => ({
  kind,
  generatedAt: '2026-03-09T12:00:00.000Z',
  parameters: {},
  items: [],
  ...members,
});

/** The links of a row by their members: the query of a search without its Project, else the address. */
const queriesOf = (links: Links) =>
  Object.fromEntries(
    Object.entries(links).map(([name, { href }]) => {
      const query = new URL(href, 'http://localhost').searchParams.get('q');
      return [name, query === null ? href : query.replace(/^project = WEB(?: AND )?/, '')];
    }),
  );

const rowQueries = (kind: LinkedReport['kind'], row: object, parameters = '') =>
  queriesOf(linksOfRow(WEB, reportOf(kind), new URLSearchParams(parameters), row));

describe('A row of a report', () => {
  it('about a Work Item, an epic or a Sprint leads to its page', () => {
    expect(
      rowQueries('control-chart', { workItem: { key: 'WEB-7' }, completedAt: '2026-03-02T10:00:00.000Z' }),
    ).toEqual({
      workItem: '/o/acme/items/WEB-7',
    });
    expect(rowQueries('velocity', { sprint: { id: SPRINT, name: 'One' } })).toEqual({
      sprint: `/o/acme/WEB/sprints/${SPRINT}/report`,
    });
    expect(rowQueries('epic-progress', { epic: { key: 'WEB-1', title: 'All' } }).epic).toBe('/o/acme/items/WEB-1');
  });

  it('about an epic leads to its children, all of them and by status', () => {
    expect(rowQueries('epic-progress', { epic: { key: 'WEB-1' } }, 'type=bug')).toMatchObject({
      childCount: 'parent = WEB-1 AND type = bug',
      completedCount: 'parent = WEB-1 AND status = done AND type = bug',
      in_review: 'parent = WEB-1 AND status = in_review AND type = bug',
    });
  });

  it('of a day in the past leads to the Work Items that existed, and of today to those of each status, too', () => {
    expect(rowQueries('cumulative-flow', { date: '2026-03-02', total: 4 })).toEqual({
      total: "created <= '2026-03-02'",
    });
    expect(rowQueries('cumulative-flow', { date: '2026-03-09', total: 4 })).toEqual({
      total: "created <= '2026-03-09'",
      backlog: 'status = backlog',
      todo: 'status = todo',
      in_progress: 'status = in_progress',
      in_review: 'status = in_review',
      done: 'status = done',
    });
  });

  it('of some days leads to what was created, and to what was resolved and still is', () => {
    expect(rowQueries('created-vs-resolved', { start: '2026-02-23', end: '2026-02-28', created: 4 })).toEqual({
      created: "created >= '2026-02-23' AND created <= '2026-02-28'",
      resolved:
        "status = done AND created <= '2026-02-28' AND (created >= '2026-02-23' OR changed(status, '2026-02-23')) AND NOT changed(status, '2026-03-01')",
    });
    expect(rowQueries('created-vs-resolved', { start: '2026-03-09', end: '2026-03-10' }).cumulativeOpen).toBe(
      'status != done',
    );
  });

  it.each([
    [{ key: 'in_review', label: 'in_review' }, '', 'status = in_review AND status != done'],
    [{ key: 'bug', label: 'bug' }, 'groupBy=type&scope=all', 'type = bug'],
    [{ key: null, label: 'None' }, 'groupBy=assignee&scope=all', 'assignee IS NULL'],
    [{ key: SPRINT, label: "Ada's" }, 'groupBy=label&scope=all', String.raw`label = 'Ada\'s'`],
  ])('of a group leads to it: %j with %s', (row, parameters, query) => {
    expect(rowQueries('distribution', row, parameters)).toEqual({ value: query, count: query, points: query });
  });

  it('keeps the filters of the report', () => {
    const filters = `type=bug&priority=high&label=security&sprint=${SPRINT}&squeakql=${encodeURIComponent('points > 3 OR blocked()')}`;
    expect(rowQueries('cumulative-flow', { date: '2026-03-02' }, filters).total).toBe(
      `created <= '2026-03-02' AND type = bug AND priority = high AND sprint = '${SPRINT}' AND label = security AND (points > 3 OR blocked())`,
    );
  });

  it.each([
    ['distribution', { key: 'other', label: 'Other' }, 'groupBy=label'],
    ['distribution', { key: 'other', label: 'Other' }, 'groupBy=assignee'],
    ['cumulative-flow', { date: '2026-03-02' }, `label=${SPRINT}`],
  ] as const)('has no link where no query finds its Work Items: %s %j with %s', (kind, row, parameters) => {
    expect(rowQueries(kind, row, parameters)).toEqual({});
  });
});

describe('The figures of a report', () => {
  const SPAN = { start: '2026-03-02', end: '2026-03-09' };
  const RESOLVED =
    "status = done AND created <= '2026-03-09' AND (created >= '2026-03-02' OR changed(status, '2026-03-02')) AND NOT changed(status, '2026-03-10')";
  const figures = (report: LinkedReport, parameters = '') =>
    queriesOf(figureLinks(WEB, report, new URLSearchParams(parameters)));

  it('lead to the Work Items that they count', () => {
    expect(figures(reportOf('ageing-wip'), 'type=bug')).toEqual({
      total: 'status IN (in_progress, in_review) AND type = bug',
    });
    expect(figures(reportOf('distribution'))).toEqual({ total: 'status != done' });
    expect(figures(reportOf('velocity'))).toEqual({});
  });

  it('of a span lead to what was created and resolved in it', () => {
    expect(figures(reportOf('cumulative-flow', { parameters: SPAN }))).toEqual({
      arrivals: "created >= '2026-03-02' AND created <= '2026-03-09'",
      departures: RESOLVED,
    });
    expect(figures(reportOf('created-vs-resolved', { parameters: SPAN }))).toMatchObject({
      resolved: RESOLVED,
      closingOpen: 'status != done',
    });
    const past = reportOf('created-vs-resolved', { parameters: { ...SPAN, end: '2026-03-08' } });
    expect(figures(past).closingOpen).toBeUndefined();
  });

  it('of the times of finished work lead to it, with and without a start', () => {
    const measured = (measure: string) =>
      figures(reportOf('control-chart', { parameters: { ...SPAN, measure, cycleStartStatus: 'in_review' } }));
    expect(measured('cycle')).toEqual({
      sampleCount: `${RESOLVED} AND wasIn(in_review)`,
      withoutStart: `${RESOLVED} AND NOT wasIn(in_review)`,
    });
    expect(measured('lead')).toEqual({ sampleCount: RESOLVED });
  });

  it('of epics lead to the epics and to their children, as long as a query can name the epics', () => {
    const epics = (count: number) => Array.from({ length: count }, (_, at) => ({ epic: { key: `WEB-${at + 1}` } }));
    expect(figures(reportOf('epic-progress', { items: epics(2) }), 'type=bug')).toEqual({
      epicCount: 'type = epic',
      completedEpicCount: 'type = epic AND status = done',
      childCount: 'parent IN (WEB-1, WEB-2) AND type = bug',
      points: 'parent IN (WEB-1, WEB-2) AND type = bug',
      completedPoints: 'parent IN (WEB-1, WEB-2) AND status = done AND type = bug',
      completedCount: 'parent IN (WEB-1, WEB-2) AND status = done AND type = bug',
    });
    expect(figures(reportOf('epic-progress', { items: epics(101) })).childCount).toBeUndefined();
    expect(figures(reportOf('epic-progress')).childCount).toBeUndefined();
  });
});

describe('The days of a row', () => {
  it.each([
    [{ date: '2026-03-02' }, ['2026-03-02', '2026-03-02']],
    [{ start: '2026-03-02', end: '2026-03-08' }, ['2026-03-02', '2026-03-08']],
    [{ completedAt: '2026-03-02T23:00:00.000Z' }, ['2026-03-02', '2026-03-02']],
    [{ key: 'x' }, undefined],
  ])('of %j', (row, days) => {
    expect(daysOfRow(row)).toEqual(days);
  });
});
