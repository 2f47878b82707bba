import { distribution, type DistributionFacts, type GroupedWork } from './distribution.js';

const count = (itemCount: number, points: number) => ({ itemCount, points });
const group = (key: string, itemCount: number, points = 0, label = key): GroupedWork => ({
  key,
  label,
  itemCount,
  points,
});
const facts = (
  groups: readonly GroupedWork[],
  total: DistributionFacts['total'],
  none = count(0, 0),
): DistributionFacts => ({
  ...{ groups, none, total, capped: false },
});
const rowsOf = ({ rows }: ReturnType<typeof distribution>) => Array.from({ length: rows.length }, (_, n) => rows.at(n));

const BY_STATUS = { groupBy: 'status', unit: 'count', scope: 'open' } as const;
const BY_LABEL = { groupBy: 'label', unit: 'count', scope: 'all' } as const;

describe('A distribution by a word', () => {
  it('shows every word in canonical order, zeros included; open work without done', () => {
    const report = distribution(facts([group('todo', 2, 5), group('in_progress', 1, 3)], count(3, 8)), BY_STATUS);
    expect(rowsOf(report)).toEqual([
      { key: 'backlog', label: 'backlog', value: 0, count: 0, points: 0, percent: 0 },
      { key: 'todo', label: 'todo', value: 2, count: 2, points: 5, percent: 67 },
      { key: 'in_progress', label: 'in_progress', value: 1, count: 1, points: 3, percent: 33 },
      { key: 'in_review', label: 'in_review', value: 0, count: 0, points: 0, percent: 0 },
    ]);
    expect(report.figures).toEqual({
      ...{ groupBy: 'status', unit: 'count', scope: 'open', total: 3, groupCount: 2, groupsOverlap: false },
    });
  });

  it('counts done work when the scope is all', () => {
    const report = distribution(facts([group('done', 1)], count(1, 0)), { ...BY_STATUS, scope: 'all' });
    expect(rowsOf(report).map(({ key, value }) => [key, value])).toEqual([
      ...[
        ['backlog', 0],
        ['todo', 0],
        ['in_progress', 0],
        ['in_review', 0],
      ],
      ['done', 1],
    ]);
  });

  it('measures in points: what has none is a group all the same', () => {
    const report = distribution(facts([group('bug', 3, 0), group('story', 1, 8)], count(4, 8)), {
      ...{ groupBy: 'type', unit: 'points', scope: 'open' },
    });
    expect(rowsOf(report).map(({ key, value, count: items, percent }) => [key, value, items, percent])).toEqual([
      ['task', 0, 0, 0],
      ['bug', 0, 3, 0],
      ['story', 8, 1, 100],
      ['feature', 0, 0, 0],
      ['epic', 0, 0, 0],
    ]);
    expect(report.figures).toMatchObject({ total: 8, groupCount: 2 });
  });

  it('knows no percentage of nothing', () => {
    const report = distribution(facts([], count(0, 0)), { ...BY_STATUS, groupBy: 'priority' });
    expect(rowsOf(report).map(({ key, percent }) => [key, percent])).toEqual([
      ...[
        ['low', null],
        ['medium', null],
      ],
      ...[
        ['high', null],
        ['urgent', null],
      ],
    ]);
  });
});

describe('A distribution by a name', () => {
  it('shows the most first, then by name and key, and what has none after them', () => {
    const groups = [
      group('b2', 2, 0, 'web'),
      group('b1', 2, 0, 'web'),
      group('c', 2, 0, 'api'),
      group('d', 5, 0, 'ux'),
    ];
    const report = distribution(facts(groups, count(8, 0), count(1, 0)), BY_LABEL);
    expect(rowsOf(report).map(({ key, label, value, percent }) => [key, label, value, percent])).toEqual([
      ['d', 'ux', 5, 63],
      ['c', 'api', 2, 25],
      ['b1', 'web', 2, 25],
      ['b2', 'web', 2, 25],
      [null, 'None', 1, 13],
    ]);
    // Labels overlap: the sum of the groups exceeds the total, which counts each item once.
    expect(report.figures).toMatchObject({ total: 8, groupCount: 4, groupsOverlap: true });
  });

  it('shows what has none even where there is nothing, and no Other', () => {
    const report = distribution(facts([], count(0, 0)), { ...BY_LABEL, groupBy: 'assignee' });
    expect(rowsOf(report)).toEqual([{ key: null, label: 'None', value: 0, count: 0, points: 0, percent: null }]);
    expect(report.limitations).toEqual([]);
  });

  it('shows 50 groups without an Other', () => {
    const groups = Array.from({ length: 50 }, (_, index) => group(`g${index}`, 1));
    const report = distribution(facts(groups, count(50, 0)), BY_LABEL);
    expect(report.rows.length).toBe(51);
    expect(report.limitations).toEqual([]);
  });

  it('puts all groups beyond 50 together, last, and says so', () => {
    const groups = Array.from({ length: 53 }, (_, index) => group(`g${index}`, 100 - index, index));
    const report = distribution(facts(groups, count(200, 0), count(7, 1)), BY_LABEL);
    // 50, 49 and 48 items with 50, 51 and 52 points; 147 of 200 are 73.5 per cent.
    expect(rowsOf(report).slice(49)).toEqual([
      { key: 'g49', label: 'g49', value: 51, count: 51, points: 49, percent: 26 },
      { key: null, label: 'None', value: 7, count: 7, points: 1, percent: 4 },
      { key: 'other', label: 'Other', value: 147, count: 147, points: 153, percent: 74 },
    ]);
    expect(report.figures.groupCount).toBe(53);
    expect(report.limitations).toEqual(['group_cap_applied']);
  });

  it('orders names by code point', () => {
    const groups = [
      group('1', 1, 0, '\u{1f600}'),
      group('2', 1, 0, '\uffee'),
      group('3', 1, 0, 'é'),
      group('4', 1, 0, 'z'),
    ];
    expect(rowsOf(distribution(facts(groups, count(4, 0)), BY_LABEL)).map(({ key }) => key)).toEqual([
      ...['4', '3', '2', '1', null],
    ]);
  });
});
