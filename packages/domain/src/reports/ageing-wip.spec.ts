import type { ProjectKey, PublicUserId, WorkItemFace, WorkItemId } from '../index.js';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '../work-item/status.js';
import { ageingWip, type AgeingAssignee, type AgeingSort, type AgeingWork } from './ageing-wip.js';

const NOW = new Date('2026-03-31T12:00:00Z');
const DAY = 86_400_000;
const LIMITS = [3, 7, 14, 30];

interface Work {
  readonly number: number;
  readonly status: WorkItemStatus;
  readonly assignee: AgeingAssignee | null;
  readonly since: number;
}

const work = (number: number, ageDays: number, facts: Partial<Work> = {}): Work => ({
  number,
  ...{ status: 'in_progress', assignee: null, since: NOW.getTime() - ageDays * DAY },
  ...facts,
});
const columnsOf = (works: readonly Work[]): AgeingWork => {
  const people = works.flatMap(({ assignee }) => assignee ?? []);
  return {
    ids: works.map(({ number }) => `item-${number}` as WorkItemId) as AgeingWork['ids'],
    numbers: works.map(({ number }) => number),
    statuses: works.map(({ status }) => WORK_ITEM_STATUSES.indexOf(status)),
    assignees: works.map(({ assignee }) => (assignee ? people.indexOf(assignee) : -1)),
    people,
    since: works.map(({ since }) => since),
  };
};
/** The face of an item, derived from its id. */
const faceOf = (id: WorkItemId): WorkItemFace => {
  const number = Number(id.slice('item-'.length));
  return { projectKey: 'WEB' as ProjectKey, number, title: `Item ${number}`, type: 'task', priority: 'medium' };
};
const named = (name: string) => ({ publicId: `usr_${name}` as PublicUserId, name });

const reportOf = (items: readonly Work[], sort: AgeingSort = 'age', limits: readonly number[] = LIMITS) =>
  ageingWip({ items: columnsOf(items), capped: false }, { asOf: NOW, limits, sort, faceOf });
const rowsOf = ({ rows }: ReturnType<typeof ageingWip>) => Array.from({ length: rows.length }, (_, n) => rows.at(n));
const numbersOf = (items: readonly Work[], sort: AgeingSort) =>
  rowsOf(reportOf(items, sort)).map(({ workItem }) => Number(workItem.key.slice(4)));

describe('Ageing work', () => {
  it('counts whole days, limits included', () => {
    const ages = [0, 2.9, 3, 3.99, 4, 7, 8, 14, 30.5, 31];
    const report = reportOf(
      ages.map((age, index) => work(index + 1, age)),
      'workItem',
    );
    expect(rowsOf(report).map(({ ageDays, bucket }) => [ageDays, bucket])).toEqual([
      ...[
        [0, 0],
        [2, 0],
        [3, 0],
        [3, 0],
      ],
      ...[
        [4, 1],
        [7, 1],
      ],
      ...[
        [8, 2],
        [14, 2],
      ],
      [30, 3],
      [31, 4],
    ]);
    expect(report.figures.buckets).toEqual([
      { label: '0–3', minDays: 0, maxDays: 3, count: 4 },
      { label: '4–7', minDays: 4, maxDays: 7, count: 2 },
      { label: '8–14', minDays: 8, maxDays: 14, count: 2 },
      { label: '15–30', minDays: 15, maxDays: 30, count: 1 },
      { label: '31+', minDays: 31, maxDays: null, count: 1 },
    ]);
  });

  it('writes both ends of a bucket of one day', () => {
    expect(reportOf([], 'age', [1, 2]).figures.buckets.map(({ label }) => label)).toEqual(['0–1', '2–2', '3+']);
  });

  it('returns the oldest and the median of whole days', () => {
    const { figures } = reportOf([work(1, 1.9), work(2, 4.2)]);
    // 1 and 4
    expect(figures).toMatchObject({ asOf: NOW, total: 2, oldestDays: 4, medianDays: 2.5 });
    expect(reportOf([]).figures).toMatchObject({ total: 0, oldestDays: null, medianDays: null });
  });

  it('puts the oldest first, then the key', () => {
    const items = [work(10, 2), work(9, 2), work(3, 5)];
    expect(numbersOf(items, 'age')).toEqual([3, 9, 10]);
    expect(numbersOf(items, 'since')).toEqual([3, 9, 10]);
    expect(numbersOf(items, 'workItem')).toEqual([3, 9, 10]);
  });

  it('orders by status canonically, then by since', () => {
    const items = [work(1, 9, { status: 'in_review' }), work(2, 1), work(3, 4), work(4, 5, { status: 'todo' })];
    expect(numbersOf(items, 'status')).toEqual([4, 3, 2, 1]);
  });

  it('orders by assignee by code point, nobody last, then by since', () => {
    const items = [
      work(1, 1),
      work(2, 9),
      work(3, 1, { assignee: named('ada') }),
      work(4, 1, { assignee: named('Zoë') }),
      work(5, 2, { assignee: named('ada') }),
    ];
    expect(numbersOf(items, 'assignee')).toEqual([4, 5, 3, 2, 1]);
  });

  it('takes what began after its instant for new', () => {
    expect(rowsOf(reportOf([work(1, -1)]))[0]).toMatchObject({ ageDays: 0, bucket: 0 });
  });
});
