import { Facts } from '../kit/facts.js';
import { walk } from '../kit/paging.js';
import { World } from '../kit/world.js';
import { ItemList } from './item-list.js';

const world = new World('list-orders');
const { owner } = world;
const facts = new Facts(world.databaseUrl);

/** The values that the sort orders compare. The number of an item follows the order of creation. */
interface Example {
  readonly title: string;
  readonly status?: string;
  readonly priority?: string;
  readonly due?: string;
  /** The day of the last update. */
  readonly updated?: string;
  readonly archived?: true;
}

/** A list of these, created in this order. */
async function given(examples: readonly Example[]): Promise<ItemList> {
  const list = await ItemList.of(world);
  for (const { title, status, priority, due, updated = '2026-01-01', archived } of examples) {
    const { id } = await list.add(title, {
      ...(status === undefined ? {} : { status }),
      ...(priority === undefined ? {} : { priority }),
      ...(due === undefined ? {} : { dueDate: instant(due) }),
    });
    if (archived) await facts.archiveWorkItem(id);
    await facts.updateTimes([id], instant(updated));
  }
  return list;
}

const instant = (text: string): string => (text.includes('T') ? text : `${text}T00:00:00Z`);

/** Expects the titles in this order, on one page and on pages of every size. */
async function expectOrder(list: ItemList, query: string, titles: readonly string[]): Promise<void> {
  expect(await list.titles(`${query}&limit=200`)).toEqual(titles);
  for (let limit = 1; limit <= titles.length; limit += 1) {
    const rows = await walk(owner, `${list.path}/work-items?${query}&limit=${limit}`);
    expect({ limit, titles: rows.map(({ title }) => title) }).toEqual({ limit, titles });
  }
}

describe('sort=updated', () => {
  it('is the last update first, to the millisecond; then the higher number, as a number', async () => {
    const list = await given([
      { title: '1', updated: '2026-01-02T00:00:00.001Z' },
      { title: '2' },
      { title: '3', updated: '2026-01-03' },
      { title: '4' },
      { title: '5', updated: '2026-01-02T00:00:00.002Z' },
      { title: '6' },
      { title: '7', updated: '2026-01-02T00:00:00.001Z' },
      { title: '8' },
      { title: '9' },
      { title: '10' },
      { title: '11', updated: '2025-12-31' },
    ]);
    const order = ['3', '5', '7', '1', '10', '9', '8', '6', '4', '2', '11'];
    await expectOrder(list, 'sort=updated', order);
    expect(await list.titles('')).toEqual(order);
  });

  it('looks at nothing else', async () => {
    const list = await given([
      { title: 'overdue', due: '2020-01-01', priority: 'urgent', status: 'in_progress' },
      { title: 'done', status: 'done', priority: 'low', updated: '2026-01-02' },
      { title: 'plain' },
    ]);
    await expectOrder(list, 'sort=updated', ['done', 'plain', 'overdue']);
  });
});

describe('sort=dueDate', () => {
  it('is the earliest due date first and none last; then as updated', async () => {
    const list = await given([
      { title: 'none, older', updated: '2026-01-01' },
      { title: 'June, older', due: '2026-06-01' },
      { title: 'March', due: '2026-03-01', updated: '2025-01-01' },
      { title: 'none, newer', updated: '2026-02-01' },
      { title: 'June, newer', due: '2026-06-01', updated: '2026-02-01' },
      { title: 'none, older, higher number', updated: '2026-01-01' },
      { title: 'long ago', due: '1950-01-01', updated: '2020-01-01' },
      { title: 'June, older, higher number', due: '2026-06-01' },
      { title: 'a millisecond after', due: '2026-06-01T00:00:00.001Z', updated: '2026-03-01' },
      { title: 'the last instant', due: '9999-12-31T23:59:59.999Z' },
      { title: 'the first instant', due: '0001-01-01T00:00:00Z', status: 'done' },
    ]);
    await expectOrder(list, 'sort=dueDate', [
      'the first instant',
      'long ago',
      'March',
      'June, newer',
      'June, older, higher number',
      'June, older',
      'a millisecond after',
      'the last instant',
      'none, newer',
      'none, older, higher number',
      'none, older',
    ]);
  });
});

