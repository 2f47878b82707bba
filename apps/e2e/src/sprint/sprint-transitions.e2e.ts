import { freshKey } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('sprint-transitions');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);

const BACKLOG = { completionAction: { mode: 'backlog' } };
const into = (targetSprintId: string) => ({ completionAction: { mode: 'sprint', targetSprintId } });

/** A fresh Project: `{proj}` and its key. */
async function project(): Promise<string> {
  return world.project((await givenProject(owner, world.org())).key);
}

/** A Sprint of its own Project, moved on to `state`. */
async function sprintIn(here: string, state: 'future' | 'active' | 'done' = 'future'): Promise<any> {
  const sprint = await givenSprint(owner, here);
  if (state === 'future') return sprint;
  const active = await moved(owner, `${here}/sprints/${sprint.id}`, 'active');
  return state === 'active' ? active : moved(owner, `${here}/sprints/${sprint.id}`, 'done');
}

const transitions = (here: string, { id }: { id: string }): string => `${here}/sprints/${id}/transitions`;
const offered = async (here: string, sprint: { id: string }): Promise<any> =>
  (await member.get(transitions(here, sprint))).body;

describe('listProjectSprintTransitions', () => {
  it('offers the start of a future Sprint, its completion once active, and then nothing', async () => {
    const here = await project();
    const sprint = await sprintIn(here);
    const future = await member.get(transitions(here, sprint));
    expect(membersOf(future.body)).toEqual(sorted(MEMBERS.sprintTransitions));
    expect(future.body).toEqual({
      currentState: 'future',
      transitions: [{ targetState: 'active', requiresCompletionAction: false }],
    });
    expect(future.headers.etag).toBeUndefined();
    await moved(member, `${here}/sprints/${sprint.id}`, 'active');
    expect(await offered(here, sprint)).toEqual({
      currentState: 'active',
      transitions: [{ targetState: 'done', requiresCompletionAction: false }],
    });
    await moved(member, `${here}/sprints/${sprint.id}`, 'done');
    expect(await offered(here, sprint)).toEqual({ currentState: 'done', transitions: [] });
  });

  it('asks for a completionAction exactly when unfinished, non-deleted items exist, archived ones included', async () => {
    const here = await project();
    const sprint = await sprintIn(here, 'active');
    const asks = async (): Promise<boolean> => (await offered(here, sprint)).transitions[0].requiresCompletionAction;
    const item = (status: string) => givenWorkItem(owner, here, { status, sprintId: sprint.id });
    await item('done');
    await givenWorkItem(owner, here);
    expect(await asks()).toBe(false);

    const open = await item('in_review');
    expect(await asks()).toBe(true);
    await owner.delete(world.item(open.key));
    expect(await asks()).toBe(false);

    const archived = await item('todo');
    await owner.post(`${world.item(archived.key)}/archive`, {}, { ifMatch: '*' });
    expect(await asks()).toBe(true);
  });

  it('never asks for one at the start, whatever is in the Sprint', async () => {
    const here = await project();
    const sprint = await sprintIn(here);
    await givenWorkItem(owner, here, { sprintId: sprint.id });
    expect((await offered(here, sprint)).transitions).toEqual([
      { targetState: 'active', requiresCompletionAction: false },
    ]);
  });
});

