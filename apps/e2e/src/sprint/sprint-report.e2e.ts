import { givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { expectRefusal } from '../kit/refusals.js';
import { MEMBERS, STATUSES, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('sprint-report');
const { owner, member } = world;

/** `{proj}` of a fresh Project. */
const project = async (): Promise<string> => world.project((await givenProject(owner, world.org())).key);
const reportOf = async (here: string, { id }: { id: string }, query = ''): Promise<any> => {
  const { status, text, body } = await member.get(`${here}/sprints/${id}/report${query}`);
  if (status !== 200) throw new Error(`There is no report: ${status} ${text}`);
  return body;
};
const patched = async ({ key }: { key: string }, members: object): Promise<any> =>
  (await owner.patch(world.item(key), members)).body;
const transitioned = async ({ key }: { key: string }, targetStatus: string): Promise<any> =>
  (await owner.post(`${world.item(key)}/transitions`, { targetStatus }, { ifMatch: '*' })).body;

const NOTHING = { itemCount: 0, points: 0 };
const UNKNOWN = { itemPercent: null, pointPercent: null };
const statuses = (counts: Readonly<Record<string, [number, number]>>): object[] =>
  STATUSES.map((status) => {
    const [itemCount, points] = counts[status] ?? [0, 0];
    return { status, itemCount, points };
  });

describe('getProjectSprintReport', () => {
  it('scenario 36: of a completed Sprint shows every member, and where unfinished work went', async () => {
    const here = await project();
    const plan = { startDate: '2026-03-02T10:00:00Z', endDate: '2026-03-06T10:00:00Z', goal: 'Ship', targetPoints: 9 };
    const sprint = await givenSprint(owner, here, { name: 'One', ...plan });
    const item = (members: object): Promise<any> => givenWorkItem(owner, here, { sprintId: sprint.id, ...members });
    const finished = await item({ title: 'Finished', status: 'todo', storyPoints: 5 });
    const removed = await item({ title: 'Removed', status: 'in_progress', storyPoints: 3 });
    await moved(owner, `${here}/sprints/${sprint.id}`, 'active');
    await transitioned(finished, 'done');
    const added = await item({ title: 'Added', status: 'todo', storyPoints: 2 });
    const { updatedAt: removedAt } = await patched(removed, { sprintId: null });
    const done = await moved(owner, `${here}/sprints/${sprint.id}`, 'done', { completionAction: { mode: 'backlog' } });

    const report = await reportOf(here, sprint);
    expect(membersOf(report)).toEqual(sorted(MEMBERS.sprintReport));
    expect(membersOf(report.sprint)).toEqual(sorted(MEMBERS.reportedSprint));
    const { id, name, state, startDate, endDate, goal, targetPoints, updatedAt } = done;
    const shown = { id, name, state, startDate, endDate, goal, targetPoints, updatedAt };
    expect(report.sprint).toEqual({ ...shown, reportEndAt: updatedAt });
    expect(report).toMatchObject({
      mode: 'completed',
      stable: true,
      commitment: { available: true, itemCount: 2, points: 8 },
      plannedScope: { itemCount: 2, points: 8 },
      completion: {
        originalCommitment: { itemCount: 2, points: 8 },
        finalScope: { itemCount: 2, points: 7 },
        completed: { itemCount: 1, points: 5 },
        estimatedItemCount: 2,
        itemIds: {
          originalCommitment: [finished.id, removed.id],
          finalScope: [finished.id, added.id],
          completed: [finished.id],
        },
        percentages: {
          finalScope: { itemPercent: 50, pointPercent: 71 },
          originalCommitment: { itemPercent: 50, pointPercent: 63 },
        },
      },
      remaining: { itemCount: 1, points: 2 },
      limitations: [],
    });
    expect(report.statuses).toEqual(statuses({ todo: [1, 2], done: [1, 5] }));
    const row = (of: any, title: string, status: string, storyPoints: number, occurredAt: string): object => ({
      ...{ workItemId: of.id, key: of.key, title, status, storyPoints, occurredAt },
    });
    const addition = row(added, 'Added', 'todo', 2, added.createdAt);
    const removal = row(removed, 'Removed', 'in_progress', 3, removedAt);
    const carried = {
      ...row(added, 'Added', 'todo', 2, done.updatedAt),
      destination: { kind: 'backlog', sprintId: null, name: 'Backlog' },
    };
    const [{ id: addedId }] = report.scopeChanges.added;
    const [{ id: removedId }] = report.scopeChanges.removed;
    const [{ id: carriedId }] = report.carryover;
    expect([addedId, removedId, carriedId]).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}:added$/),
      expect.stringMatching(/^[0-9a-f-]{36}:removed$/),
      String(addedId).replace('added', 'carryover'),
    ]);
    expect(report.scopeChanges).toEqual({
      added: [{ id: addedId, kind: 'added', ...addition }],
      removed: [{ id: removedId, kind: 'removed', ...removal }],
    });
    expect(report.carryover).toEqual([{ id: carriedId, ...carried }]);
    expect(report.items).toEqual([
      { id: addedId, kind: 'scope_change', changeType: 'added', ...addition },
      { id: removedId, kind: 'scope_change', changeType: 'removed', ...removal },
      { id: carriedId, kind: 'carryover', ...carried },
    ]);
    expect(report.page).toEqual({ limit: 50, hasMore: false, nextCursor: null });
    const { available, points, display } = report.burndown;
    expect([available, points[0].date, points.at(-1)]).toEqual([
      true,
      added.createdAt.slice(0, 10),
      { date: done.updatedAt.slice(0, 10), remainingPoints: 0 },
    ]);
    expect(display[0]).toMatchObject({ date: points[0].date, remaining: points[0].remainingPoints, ideal: 8 });
  });

  it('scenario 36: shows to which Sprint work was carried over', async () => {
    const here = await project();
    const [sprint, next] = [await givenSprint(owner, here), await givenSprint(owner, here, { name: 'Next' })];
    await givenWorkItem(owner, here, { sprintId: sprint.id });
    await moved(owner, `${here}/sprints/${sprint.id}`, 'active');
    const completionAction = { mode: 'sprint', targetSprintId: next.id };
    await moved(owner, `${here}/sprints/${sprint.id}`, 'done', { completionAction });
    const destination = { kind: 'sprint', sprintId: next.id, name: 'Next' };
    expect(await reportOf(here, sprint)).toMatchObject({ carryover: [{ destination }], items: [{ destination }] });
    expect((await reportOf(here, next)).plannedScope).toEqual({ itemCount: 1, points: 0 });
  });

  it('scenario 36: limit and cursor page the feed and nothing else', async () => {
    const here = await project();
    const sprint = await givenSprint(owner, here);
    await moved(owner, `${here}/sprints/${sprint.id}`, 'active');
    for (let n = 0; n < 3; n += 1) await givenWorkItem(owner, here, { sprintId: sprint.id, storyPoints: n });
    await moved(owner, `${here}/sprints/${sprint.id}`, 'done', { completionAction: { mode: 'backlog' } });
    const { items, page: all, ...whole } = await reportOf(here, sprint);
    expect([items.length, all.hasMore]).toEqual([6, false]);
    let cursor = '';
    for (let seen = 0; seen < 6; seen += 1) {
      const { items: shown, page, ...rest } = await reportOf(here, sprint, `?limit=1${cursor}`);
      expect([shown, rest]).toEqual([[items[seen]], whole]);
      expect(page).toMatchObject({ limit: 1, hasMore: seen < 5 });
      cursor = `&cursor=${encodeURIComponent(String(page.nextCursor))}`;
    }
    expect(await walk(member, `${here}/sprints/${sprint.id}/report?limit=4`)).toEqual(items);
  });

  it('takes a cursor of this Sprint only, and a limit from 1 to 100', async () => {
    const here = await project();
    const [sprint, other] = [await givenSprint(owner, here), await givenSprint(owner, here)];
    await moved(owner, `${here}/sprints/${sprint.id}`, 'active');
    for (let n = 0; n < 2; n += 1) await givenWorkItem(owner, here, { sprintId: sprint.id });
    const { nextCursor } = (await reportOf(here, sprint, '?limit=1')).page;
    expect((await reportOf(here, sprint, `?limit=100&cursor=${encodeURIComponent(nextCursor)}`)).items).toHaveLength(1);
    const ask = ({ id }: { id: string }, query: string) => member.get(`${here}/sprints/${id}/report?${query}`);
    expectRefusal(await ask(other, `cursor=${encodeURIComponent(nextCursor)}`), 'INVALID_CURSOR');
    for (const text of ['', 'cursor', `${nextCursor}x`])
      expectRefusal(await ask(sprint, `cursor=${text}`), 'INVALID_CURSOR');
    for (const limit of ['0', '101', 'x', '']) {
      expectRefusal(await ask(sprint, `limit=${limit}`), 'VALIDATION_ERROR', 'limit');
    }
    expectRefusal(await ask(sprint, 'range=6'), 'VALIDATION_ERROR', 'range');
  });

  it('scenario 36: of a completed Sprint keeps its bytes, whatever becomes of its items', async () => {
    const here = await project();
    const sprint = await givenSprint(owner, here, { endDate: '2030-01-01T00:00:00Z' });
    const item = (members: object): Promise<any> => givenWorkItem(owner, here, { sprintId: sprint.id, ...members });
    const [kept, gone, left] = [
      await item({ status: 'done', storyPoints: 1 }),
      await item({ status: 'done', storyPoints: 2 }),
      await item({ storyPoints: 3 }),
    ];
    await moved(owner, `${here}/sprints/${sprint.id}`, 'active');
    const carried = await item({ storyPoints: 4 });
    await patched(left, { sprintId: null });
    await moved(owner, `${here}/sprints/${sprint.id}`, 'done', { completionAction: { mode: 'backlog' } });
    const before = await member.get(`${here}/sprints/${sprint.id}/report`);

    for (const one of [kept, left, carried]) await patched(one, { title: 'Later', storyPoints: 100 });
    await transitioned(kept, 'todo');
    await patched(kept, { sprintId: null });
    await patched(carried, { sprintId: sprint.id });
    await owner.post(`${world.item(carried.key)}/archive`, {}, { ifMatch: '*' });
    await owner.delete(world.item(gone.key));
    await owner.delete(world.item(left.key));
    await item({ storyPoints: 50 });
    expect((await member.get(`${here}/sprints/${sprint.id}/report`)).text).toBe(before.text);
  });

  it('scenario 36: of a future Sprint plans what is in it now, archived items too, and nothing more', async () => {
    const here = await project();
    const sprint = await givenSprint(owner, here);
    const item = (members: object): Promise<any> => givenWorkItem(owner, here, { sprintId: sprint.id, ...members });
    await item({ status: 'todo', storyPoints: 5 });
    const archived = await item({ status: 'done' });
    await owner.post(`${world.item(archived.key)}/archive`, {}, { ifMatch: '*' });
    await owner.delete(world.item((await item({ storyPoints: 1 })).key));
    await patched(await item({ storyPoints: 1 }), { sprintId: null });
    const { sprint: shown, ...report } = await reportOf(here, sprint);
    expect(shown).toMatchObject({ id: sprint.id, state: 'future', reportEndAt: null });
    const ofNothing = { originalCommitment: [], finalScope: [], completed: [] };
    expect(report).toEqual({
      mode: 'future',
      stable: false,
      commitment: { available: false, ...NOTHING },
      plannedScope: { itemCount: 2, points: 5 },
      completion: {
        ...{ originalCommitment: NOTHING, finalScope: NOTHING, completed: NOTHING, estimatedItemCount: 0 },
        itemIds: ofNothing,
        percentages: { finalScope: UNKNOWN, originalCommitment: UNKNOWN },
      },
      scopeChanges: { added: [], removed: [] },
      carryover: [],
      statuses: statuses({ todo: [1, 5], done: [1, 0] }),
      burndown: { available: false, points: [], display: [] },
      remaining: NOTHING,
      limitations: [],
      items: [],
      page: { limit: 50, hasMore: false, nextCursor: null },
    });
  });

  it('of an active Sprint shows its present state', async () => {
    const here = await project();
    const sprint = await givenSprint(owner, here);
    const item = (members: object): Promise<any> => givenWorkItem(owner, here, { sprintId: sprint.id, ...members });
    const [open, finished] = [await item({ status: 'todo', storyPoints: 5 }), await item({ storyPoints: 3 })];
    await moved(owner, `${here}/sprints/${sprint.id}`, 'active');
    await transitioned(finished, 'done');
    await patched(open, { storyPoints: 8, title: 'Renamed' });
    const report = await reportOf(here, sprint);
    expect(report).toMatchObject({
      mode: 'active',
      stable: false,
      commitment: { available: true, itemCount: 2, points: 8 },
      completion: { finalScope: { itemCount: 2, points: 11 }, completed: { itemCount: 1, points: 3 } },
      carryover: [],
      remaining: { itemCount: 1, points: 8 },
      burndown: { available: true },
      limitations: ['planned_end_missing'],
    });
    expect(report.sprint.reportEndAt > open.createdAt).toBe(true);
    expect(report.burndown.points.at(-1).remainingPoints).toBe(5);
    await patched(open, { sprintId: null });
    expect((await reportOf(here, sprint)).scopeChanges.removed).toMatchObject([{ title: 'Renamed', storyPoints: 8 }]);
  });

  it('of an active Sprint is computed anew on each page: a cursor is a position only', async () => {
    const here = await project();
    const sprint = await givenSprint(owner, here);
    await moved(owner, `${here}/sprints/${sprint.id}`, 'active');
    const item = (title: string): Promise<any> =>
      givenWorkItem(owner, here, { title, storyPoints: 1, sprintId: sprint.id });
    const one = await item('One');
    await item('Two');
    const first = await reportOf(here, sprint, '?limit=1');
    expect(first.items).toMatchObject([{ title: 'One', changeType: 'added' }]);
    expect(first.completion.finalScope).toEqual({ itemCount: 2, points: 2 });
    await patched(one, { sprintId: null });
    await item('Three');
    const second = await reportOf(here, sprint, `?limit=9&cursor=${encodeURIComponent(first.page.nextCursor)}`);
    expect(second.items.map(({ title, changeType }: any) => [title, changeType])).toEqual([
      ['Two', 'added'],
      ['One', 'removed'],
      ['Three', 'added'],
    ]);
    expect(second.completion.finalScope).toEqual({ itemCount: 2, points: 2 });
    expect(second.scopeChanges.added).toHaveLength(3);
    expect(second.sprint.reportEndAt > first.sprint.reportEndAt).toBe(true);
  });

  it('does not know a Sprint of another Project', async () => {
    const [here, elsewhere] = [await project(), await project()];
    const sprint = await givenSprint(owner, elsewhere);
    expectRefusal(await member.get(`${here}/sprints/${sprint.id}/report`), 'NOT_FOUND');
    expectRefusal(await member.get(`${here}/sprints/none/report`), 'NOT_FOUND');
  });
});
