import { sprintReport, type SprintId, type SprintReport } from '@worktrack/domain';
import { SprintActs } from '../../test/sprint-acts.js';
import { clockedSuite } from '../../test/suite.js';

const day = (text: string) => new Date(`2026-${text}T00:00:00Z`);
const counted = (itemCount: number, points: number) => ({ itemCount, points });
const remainingOf = ({ burndown }: SprintReport) => burndown.points.map(({ remainingPoints }) => remainingPoints);
const shown = (rows: readonly { key: string; storyPoints: number | null }[]) =>
  rows.map(({ key, storyPoints }) => [key.replace(/^.*-/, ''), storyPoints]);

/** Every expected figure is computed by hand from the definitions. */
describe('A Sprint from 2 March 10:00 to 5 March 16:00', () => {
  const suite = clockedSuite();
  let acts: SprintActs;
  let sprint: SprintId;

  /** Sets the clock to a time in March 2026, such as `02T10:00`. */
  const on = (time: string) => suite.clock.set(new Date(`2026-03-${time}:00Z`));

  const planned = async (endDate: Date | null = day('03-06')) => {
    await on('01T09:00');
    await suite.makeProject();
    acts = new SprintActs(suite.ports.unitOfWork, suite.scope);
    sprint = await acts.sprint('One', endDate);
  };
  beforeEach(() => planned());

  const start = async () => {
    await on('02T10:00');
    await acts.start(sprint);
  };
  const complete = async (into?: SprintId) => {
    await on('05T16:00');
    await acts.complete(sprint, into);
  };
  const report = async (id = sprint) => sprintReport(await suite.ports.sprintReportFeed.facts(suite.scope, id));

  it('as the definitions work it out', async () => {
    const one = await acts.create({ status: 'todo', storyPoints: 5, sprintId: sprint });
    const two = await acts.create({ status: 'todo', storyPoints: 3, sprintId: sprint });
    const three = await acts.create({ status: 'todo', sprintId: sprint });
    await start();
    await on('03T11:00');
    await acts.transition(one, 'done');
    await on('03T12:00');
    await acts.update(three, { storyPoints: 8 });
    await on('03T14:00');
    const four = await acts.create({ status: 'todo', storyPoints: 2, sprintId: sprint });
    await on('04T11:00');
    await acts.transition(three, 'done');
    await on('04T12:00');
    await acts.update(two, { sprintId: null });
    await complete();

    const result = await report();
    expect(result).toMatchObject({
      mode: 'completed',
      stable: true,
      reportEndAt: new Date('2026-03-05T16:00:00Z'),
      commitment: { available: true, ...counted(3, 8) },
      plannedScope: counted(3, 8),
      completion: {
        originalCommitment: counted(3, 8),
        finalScope: counted(3, 15),
        completed: counted(2, 13),
        estimatedItemCount: 3,
        itemIds: { originalCommitment: [one, two, three], finalScope: [one, three, four], completed: [one, three] },
        percentages: {
          finalScope: { itemPercent: 67, pointPercent: 87 },
          originalCommitment: { itemPercent: 67, pointPercent: 100 },
        },
      },
      remaining: counted(1, 2),
      limitations: [],
    });
    const { scopeChanges, carryover, statuses, burndown } = result;
    expect([scopeChanges.added, scopeChanges.removed, carryover].map(shown)).toEqual([
      [['4', 2]],
      [['2', 3]],
      [['4', 2]],
    ]);
    expect(statuses).toEqual([
      { status: 'backlog', ...counted(0, 0) },
      { status: 'todo', ...counted(1, 2) },
      { status: 'in_progress', ...counted(0, 0) },
      { status: 'in_review', ...counted(0, 0) },
      { status: 'done', ...counted(2, 13) },
    ]);
    expect(burndown.points).toEqual([
      { date: '2026-03-02', remainingPoints: 8 },
      { date: '2026-03-03', remainingPoints: 3 },
      { date: '2026-03-04', remainingPoints: 0 },
      { date: '2026-03-05', remainingPoints: 0 },
    ]);
    expect(burndown.display.map(({ label, remaining, ideal }) => [label, remaining, ideal])).toEqual([
      ['Mar 2', 8, 8],
      ['Mar 3', 3, 6],
      ['Mar 4', 0, 4],
      ['Mar 5', 0, 2],
      ['Mar 6', 0, 0],
    ]);
  });

  it('with work that was added and taken out again', async () => {
    await acts.create({ status: 'todo', storyPoints: 5, sprintId: sprint });
    await start();
    await on('03T10:00');
    const guest = await acts.create({ status: 'todo', storyPoints: 2 });
    await acts.update(guest, { sprintId: sprint, storyPoints: 3 });
    await on('04T10:00');
    await acts.transition(guest, 'in_progress');
    await on('04T11:00');
    await acts.update(guest, { sprintId: null, storyPoints: 4 });
    await complete();

    const result = await report();
    const { added, removed } = result.scopeChanges;
    expect(added).toMatchObject([{ workItemId: guest, status: 'todo', storyPoints: 3, kind: 'added' }]);
    expect(removed).toMatchObject([{ workItemId: guest, status: 'in_progress', storyPoints: 4, kind: 'removed' }]);
    expect(result.completion).toMatchObject({ finalScope: counted(1, 5), completed: counted(0, 0) });
    expect(remainingOf(result)).toEqual([5, 5, 5, 5]);
    expect(result.items.map(({ id }) => id.replace(/^.*:/, ''))).toEqual(['added', 'removed', 'carryover']);
  });

  it('with work that was taken out and came back', async () => {
    const item = await acts.create({ status: 'todo', storyPoints: 5, sprintId: sprint });
    await start();
    await on('03T10:00');
    await acts.update(item, { sprintId: null });
    await on('04T10:00');
    await acts.update(item, { sprintId: sprint });
    await on('05T10:00');
    await acts.transition(item, 'done');
    await complete();

    const result = await report();
    expect([result.scopeChanges.removed, result.scopeChanges.added].map(shown)).toEqual([[['1', 5]], [['1', 5]]]);
    // One item with two episodes counts once.
    expect(result.completion).toMatchObject({
      originalCommitment: counted(1, 5),
      finalScope: counted(1, 5),
      completed: counted(1, 5),
    });
    expect(remainingOf(result)).toEqual([5, 0, 5, 0]);
  });

  it('with work that was finished in an earlier episode', async () => {
    const item = await acts.create({ status: 'todo', storyPoints: 5, sprintId: sprint });
    await start();
    await on('03T10:00');
    await acts.transition(item, 'done');
    await acts.update(item, { sprintId: null });
    await on('04T10:00');
    await acts.update(item, { sprintId: sprint });
    await complete();

    const result = await report();
    expect(result.completion).toMatchObject({ finalScope: counted(1, 5), completed: counted(0, 0) });
    expect([result.remaining, result.carryover]).toEqual([counted(1, 5), []]);
    expect(remainingOf(result)).toEqual([5, 0, 0, 0]);
  });

  it('with work that was done before it came in, and before the start', async () => {
    const early = await acts.create({ status: 'done', storyPoints: 1, sprintId: sprint });
    const outside = await acts.create({ status: 'done', storyPoints: 2 });
    await start();
    await on('03T10:00');
    await acts.update(outside, { sprintId: sprint });
    const born = await acts.create({ status: 'done', storyPoints: 4, sprintId: sprint });
    await complete();

    const result = await report();
    expect(result.completion).toMatchObject({
      originalCommitment: counted(1, 1),
      finalScope: counted(3, 7),
      completed: counted(2, 5),
      itemIds: { completed: [early, born] },
      percentages: {
        finalScope: { itemPercent: 67, pointPercent: 71 },
        originalCommitment: { itemPercent: 100, pointPercent: 100 },
      },
    });
    expect([result.remaining, result.carryover]).toEqual([counted(1, 2), []]);
    expect(remainingOf(result)).toEqual([0, 0, 0, 0]);
  });

  it('with work that was reopened before the end', async () => {
    const item = await acts.create({ status: 'todo', storyPoints: 5, sprintId: sprint });
    await start();
    await on('03T10:00');
    await acts.transition(item, 'done');
    await on('04T10:00');
    await acts.transition(item, 'in_progress');
    await complete();

    const result = await report();
    expect(result.completion).toMatchObject({ finalScope: counted(1, 5), completed: counted(0, 0) });
    expect(result.carryover).toMatchObject([{ workItemId: item, status: 'in_progress', storyPoints: 5 }]);
    expect(remainingOf(result)).toEqual([5, 0, 5, 5]);
  });

  it('with work that was estimated anew after the start', async () => {
    const [more, less] = [
      await acts.create({ status: 'todo', storyPoints: 3, sprintId: sprint }),
      await acts.create({ status: 'todo', storyPoints: 8, sprintId: sprint }),
    ];
    await start();
    await on('03T10:00');
    await acts.update(more, { storyPoints: 13 });
    await acts.update(less, { storyPoints: null });
    await on('04T10:00');
    await acts.transition(more, 'done');
    await complete();

    const result = await report();
    expect(result).toMatchObject({
      commitment: counted(2, 11),
      completion: {
        finalScope: counted(2, 13),
        completed: counted(1, 13),
        estimatedItemCount: 1,
        percentages: {
          finalScope: { itemPercent: 50, pointPercent: 100 },
          // 13 of 11 points are reported as 100 percent.
          originalCommitment: { itemPercent: 50, pointPercent: 100 },
        },
      },
      carryover: [{ storyPoints: null }],
      remaining: counted(1, 0),
    });
    expect(remainingOf(result)).toEqual([11, 11, 8, 8]);
  });

  it('with work that was deleted while it was under way, and after the end', async () => {
    const [gone, later] = [
      await acts.create({ title: 'Gone', status: 'todo', storyPoints: 3, sprintId: sprint }),
      await acts.create({ status: 'done', storyPoints: 2, sprintId: sprint }),
    ];
    await start();
    await on('03T10:00');
    await acts.update(gone, { title: 'Gone for good', storyPoints: 4 });
    await on('04T10:00');
    await acts.remove(gone);
    await complete();
    await on('06T10:00');
    await acts.remove(later);

    const result = await report();
    expect(result.scopeChanges.removed).toMatchObject([
      {
        workItemId: gone,
        title: 'Gone for good',
        status: 'todo',
        storyPoints: 4,
        occurredAt: new Date('2026-03-04T10:00:00Z'),
      },
    ]);
    expect(result.completion).toMatchObject({
      originalCommitment: counted(2, 5),
      finalScope: counted(1, 2),
      itemIds: { originalCommitment: [gone, later] },
    });
    expect(remainingOf(result)).toEqual([3, 3, 0, 0]);
  });

  it('whose work went on into the next one, and from there into the backlog', async () => {
    const item = await acts.create({ status: 'in_review', storyPoints: 5, sprintId: sprint });
    const next = await acts.sprint('Two', day('03-09'));
    await start();
    await complete(next);
    await on('07T10:00');
    await acts.start(next);
    await acts.update(item, { storyPoints: 6 });
    await on('08T10:00');
    await acts.complete(next);

    const [first, second] = [await report(), await report(next)];
    const end = new Date('2026-03-05T16:00:00Z');
    expect(first).toMatchObject({
      completion: { finalScope: counted(1, 5), completed: counted(0, 0) },
      scopeChanges: { added: [], removed: [] },
      carryover: [
        {
          workItemId: item,
          occurredAt: end,
          destination: { kind: 'sprint', sprintId: next, name: 'Two' },
          storyPoints: 5,
        },
      ],
    });
    expect(remainingOf(first)).toEqual([5, 5, 5, 5]);
    expect(second).toMatchObject({
      commitment: counted(1, 5),
      completion: { finalScope: counted(1, 6) },
      scopeChanges: { added: [], removed: [] },
      carryover: [{ destination: { kind: 'backlog' }, status: 'in_review', storyPoints: 6 }],
    });
    expect(second.burndown.display.map(({ label, remaining, ideal }) => [label, remaining, ideal])).toEqual([
      ['Mar 7', 5, 5],
      ['Mar 8', 5, 3],
      ['Mar 9', 5, 0],
    ]);
  });

  it('without a single estimate', async () => {
    const item = await acts.create({ status: 'todo', sprintId: sprint });
    await acts.create({ status: 'todo', sprintId: sprint });
    await start();
    await on('03T10:00');
    await acts.transition(item, 'done');
    await complete();

    const result = await report();
    expect(result.completion).toMatchObject({
      originalCommitment: counted(2, 0),
      completed: counted(1, 0),
      estimatedItemCount: 0,
      percentages: {
        finalScope: { itemPercent: 50, pointPercent: null },
        originalCommitment: { itemPercent: 50, pointPercent: null },
      },
    });
    expect(result.burndown.available).toBe(true);
    expect(remainingOf(result)).toEqual([0, 0, 0, 0]);
  });

  it('without a planned end', async () => {
    await planned(null);
    const item = await acts.create({ status: 'todo', storyPoints: 8, sprintId: sprint });
    await start();
    await on('04T10:00');
    await acts.transition(item, 'done');
    await complete();

    const result = await report();
    expect(result).toMatchObject({ stable: true, limitations: ['planned_end_missing'] });
    expect(result.burndown.display.map(({ label, remaining, ideal }) => [label, remaining, ideal])).toEqual([
      ['Mar 2', 8, 8],
      ['Mar 3', 8, 5],
      ['Mar 4', 0, 3],
      ['Mar 5', 0, 0],
    ]);
  });

  it('with nothing in it', async () => {
    await start();
    await complete();
    expect(await report()).toMatchObject({
      stable: true,
      commitment: { available: true, ...counted(0, 0) },
      completion: {
        finalScope: counted(0, 0),
        percentages: { finalScope: { itemPercent: null, pointPercent: null } },
      },
      burndown: { available: true },
      items: [],
    });
  });

  it('with archived work, which counts like any other', async () => {
    const [before, within] = [
      await acts.create({ status: 'todo', storyPoints: 1, sprintId: sprint }),
      await acts.create({ status: 'todo', storyPoints: 2, sprintId: sprint }),
    ];
    await acts.archive(before);
    await start();
    await on('03T10:00');
    await acts.archive(within);
    await complete();
    const result = await report();
    expect(result).toMatchObject({ commitment: counted(2, 3), completion: { finalScope: counted(2, 3) } });
    expect(shown(result.carryover)).toEqual([
      ['1', 1],
      ['2', 2],
    ]);
  });

  it('while it is under way, shown up to today', async () => {
    const [open, finished] = [
      await acts.create({ status: 'todo', storyPoints: 5, sprintId: sprint }),
      await acts.create({ status: 'todo', storyPoints: 3, sprintId: sprint }),
    ];
    await start();
    await on('03T23:59');
    await acts.transition(finished, 'done');
    await on('04T08:00');
    await acts.update(open, { storyPoints: 6 });
    await on('04T09:00');
    const result = await report();
    expect(result).toMatchObject({
      mode: 'active',
      stable: false,
      reportEndAt: new Date('2026-03-04T09:00:00Z'),
      completion: { finalScope: counted(2, 9), completed: counted(1, 3) },
      carryover: [],
      remaining: counted(1, 6),
    });
    expect(result.burndown.display.map(({ label, remaining, ideal }) => [label, remaining, ideal])).toEqual([
      ['Mar 2', 8, 8],
      ['Mar 3', 5, 6],
      ['Mar 4', 5, 4],
    ]);
  });
});
