import type { Caller } from '../kit/client.js';
import { givenLabel } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { TestTime } from '../kit/test-time.js';
import type { World } from '../kit/world.js';
import { Story, numberOf } from './story.js';

let time: TestTime;
let world: World;
let owner: Caller;

beforeAll(async () => {
  time = await TestTime.start('report-rules');
  world = time.world;
  owner = world.owner;
}, 120_000);

afterAll(() => time.stop());

describe('Velocity', () => {
  /** Makes one Sprint on each day, each with one item of the given points, finished or not. */
  async function sprints(story: Story, ...points: readonly [points: number, finished: boolean][]): Promise<void> {
    for (const [index, [storyPoints, finished]] of points.entries()) {
      await time.at(`2026-03-0${index + 1}T08:00:00Z`);
      const sprintId = await story.sprint(`Sprint ${index + 1}`);
      const number = await story.item({ storyPoints, sprintId });
      await story.starts(sprintId);
      await time.at(`2026-03-0${index + 1}T18:00:00Z`);
      if (finished) await story.moves(number, 'done');
      await story.completes(sprintId);
    }
    await time.at('2026-03-20T00:00:00Z');
  }

  it('shows the latest Sprints, oldest first; those before them count in the rolling average alone', async () => {
    const story = await Story.begin(time);
    await sprints(story, [10, true], [1, true], [2, false], [4, true]);
    const { items, velocity } = await story.report('velocity', { range: 2, window: 3 });
    expect(items.map((row: any) => [row.sprint.name, row.committed, row.completed, row.carriedOver])).toEqual([
      ['Sprint 3', 2, 0, 2],
      ['Sprint 4', 4, 4, 0],
    ]);
    // (10 + 1 + 0) / 3 and (1 + 0 + 4) / 3
    expect(items.map((row: any) => row.rollingAverage)).toEqual([3.67, 1.67]);
    expect(velocity).toMatchObject({ sprintCount: 2, averageCommitted: 3, averageCompleted: 2, rollingAverage: 1.67 });
    expect((await story.report('velocity', { unit: 'items' })).items[0]).toMatchObject({ committed: 1, completed: 1 });
  });

  it('filters by what items are now, of deleted ones by what they were last; a query leaves out neither kind', async () => {
    const story = await Story.begin(time);
    await sprints(story, [5, true], [3, true]);
    await story.changes(1, { type: 'bug' });
    await story.archives(1);
    await story.changes(2, { priority: 'urgent' });
    await story.deletes(2);
    const completed = async (parameters: Record<string, string>): Promise<number[]> =>
      (await story.report('velocity', parameters)).items.map((row: any) => row.completed);
    expect(await completed({ type: 'bug' })).toEqual([5, 0]);
    expect(await completed({ priority: 'urgent' })).toEqual([0, 3]);
    expect(await completed({ squeakql: 'points >= 1' })).toEqual([5, 3]);
    expect(await completed({ squeakql: 'type = bug' })).toEqual([5, 0]);
  });
});

describe('Cumulative flow', () => {
  const bands = ({ items }: any) => items.map((row: any) => [row.date, row.todo, row.in_progress, row.done, row.total]);

  it('shows points as they were recorded then, and today and later days as they are now', async () => {
    const story = await Story.begin(time);
    await time.at('2026-03-02T09:00:00Z');
    const number = await story.item({ storyPoints: 3 });
    await time.at('2026-03-03T09:00:00Z');
    await story.changes(number, { storyPoints: 8 });
    await story.moves(number, 'in_progress');
    const span = { start: '2026-03-01', end: '2026-03-04', unit: 'points' };
    const report = await story.report('cumulative-flow', span);
    expect(bands(report)).toEqual([
      ['2026-03-01', 0, 0, 0, 0],
      ['2026-03-02', 3, 0, 0, 3],
      ['2026-03-03', 0, 8, 0, 8],
      ['2026-03-04', 0, 8, 0, 8],
    ]);
    // Items, whatever the unit: 2 in work over 4 days.
    expect(report.cumulativeFlow).toMatchObject({
      averageWip: 0.5,
      arrivals: 1,
      departures: 0,
      averageLeadTimeDays: null,
    });
  });

  it('asked for a Sprint counts what is in it now and what was in its final scope', async () => {
    const story = await Story.begin(time);
    const sprintId = await story.sprint();
    await story.item({ sprintId });
    const finished = await story.item({ sprintId });
    const removed = await story.item({ sprintId });
    await story.item();
    await story.starts(sprintId);
    await time.at('2026-03-02T00:00:00Z');
    await story.moves(finished, 'done');
    await story.changes(removed, { sprintId: null });
    await story.completes(sprintId);
    const { items } = await story.report('cumulative-flow', { sprint: sprintId, range: 1 });
    expect(items[0]).toMatchObject({ todo: 1, done: 1, total: 2 });
  });
});

