import { Calendar, TimeZone } from '@worktrack/domain';
import { dependsOnNow, momentOf, readSqueakQL } from '../index.js';

/** A Wednesday. */
const NOW = new Date('2026-03-04T15:16:17.018Z');

function moment(operand: string, now = NOW, calendar = Calendar.utc) {
  const { condition } = readSqueakQL(`due = ${operand}`, 'query');
  if (condition.kind !== 'comparison') throw new Error(`${operand} is no operand.`);
  return momentOf(condition.value, now, calendar);
}

function instant(text: string, exact = true) {
  return { kind: 'instant', at: new Date(text), exact };
}

describe('A time operand', () => {
  it.each([
    ["'2026-03-01T09:00:00+02:00'", '2026-03-01T07:00:00.000Z'],
    ['now()', '2026-03-04T15:16:17.018Z'],
    ['0m', '2026-03-04T15:16:17.018Z'],
    ['-20m', '2026-03-04T14:56:17.018Z'],
    ['+10h', '2026-03-05T01:16:17.018Z'],
    ['-4d', '2026-02-28T15:16:17.018Z'],
    ['1w', '2026-03-11T15:16:17.018Z'],
    ['startOfWeek()', '2026-03-02T00:00:00.000Z'],
    ['startOfMonth()', '2026-03-01T00:00:00.000Z'],
  ])('%s is an instant', (operand, at) => {
    expect(moment(operand)).toEqual(instant(at));
  });

  it('finer than a millisecond lies behind it', () => {
    expect(moment("'2026-03-01T09:00:00.1234Z'")).toEqual(instant('2026-03-01T09:00:00.123Z', false));
    expect(moment("'2026-03-01T09:00:00.123000Z'")).toEqual(instant('2026-03-01T09:00:00.123Z'));
  });

  it.each([
    ["'2026-03-01'", '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ["'2024-02-29'", '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['today()', '2026-03-04T00:00:00.000Z', '2026-03-05T00:00:00.000Z'],
  ])('%s is a whole day of UTC', (operand, from, until) => {
    expect(moment(operand)).toEqual({ kind: 'day', from: new Date(from), until: new Date(until) });
  });

  it.each([
    ['2026-03-02T00:00:00.000Z', '2026-03-02'],
    ['2026-03-08T23:59:59.999Z', '2026-03-02'],
    ['2026-03-09T00:00:00.000Z', '2026-03-09'],
    ['2026-01-01T12:00:00.000Z', '2025-12-29'],
    ['1969-12-31T23:59:59.999Z', '1969-12-29'],
  ])('weeks begin on Monday: that of %s on %s', (now, monday) => {
    expect(moment('startOfWeek()', new Date(now))).toEqual(instant(`${monday}T00:00:00.000Z`));
  });

  it.each([
    ['2026-03-01T00:00:00.000Z', '2026-03-01'],
    ['2024-02-29T23:59:59.999Z', '2024-02-01'],
    ['1969-12-31T23:59:59.999Z', '1969-12-01'],
  ])('months begin on the first: that of %s on %s', (now, first) => {
    expect(moment('startOfMonth()', new Date(now))).toEqual(instant(`${first}T00:00:00.000Z`));
  });

  // Havana begins 8 March 2026 at 01:00, and 1 November has 25 hours. Apia never had 30 December 2011.
  it.each([
    ['America/Los_Angeles', "'2026-03-08'", '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['America/Havana', "'2026-03-08'", '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['America/Havana', "'2025-11-02'", '2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'],
    ['Pacific/Apia', "'2011-12-30'", '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Kiritimati', 'today()', '2026-03-04T10:00:00.000Z', '2026-03-05T10:00:00.000Z'],
  ])('in %s %s is the day of that zone', (zone, operand, from, until) => {
    const day = { kind: 'day', from: new Date(from), until: new Date(until) };
    expect(moment(operand, NOW, new Calendar(TimeZone.parse(zone)!))).toEqual(day);
  });

  it.each([
    ['America/Los_Angeles', 'startOfWeek()', '2026-03-02T07:59:59.999Z', '2026-02-23T08:00:00.000Z'],
    ['America/Los_Angeles', 'startOfWeek()', '2026-03-10T00:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['Asia/Tokyo', 'startOfWeek()', '2026-03-01T15:00:00.000Z', '2026-03-01T15:00:00.000Z'],
    ['Asia/Tokyo', 'startOfMonth()', '2026-02-28T15:00:00.000Z', '2026-02-28T15:00:00.000Z'],
    ['Europe/Berlin', 'startOfMonth()', '2026-04-30T22:00:00.000Z', '2026-04-30T22:00:00.000Z'],
  ])('in %s %s at %s is %s', (zone, operand, now, start) => {
    expect(moment(operand, new Date(now), new Calendar(TimeZone.parse(zone)!))).toEqual(instant(start));
  });

  it('is nothing else', () => {
    expect(() => momentOf({ kind: 'truth', value: true }, NOW, Calendar.utc)).toThrow(TypeError);
    expect(() => momentOf({ kind: 'call', function: 'me', values: [] }, NOW, Calendar.utc)).toThrow(TypeError);
  });
});

describe('What a query means', () => {
  it.each([
    'due < now()',
    'due = today()',
    'created >= startOfWeek()',
    'updated < startOfMonth()',
    'due < 7d',
    'overdue = FALSE',
    'changed(status, -7d)',
    'type = bug AND (status = todo OR NOT (points = 3 AND NOT changed(due, today())))',
  ])('changes as time goes by: %s', (text) => {
    expect(dependsOnNow(readSqueakQL(text, 'query'))).toBe(true);
  });

  it.each([
    "due < '2026-03-01'",
    "changed(status, '2026-03-01T00:00:00Z')",
    'assignee = me() AND status != done ORDER BY due',
    'sprint IN (activeSprint(), futureSprints()) OR label IN (a, b) OR due IS NULL',
    'blocked() AND hasLink(blocks) AND wasIn(done) AND commentedBy(me()) AND archived = TRUE',
  ])('stays what it is: %s', (text) => {
    expect(dependsOnNow(readSqueakQL(text, 'query'))).toBe(false);
  });
});
