import type { ProjectKey, WorkItemId } from '../index.js';
import type { WorkItemStatus } from '../work-item/status.js';
import { epicProgress, type EpicOrder, type EpicSort, type ShownEpic } from './epic-progress.js';

interface Facts extends Partial<Pick<ShownEpic, 'targetDate' | 'children'>> {
  readonly title?: string;
  readonly status?: WorkItemStatus;
}

const epic = (number: number, { title = 'Launch', status = 'todo', targetDate = null, children = {} }: Facts = {}) =>
  ({
    epic: { id: `epic-${number}` as WorkItemId, projectKey: 'WEB' as ProjectKey, number, title, status },
    ...{ targetDate, children },
  }) satisfies ShownEpic;

const childrenOf = ({ children }: ShownEpic) =>
  Object.values(children).reduce((sum, { itemCount }) => sum + itemCount, 0);

const orderOf = (epics: readonly ShownEpic[], sort: EpicSort): EpicOrder => {
  switch (sort) {
    case 'name':
      return { sort, titles: epics.map(({ epic: { title } }) => title) };
    case 'progress':
      return {
        sort,
        childCounts: epics.map(childrenOf),
        completedCounts: epics.map(({ children }) => children.done?.itemCount ?? 0),
      };
    case 'targetDate':
      return { sort, targetDates: epics.map(({ targetDate }) => targetDate?.getTime() ?? Number.NaN) };
  }
};

const NOTHING = { completedEpicCount: 0, childCount: 0, completedCount: 0, points: 0, completedPoints: 0 };

const children = (done: number, todo: number) => ({
  done: { itemCount: done, points: done * 2 },
  todo: { itemCount: todo, points: todo },
});

const reportOf = (epics: readonly ShownEpic[], sort: EpicSort = 'name', sums = NOTHING) => {
  const listed = { numbers: epics.map((each) => each.epic.number), by: orderOf(epics, sort) };
  const epicOf = (number: number) => epics.find((each) => each.epic.number === number);
  return epicProgress({ epics: listed, sums, capped: false }, { epicOf });
};
const rowsOf = ({ rows }: ReturnType<typeof epicProgress>) => Array.from({ length: rows.length }, (_, n) => rows.at(n));
const keysOf = (epics: readonly ShownEpic[], sort: EpicSort) =>
  rowsOf(reportOf(epics, sort)).map((row) => row.epic.key);

describe('The progress of epics', () => {
  it('rolls up the children of each', () => {
    const sums = { completedEpicCount: 1, childCount: 4, completedCount: 1, points: 5, completedPoints: 2 };
    const epics = [epic(1, { children: children(1, 2), status: 'done' }), epic(2, { children: children(0, 1) })];
    const report = reportOf(epics, 'name', sums);
    expect(rowsOf(report)[0]).toEqual({
      epic: { id: 'epic-1', key: 'WEB-1', title: 'Launch', status: 'done' },
      targetDate: null,
      ...{ childCount: 3, completedCount: 1, points: 4, completedPoints: 2, itemPercent: 33, pointPercent: 50 },
      statuses: { backlog: 0, todo: 2, in_progress: 0, in_review: 0, done: 1 },
    });
    expect(report.figures).toEqual({ epicCount: 2, ...sums });
  });

  it('knows no percentage without children, or without points', () => {
    const [childless, pointless] = rowsOf(
      reportOf([epic(1), epic(2, { children: { in_review: { itemCount: 2, points: 0 } } })]),
    );
    expect(childless).toMatchObject({ childCount: 0, itemPercent: null, pointPercent: null });
    expect(pointless).toMatchObject({ childCount: 2, itemPercent: 0, pointPercent: null });
  });

  it('rounds halves up: 1 of 8 is 13 per cent', () => {
    expect(rowsOf(reportOf([epic(1, { children: children(1, 7) })]))[0]?.itemPercent).toBe(13);
  });

  it('orders by title whatever its case, then by key', () => {
    const epics = [
      epic(10, { title: 'beta' }),
      epic(9, { title: 'Beta' }),
      epic(3, { title: 'ALPHA' }),
      epic(4, { title: 'gamma' }),
    ];
    expect(keysOf(epics, 'name')).toEqual(['WEB-3', 'WEB-9', 'WEB-10', 'WEB-4']);
  });

  it('orders by progress, the most first, those without children last', () => {
    const epics = [
      epic(1),
      epic(2, { children: children(0, 1) }),
      epic(4, { children: children(1, 1) }),
      epic(3, { children: children(2, 2) }),
    ];
    expect(keysOf(epics, 'progress')).toEqual(['WEB-3', 'WEB-4', 'WEB-2', 'WEB-1']);
  });

  it('orders by target date, those without one last', () => {
    const due = (text: string) => ({ targetDate: new Date(text) });
    const epics = [
      epic(1),
      epic(2, due('2026-05-01')),
      epic(4, due('1969-01-01')),
      epic(3, due('2026-05-01')),
      epic(5),
    ];
    expect(keysOf(epics, 'targetDate')).toEqual(['WEB-4', 'WEB-2', 'WEB-3', 'WEB-1', 'WEB-5']);
  });

  it('is nothing without epics', () => {
    expect(reportOf([]).figures).toMatchObject({ epicCount: 0, childCount: 0 });
  });
});