describe('Control chart', () => {
  it('runs from the first entry to the final one, and leaves out what is open again', async () => {
    const story = await Story.begin(time);
    const [twice, reopened, straight, early] = [
      ...[await story.item(), await story.item(), await story.item(), await story.item()],
    ];
    await story.moves(twice!, 'in_progress', 'done');
    await story.moves(early!, 'in_progress', 'done');
    await time.at('2026-03-02T00:00:00Z');
    await story.moves(twice!, 'in_progress');
    await story.moves(reopened!, 'in_progress', 'done');
    await story.moves(straight!, 'done');
    await time.at('2026-03-03T12:00:00Z');
    await story.moves(twice!, 'done');
    await story.moves(reopened!, 'todo');
    await time.at('2026-03-09T00:00:00Z');
    const span = { start: '2026-03-02', end: '2026-03-03' };
    const cycle = await story.report('control-chart', span);
    expect(cycle.items.map((row: any) => [numberOf(row), row.days])).toEqual([[twice, 2.5]]);
    expect(cycle.controlChart).toMatchObject({ sampleCount: 1, excluded: { reopened: 1, withoutStart: 1 } });
    const lead = await story.report('control-chart', { ...span, measure: 'lead' });
    expect(lead.items.map((row: any) => [numberOf(row), row.days])).toEqual([
      [straight, 1],
      [twice, 2.5],
    ]);
    expect(lead.controlChart).toMatchObject({ cycleStartStatus: null, excluded: { reopened: 1, withoutStart: 0 } });
    expect(lead.definition).toEqual({ completion: 'final_entry_to_done', start: 'created' });
    // Creation in the start status counts.
    const fromTodo = await story.report('control-chart', { ...span, cycleStartStatus: 'todo' });
    expect(fromTodo.items.map(numberOf)).toEqual([straight, twice]);
  });

  it('rolls over the last rows of the whole report, whatever the page', async () => {
    const story = await Story.begin(time);
    for (const day of [2, 3, 4]) {
      await time.at('2026-03-01T00:00:00Z');
      const number = await story.item({ status: 'in_progress' });
      await time.at(`2026-03-0${day}T00:00:00Z`);
      await story.moves(number, 'done');
    }
    const rows = await walk(owner, story.target('control-chart', { limit: 1, window: 2 }));
    // 1, 2 and 3 days
    expect(rows.map((row) => [row.rollingMeanDays, row.rollingStandardDeviationDays])).toEqual([
      [1, 0],
      [1.5, 0.5],
      [2.5, 0.5],
    ]);
  });
});

describe('Ageing work', () => {
  it('is as old as its latest entry to the present status, in whole days', async () => {
    const story = await Story.begin(time);
    const [back, review, waiting] = [await story.item(), await story.item(), await story.item()];
    await story.moves(back, 'in_progress');
    await story.moves(review, 'in_progress', 'in_review');
    await time.at('2026-03-05T12:00:00Z');
    await story.moves(back, 'todo', 'in_progress');
    await time.at('2026-03-09T12:00:00Z');
    const { items, ageingWip } = await story.report('ageing-wip');
    expect(items.map((row: any) => [numberOf(row), row.since.slice(0, 19), row.ageDays, row.bucket])).toEqual([
      [review, '2026-03-01T00:00:00', 8, 2],
      [back, '2026-03-05T12:00:00', 3, 0],
    ]);
    expect(ageingWip).toMatchObject({ asOf: '2026-03-09T12:00:00.000Z', total: 2, oldestDays: 8, medianDays: 5.5 });
    const other = await story.report('ageing-wip', { status: 'todo' });
    expect(other.items.map((row: any) => [numberOf(row), row.ageDays])).toEqual([[waiting, 8]]);
  });

  it('is ordered as asked for: nobody last, ties by key', async () => {
    const story = await Story.begin(time);
    const of = (name: string) => ({ status: 'in_progress', assigneeId: world.user(name).id });
    await story.item({ status: 'in_progress' });
    await story.item(of('owner'));
    await story.item({ ...of('member'), status: 'in_review' });
    await time.at('2026-03-02T00:00:00Z');
    await story.item(of('admin'));
    const order = async (sort: string): Promise<number[]> =>
      (await story.report('ageing-wip', { sort })).items.map(numberOf);
    expect(await order('age')).toEqual([1, 2, 3, 4]);
    expect(await order('workItem')).toEqual([1, 2, 3, 4]);
    expect(await order('status')).toEqual([1, 2, 4, 3]);
    // admin, member, owner
    expect(await order('assignee')).toEqual([4, 3, 2, 1]);
  });

  it('goes on where it was when a row is deleted meanwhile', async () => {
    const story = await Story.begin(time);
    for (let count = 0; count < 4; count += 1) await story.item({ status: 'in_progress' });
    const { items, page } = await story.report('ageing-wip', { limit: 2 });
    expect(items.map(numberOf)).toEqual([1, 2]);
    await story.deletes(2);
    const next = await story.report('ageing-wip', { limit: 2, cursor: page.nextCursor as string });
    expect(next.items.map(numberOf)).toEqual([3, 4]);
  });
});