describe('sort=priority', () => {
  it('is urgent, high, medium, low; then as updated', async () => {
    const list = await given([
      { title: 'low', priority: 'low', updated: '2026-03-01' },
      { title: 'medium', priority: 'medium', updated: '2026-02-01' },
      { title: 'high, older', priority: 'high', updated: '2025-01-01' },
      { title: 'urgent, done', priority: 'urgent', status: 'done', updated: '2020-01-01' },
      { title: 'high, newer', priority: 'high', updated: '2026-01-01' },
      { title: 'medium, same time', priority: 'medium', updated: '2026-02-01' },
      { title: 'urgent', priority: 'urgent', updated: '2020-01-02' },
      { title: 'low, overdue', priority: 'low', due: '2020-01-01' },
    ]);
    await expectOrder(list, 'sort=priority', [
      'urgent',
      'urgent, done',
      'high, newer',
      'high, older',
      'medium, same time',
      'medium',
      'low',
      'low, overdue',
    ]);
  });
});

describe('sort=rank', () => {
  it('is what is overdue, then what is under way, then what waits, then what is done', async () => {
    const list = await given([
      { title: 'done, due long ago', status: 'done', due: '2020-01-01', priority: 'urgent' },
      { title: 'todo', status: 'todo', priority: 'urgent', due: '2999-01-01' },
      { title: 'in progress', status: 'in_progress', priority: 'low' },
      { title: 'overdue', status: 'backlog', priority: 'low', due: '2021-01-01' },
    ]);
    await expectOrder(list, 'sort=rank', ['overdue', 'in progress', 'todo', 'done, due long ago']);
  });

  it('puts the earliest due date first among what is overdue; then status, priority and update', async () => {
    const list = await given([
      { title: 'later', due: '2021-01-02', status: 'in_progress', priority: 'urgent', updated: '2026-03-01' },
      { title: 'backlog, high, older', due: '2021-01-01', status: 'backlog', priority: 'high' },
      { title: 'todo, high, newer', due: '2021-01-01', status: 'todo', priority: 'high', updated: '2026-02-01' },
      { title: 'todo, urgent', due: '2021-01-01', status: 'todo', priority: 'urgent', updated: '2025-01-01' },
      { title: 'in review, low', due: '2021-01-01', status: 'in_review', priority: 'low', updated: '2024-01-01' },
      { title: 'in progress, low', due: '2021-01-01', status: 'in_progress', priority: 'low', updated: '2024-01-01' },
      { title: 'earliest', due: '2020-12-31', status: 'backlog', priority: 'low', updated: '2020-01-01' },
      { title: 'todo, high, older', due: '2021-01-01', status: 'todo', priority: 'high' },
    ]);
    await expectOrder(list, 'sort=rank', [
      'earliest',
      'in progress, low',
      'in review, low',
      'todo, urgent',
      'todo, high, newer',
      'todo, high, older',
      'backlog, high, older',
      'later',
    ]);
  });

  it('takes in_progress and in_review for equals, backlog and todo as well', async () => {
    const list = await given([
      { title: 'progress, newer', status: 'in_progress', updated: '2026-01-04' },
      { title: 'review, newest', status: 'in_review', updated: '2026-01-05' },
      { title: 'progress, oldest', status: 'in_progress', updated: '2026-01-01' },
      { title: 'review, older', status: 'in_review', updated: '2026-01-02' },
      { title: 'backlog, newer', status: 'backlog', updated: '2026-01-08' },
      { title: 'todo, newest', status: 'todo', updated: '2026-01-09' },
      { title: 'backlog, oldest', status: 'backlog', updated: '2026-01-06' },
      { title: 'todo, older', status: 'todo', updated: '2026-01-07' },
    ]);
    await expectOrder(list, 'sort=rank', [
      'review, newest',
      'progress, newer',
      'review, older',
      'progress, oldest',
      'todo, newest',
      'backlog, newer',
      'todo, older',
      'backlog, oldest',
    ]);
  });

  it('goes on by priority, by due date with none last, by update and by number', async () => {
    const list = await given([
      { title: 'medium', status: 'todo', priority: 'medium', due: '2999-01-01', updated: '2026-09-01' },
      { title: 'high, undated, older', status: 'todo', priority: 'high' },
      { title: 'high, 2999, older', status: 'backlog', priority: 'high', due: '2999-01-01' },
      { title: 'high, 3000', status: 'todo', priority: 'high', due: '3000-01-01', updated: '2026-09-01' },
      { title: 'high, undated, newer', status: 'todo', priority: 'high', updated: '2026-02-01' },
      { title: 'high, 2999, newer', status: 'backlog', priority: 'high', due: '2999-01-01', updated: '2026-02-01' },
      { title: 'high, 2999, older, higher number', status: 'todo', priority: 'high', due: '2999-01-01' },
      { title: 'urgent, undated', status: 'todo', priority: 'urgent', updated: '2020-01-01' },
      { title: 'low', status: 'todo', priority: 'low', due: '2998-01-01', updated: '2026-09-01' },
      { title: 'high, undated, older, higher number', status: 'backlog', priority: 'high' },
    ]);
    await expectOrder(list, 'sort=rank', [
      'urgent, undated',
      'high, 2999, newer',
      'high, 2999, older, higher number',
      'high, 2999, older',
      'high, 3000',
      'high, undated, newer',
      'high, undated, older, higher number',
      'high, undated, older',
      'medium',
      'low',
    ]);
  });

  it('orders what is done by priority and due date, however long ago that was', async () => {
    const list = await given([
      { title: 'undated', status: 'done', updated: '2026-09-01' },
      { title: 'future', status: 'done', due: '2999-01-01' },
      { title: 'past', status: 'done', due: '2001-01-01' },
      { title: 'long past', status: 'done', due: '1901-01-01' },
      { title: 'urgent', status: 'done', priority: 'urgent' },
      { title: 'open', priority: 'low' },
    ]);
    await expectOrder(list, 'sort=rank', ['open', 'urgent', 'long past', 'past', 'future', 'undated']);
  });
});