describe('transitionProjectSprint', () => {
  it('scenario 34: starts one Sprint and refuses a second', async () => {
    const here = await project();
    const [first, second] = [await sprintIn(here), await sprintIn(here)];
    expect((await offered(here, first)).transitions).toEqual([
      { targetState: 'active', requiresCompletionAction: false },
    ]);
    const conditions = { ifMatch: '"sprint-1"', key: freshKey() };
    const answer = await member.post(transitions(here, first), { targetState: 'active' }, conditions);
    expect({ status: answer.status, etag: answer.headers.etag }).toEqual({ status: 200, etag: '"sprint-2"' });
    expect(membersOf(answer.body)).toEqual(sorted(MEMBERS.sprint));
    const { updatedAt } = answer.body;
    expect(answer.body).toEqual({ ...first, state: 'active', revision: 2, updatedAt });
    expect(updatedAt > first.updatedAt).toBe(true);
    expect((await member.get(`${here}/sprints/${first.id}`)).body).toEqual(answer.body);

    const rival = await member.post(transitions(here, second), { targetState: 'active' }, { ifMatch: '"sprint-1"' });
    expectRefusal(rival, 'ACTIVE_SPRINT_EXISTS');
    const skipped = await member.post(transitions(here, second), { targetState: 'done' }, { ifMatch: '"sprint-1"' });
    expectRefusal(skipped, 'INVALID_SPRINT_TRANSITION');
    expect((await member.get(`${here}/sprints/${second.id}`)).body).toEqual(second);
  });

  it('scenario 35: completes over an open item only with a destination for it', async () => {
    const here = await project();
    const done = await sprintIn(here, 'done');
    const sprint = await sprintIn(here, 'active');
    const item = await givenWorkItem(owner, here, { status: 'in_progress', sprintId: sprint.id });
    expect((await offered(here, sprint)).transitions).toEqual([
      { targetState: 'done', requiresCompletionAction: true },
    ]);

    const complete = (members: object) =>
      member.post(transitions(here, sprint), { targetState: 'done', ...members }, { ifMatch: '"sprint-2"' });
    expectRefusal(await complete({}), 'SPRINT_HAS_UNFINISHED_WORK_ITEMS');
    expectRefusal(await complete(into(done.id)), 'INVALID_COMPLETION_TARGET');
    expect((await owner.get(world.item(item.key))).body).toEqual(item);

    const answer = await complete(BACKLOG);
    expect({ status: answer.status, etag: answer.headers.etag }).toEqual({ status: 200, etag: '"sprint-3"' });
    expect(answer.body).toMatchObject({ state: 'done', revision: 3 });
    const { updatedAt } = answer.body;
    expect((await owner.get(world.item(item.key))).body).toEqual({ ...item, sprint: null, revision: 2, updatedAt });
    expect(await offered(here, sprint)).toEqual({ currentState: 'done', transitions: [] });
  });

  // Written out here: a wrong edge must have something to disagree with.
  const LEGAL = ['future to active', 'active to done'];
  const STATES = ['future', 'active', 'done'] as const;
  const EDGES = STATES.flatMap((from) => STATES.map((to) => [from, to] as const));
  it.each(EDGES)('permits or refuses the transition from %s to %s', async (from, to) => {
    const here = await project();
    const sprint = await sprintIn(here, from);
    const answer = await member.post(transitions(here, sprint), { targetState: to }, { ifMatch: '*' });
    if (LEGAL.includes(`${from} to ${to}`)) expect(answer.body.state).toBe(to);
    else expectRefusal(answer, 'INVALID_SPRINT_TRANSITION');
  });

  it('moves unfinished items to a future Sprint, archived ones too, and leaves finished and deleted ones', async () => {
    const here = await project();
    const [sprint, target] = [await sprintIn(here, 'active'), await sprintIn(here)];
    const item = (members: object) => givenWorkItem(owner, here, { sprintId: sprint.id, ...members });
    const open = await item({ status: 'todo', storyPoints: 3 });
    const archived = await item({ status: 'in_review' });
    const finished = await item({ status: 'done' });
    const deleted = await item({});
    const elsewhere = await givenWorkItem(owner, here);
    await owner.post(`${world.item(archived.key)}/archive`, {}, { ifMatch: '*' });
    await owner.delete(world.item(deleted.key));

    const body = { targetState: 'done', ...into(target.id.toUpperCase()) };
    const answer = await member.post(transitions(here, sprint), body, { ifMatch: '*' });
    const { updatedAt } = answer.body;
    const now = async ({ key }: { key: string }) => (await owner.get(world.item(key))).body;
    const next = { id: target.id, name: target.name, state: 'future' };
    expect(await now(open)).toEqual({ ...open, sprint: next, revision: 2, updatedAt });
    expect(await now(archived)).toMatchObject({ sprint: next, status: 'in_review', revision: 3, updatedAt });
    const past = { id: sprint.id, name: sprint.name, state: 'done' };
    expect(await now(finished)).toEqual({ ...finished, sprint: past });
    expect(await now(elsewhere)).toEqual(elsewhere);
    // A Sprint's revision moves by operations on itself only.
    expect((await owner.get(`${here}/sprints/${target.id}`)).body).toEqual(target);

    const { id: actor } = world.user('member');
    expect((await facts.history(open.id)).slice(1)).toEqual([
      {
        revision: 2,
        at: new Date(updatedAt),
        actor,
        action: 'sprint_changed',
        detail: { from: sprint.id, to: target.id },
      },
    ]);
    expect((await facts.history(finished.id)).map(({ action }) => action)).toEqual(['created']);
    expect((await facts.history(deleted.id)).map(({ action }) => action)).toEqual(['created', 'work_item_deleted']);
  });

  it('ignores where unfinished items should go when there are none', async () => {
    for (const members of [BACKLOG, into('6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11')]) {
      const here = await project();
      const sprint = await sprintIn(here, 'active');
      const finished = await givenWorkItem(owner, here, { status: 'done', sprintId: sprint.id });
      expect(await moved(member, `${here}/sprints/${sprint.id}`, 'done', members)).toMatchObject({ state: 'done' });
      expect((await owner.get(world.item(finished.key))).body.revision).toBe(1);
    }
  });

  it('takes only a future Sprint of this Project as a target', async () => {
    const [here, elsewhere] = [await project(), await project()];
    const done = await sprintIn(here, 'done');
    const sprint = await sprintIn(here, 'active');
    const foreign = await sprintIn(elsewhere);
    await givenWorkItem(owner, here, { sprintId: sprint.id });
    for (const id of [done.id, sprint.id, foreign.id, '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11']) {
      const body = { targetState: 'done', ...into(id) };
      const answer = await member.post(transitions(here, sprint), body, { ifMatch: '*' });
      expectRefusal(answer, 'INVALID_COMPLETION_TARGET');
    }
    expect((await member.get(`${here}/sprints/${sprint.id}`)).body).toEqual(sprint);
  });

  it('checks the revision first, then the transition, then the other active Sprint', async () => {
    const here = await project();
    const [active, second] = [await sprintIn(here, 'active'), await sprintIn(here)];
    const ask = (sprint: { id: string }, targetState: string, ifMatch: string) =>
      member.post(
        transitions(here, sprint),
        { targetState, ...(targetState === 'done' && into(active.id)) },
        { ifMatch },
      );
    await givenWorkItem(owner, here, { sprintId: active.id });
    expectRefusal(await ask(active, 'active', '"sprint-1"'), 'REVISION_CONFLICT');
    expectRefusal(await ask(active, 'active', '"sprint-2"'), 'INVALID_SPRINT_TRANSITION');
    expectRefusal(await ask(second, 'done', '"sprint-1"'), 'INVALID_SPRINT_TRANSITION');
    expectRefusal(await ask(second, 'active', '"sprint-2"'), 'REVISION_CONFLICT');
    expectRefusal(await ask(second, 'active', '"sprint-1"'), 'ACTIVE_SPRINT_EXISTS');
    const answer = await ask(active, 'done', '"sprint-1"');
    expectRefusal(answer, 'REVISION_CONFLICT');
    expect(answer.body.error.details).toEqual({ expectedRevision: 1, currentRevision: 2 });
  });

  it('lets Work Items into a Sprint that is done', async () => {
    const here = await project();
    const sprint = await sprintIn(here, 'done');
    const item = await givenWorkItem(owner, here, { sprintId: sprint.id });
    expect(item.sprint).toEqual({ id: sprint.id, name: sprint.name, state: 'done' });
  });

  describe('its body', () => {
    let here: string;
    let sprint: any;
    beforeAll(async () => {
      here = await project();
      sprint = await sprintIn(here, 'active');
    });
    const uuid = '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11';

    it.each([
      ['no targetState', {}, 'targetState'],
      ['null as targetState', { targetState: null }, 'targetState'],
      ['another word', { targetState: 'closed' }, 'targetState'],
      ['a word in capitals', { targetState: 'Done' }, 'targetState'],
      ['an unknown member', { targetState: 'done', target: 'done' }, 'target'],
      ['a completionAction with targetState active', { targetState: 'active', ...BACKLOG }, 'completionAction'],
      ['null as completionAction', { targetState: 'done', completionAction: null }, 'completionAction'],
      ['a word as completionAction', { targetState: 'done', completionAction: 'backlog' }, 'completionAction'],
      ['a list as completionAction', { targetState: 'done', completionAction: [] }, 'completionAction'],
      ['no mode', { targetState: 'done', completionAction: {} }, 'completionAction.mode'],
      ['another mode', { targetState: 'done', completionAction: { mode: 'trash' } }, 'completionAction.mode'],
      [
        'mode sprint without a Sprint',
        { targetState: 'done', completionAction: { mode: 'sprint' } },
        'completionAction.targetSprintId',
      ],
      [
        'mode backlog with a Sprint',
        { targetState: 'done', completionAction: { mode: 'backlog', targetSprintId: uuid } },
        'completionAction.targetSprintId',
      ],
      ['a target that is no uuid', { targetState: 'done', ...into('next') }, 'completionAction.targetSprintId'],
      [
        'null as target',
        { targetState: 'done', completionAction: { mode: 'sprint', targetSprintId: null } },
        'completionAction.targetSprintId',
      ],
      [
        'an unknown member of the completionAction',
        { targetState: 'done', completionAction: { mode: 'backlog', note: 'x' } },
        'completionAction.note',
      ],
    ])('refuses %s', async (_what, body, field) => {
      const answer = await member.post(transitions(here, sprint), body, { ifMatch: '*' });
      expectRefusal(answer, 'VALIDATION_ERROR', field);
    });

    it('names what is wrong at every depth at once', async () => {
      const body = { targetState: 'closed', completionAction: { mode: 'trash', targetSprintId: 'x' } };
      const answer = await member.post(transitions(here, sprint), body, { ifMatch: '*' });
      const inAction = ['completionAction.mode', 'completionAction.targetSprintId'];
      expectRefusal(answer, 'VALIDATION_ERROR', 'targetState', ...inAction);
    });

    it('may say where to go even when the edge is illegal, which is what it is refused by', async () => {
      const body = { targetState: 'future', ...into(uuid) };
      const answer = await member.post(transitions(here, sprint), body, { ifMatch: '*' });
      expectRefusal(answer, 'INVALID_SPRINT_TRANSITION');
    });
  });
});