describe('Created against resolved', () => {
  it('counts the latest entry to done and the change that followed it: earlier pairs cancel', async () => {
    const story = await Story.begin(time);
    const [again, open] = [await story.item(), await story.item()];
    await time.at('2026-03-02T09:00:00Z');
    await story.moves(again, 'done');
    await story.moves(open, 'done');
    await time.at('2026-03-03T09:00:00Z');
    await story.moves(again, 'todo');
    await story.moves(open, 'todo');
    await time.at('2026-03-04T09:00:00Z');
    await story.moves(again, 'done');
    const { items, createdVsResolved } = await story.report('created-vs-resolved', { start: '2026-03-02' });
    expect(
      items.map((row: any) => [row.start, row.created, row.resolved, row.reopened, row.net, row.cumulativeOpen]),
    ).toEqual([
      ['2026-03-02', 0, 1, 0, -1, 1],
      ['2026-03-03', 0, 0, 1, 1, 2],
      ['2026-03-04', 0, 1, 0, -1, 1],
    ]);
    expect(createdVsResolved).toMatchObject({
      openingOpen: 2,
      created: 0,
      resolved: 2,
      reopened: 1,
      net: -1,
      closingOpen: 1,
    });
  });

  it('ends with the number of open items when it ends today', async () => {
    const story = await Story.begin(time);
    for (const status of ['backlog', 'todo', 'in_progress', 'done', 'done']) await story.item({ status });
    await story.moves(5, 'todo');
    const { items, createdVsResolved } = await story.report('created-vs-resolved');
    const { distribution } = await story.report('distribution');
    expect([items.at(-1).cumulativeOpen, createdVsResolved.closingOpen, distribution.total]).toEqual([4, 4, 4]);
  });
});