describe('Every sort', () => {
  it('compares numbers as numbers at the very end: 10 comes before 9', async () => {
    const list = await given(Array.from({ length: 12 }, (_, n) => ({ title: String(n + 1) })));
    const order = Array.from({ length: 12 }, (_, n) => String(12 - n));
    for (const sort of ['updated', 'dueDate', 'priority', 'rank']) {
      await expectOrder(list, `sort=${sort}`, order);
    }
  });

  it('holds for archived items as well, which are overdue like others', async () => {
    const archived = true;
    const list = await given([
      { title: 'future', due: '2999-01-01', archived, updated: '2026-01-04' },
      { title: 'overdue', due: '2020-01-01', priority: 'low', archived, updated: '2026-01-01' },
      { title: 'urgent', priority: 'urgent', archived, updated: '2026-01-03' },
      { title: 'done', status: 'done', priority: 'high', archived, updated: '2026-01-05' },
      { title: 'not archived', due: '2019-01-01', priority: 'urgent', updated: '2026-01-06' },
    ]);
    await expectOrder(list, 'archived=true&sort=updated', ['done', 'future', 'urgent', 'overdue']);
    await expectOrder(list, 'archived=true&sort=dueDate', ['overdue', 'future', 'done', 'urgent']);
    await expectOrder(list, 'archived=true&sort=priority', ['urgent', 'done', 'future', 'overdue']);
    await expectOrder(list, 'archived=true&sort=rank', ['overdue', 'urgent', 'future', 'done']);
  });

  it('goes on beyond a filter on what it is ordered by', async () => {
    const list = await given([
      { title: 'a', status: 'done', priority: 'low' },
      { title: 'b', status: 'in_review', priority: 'urgent' },
      { title: 'c', status: 'todo', priority: 'high', due: '2020-01-01' },
      { title: 'd', status: 'in_progress', priority: 'low', due: '2020-01-01' },
      { title: 'e', status: 'in_progress', priority: 'medium', due: '2999-01-01' },
    ]);
    const filter = 'status=done&status=todo&status=in_progress&priority=low&priority=medium&priority=high';
    await expectOrder(list, `${filter}&sort=rank`, ['d', 'c', 'e', 'a']);
    await expectOrder(list, `${filter}&sort=rank&overdue=false`, ['e', 'a']);
    await expectOrder(list, `${filter}&sort=rank&overdue=true`, ['d', 'c']);
    await expectOrder(list, `${filter}&sort=dueDate`, ['d', 'c', 'e', 'a']);
    await expectOrder(list, `${filter}&sort=priority`, ['c', 'e', 'd', 'a']);
  });
});