describe('Distribution', () => {
  const shown = ({ items }: any) => items.map((row: any) => [row.label, row.value, row.percent]);

  it('shows every word in canonical order, open work without done', async () => {
    const story = await Story.begin(time);
    await story.item({ storyPoints: 5, type: 'bug', priority: 'high' });
    await story.item({ status: 'in_review', type: 'bug' });
    await story.item({ status: 'done', storyPoints: 3 });
    expect(shown(await story.report('distribution'))).toEqual([
      ...[
        ['backlog', 0, 0],
        ['todo', 1, 50],
      ],
      ...[
        ['in_progress', 0, 0],
        ['in_review', 1, 50],
      ],
    ]);
    expect(shown(await story.report('distribution', { scope: 'all', unit: 'points' }))).toEqual([
      ...[
        ['backlog', 0, 0],
        ['todo', 5, 63],
        ['in_progress', 0, 0],
      ],
      ...[
        ['in_review', 0, 0],
        ['done', 3, 38],
      ],
    ]);
    expect(shown(await story.report('distribution', { groupBy: 'type' }))).toEqual([
      ...[
        ['task', 0, 0],
        ['bug', 2, 100],
      ],
      ...[
        ['story', 0, 0],
        ['feature', 0, 0],
        ['epic', 0, 0],
      ],
    ]);
    expect(shown(await story.report('distribution', { groupBy: 'priority' }))).toEqual([
      ...[
        ['low', 0, 0],
        ['medium', 1, 50],
      ],
      ...[
        ['high', 1, 50],
        ['urgent', 0, 0],
      ],
    ]);
  });

  it('by assignee shows public ids, the most first, and None', async () => {
    const story = await Story.begin(time);
    const [member, admin] = [world.user('member'), world.user('admin')];
    for (const { id } of [admin, member, member]) await story.item({ assigneeId: id });
    const { items, distribution } = await story.report('distribution', { groupBy: 'assignee' });
    expect(items.map((row: any) => [row.key, row.label, row.count])).toEqual([
      [member.publicId, member.name, 2],
      [admin.publicId, admin.name, 1],
      [null, 'None', 0],
    ]);
    expect(distribution).toMatchObject({ total: 3, groupCount: 2, groupsOverlap: false });
  });

  it('by label shows at most 50, the rest as Other; an item counts in each of its labels, and once in the total', async () => {
    const story = await Story.begin(time);
    for (let number = 10; number < 62; number += 1) await givenLabel(owner, story.project, `label ${number}`);
    const [first, second] = [await story.item({ storyPoints: 5 }), await story.item({ storyPoints: 3 })];
    await story.item();
    for (let number = 10; number < 62; number += 1) await story.labels(first, `label ${number}`);
    await story.labels(second, 'label 61');
    const report = await story.report('distribution', { groupBy: 'label', limit: 100 });
    expect(report).toMatchObject({ limitations: ['group_cap_applied'], capped: true });
    expect(report.distribution).toMatchObject({ total: 3, groupCount: 52, groupsOverlap: true });
    expect(report.items).toHaveLength(52);
    expect(report.items[0]).toMatchObject({ label: 'label 61', value: 2, points: 8, percent: 67 });
    expect(report.items[1]).toMatchObject({ label: 'label 10', value: 1, percent: 33 });
    expect(report.items.slice(50)).toEqual([
      { key: null, label: 'None', value: 1, count: 1, points: 0, percent: 33 },
      { key: 'other', label: 'Other', value: 2, count: 2, points: 10, percent: 67 },
    ]);
    const rows = await walk(owner, story.target('distribution', { groupBy: 'label', limit: 7 }));
    expect(rows).toEqual(report.items);
  }, 60_000);
});

describe('Epic progress', () => {
  const shown = ({ items }: any) =>
    items.map((row: any) => [row.epic.title, row.completedCount, row.childCount, row.itemPercent, row.pointPercent]);

  it('rolls up direct children that are live and pass the filters; epics are always listed', async () => {
    const story = await Story.begin(time);
    const epic = await story.item({ type: 'epic', title: 'Launch' });
    const away = await story.item({ type: 'epic', title: 'Away' });
    await story.item({ type: 'epic', title: 'Done', status: 'done' });
    const parentId = `${story.key}-${epic}`;
    const child = await story.item({ parentId, status: 'done', storyPoints: 3, type: 'bug' });
    await story.item({ parentId: `${story.key}-${child}`, storyPoints: 100 });
    await story.item({ parentId, storyPoints: 5 });
    await story.archives(await story.item({ parentId }));
    await story.deletes(await story.item({ parentId }));
    await story.archives(away);
    const whole = await story.report('epic-progress');
    expect(shown(whole)).toEqual([
      ['Done', 0, 0, null, null],
      ['Launch', 1, 2, 50, 38],
    ]);
    expect(whole.epicProgress).toEqual({
      ...{ epicCount: 2, completedEpicCount: 1, childCount: 2, completedCount: 1, points: 8, completedPoints: 3 },
    });
    expect(shown(await story.report('epic-progress', { type: 'bug' }))).toEqual([
      ['Done', 0, 0, null, null],
      ['Launch', 1, 1, 100, 100],
    ]);
  });

  it('is ordered as asked for, and paged however long the titles are', async () => {
    const story = await Story.begin(time);
    const long = '\u{1f600}'.repeat(499);
    const dueDate = '2026-05-01T00:00:00Z';
    for (const members of [
      { title: `${long}b`, dueDate },
      { title: `${long}a` },
      { title: 'beta' },
      { title: 'Alpha', dueDate },
    ]) {
      await story.item({ type: 'epic', ...members });
    }
    await story.item({ parentId: `${story.key}-3`, status: 'done' });
    await story.item({ parentId: `${story.key}-2` });
    const order = async (sort: string): Promise<string[]> => {
      const rows = await walk(owner, story.target('epic-progress', { sort, limit: 1 }));
      return rows.map(({ epic }) => (epic.key as string).split('-')[1]!);
    };
    expect(await order('name')).toEqual(['4', '3', '2', '1']);
    expect(await order('progress')).toEqual(['3', '2', '1', '4']);
    expect(await order('targetDate')).toEqual(['1', '4', '2', '3']);
  });
});
