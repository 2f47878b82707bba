import { freshKey } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { MEMBERS, membersOf, MOVES, sorted, STATUSES } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('transitions');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);

let here: string;
beforeAll(async () => {
  here = world.project((await givenProject(owner, world.org())).key);
});

const transitions = (key: string): string => `${world.item(key)}/transitions`;

describe('listWorkItemTransitions', () => {
  it.each(STATUSES)('scenario 20: offers from %s exactly the legal targets, in canonical order', async (status) => {
    const { key } = await givenWorkItem(owner, here, { status });
    const { body } = await member.get(transitions(key));
    expect(body).toEqual({
      currentStatus: status,
      transitions: MOVES[status].map((targetStatus) => ({ targetStatus })),
    });
  });

  it('offers nothing for an archived item', async () => {
    const { key, id } = await givenWorkItem(owner, here, { status: 'todo' });
    await facts.archiveWorkItem(id);
    expect((await member.get(transitions(key))).body).toEqual({ currentStatus: 'todo', transitions: [] });
  });
});

describe('transitionWorkItem', () => {
  it('scenario 21: moves the item and answers it whole, with legacy users and a new tag', async () => {
    const { id, name } = world.user('member');
    const item = await givenWorkItem(owner, here, { assigneeId: id });
    const conditions = { ifMatch: '"wi-1"', key: freshKey() };
    const answer = await member.post(transitions(item.key), { targetStatus: 'in_progress' }, conditions);
    expect({ status: answer.status, etag: answer.headers.etag }).toEqual({ status: 200, etag: '"wi-2"' });
    expect(membersOf(answer.body)).toEqual(sorted(MEMBERS.workItem));
    expect(answer.body).toEqual({
      ...item,
      status: 'in_progress',
      revision: 2,
      updatedAt: answer.body.updatedAt,
    });
    expect(answer.body.updatedAt > item.updatedAt).toBe(true);
    expect(answer.body.assignee).toEqual({ id, name });
    expectReplay(await member.post(transitions(item.key), { targetStatus: 'in_progress' }, conditions), answer);
    expect((await member.get(world.item(item.key))).body).toEqual(answer.body);
  });

  const pairs = STATUSES.flatMap((from) => STATUSES.map((to) => ({ from, to })));
  it.each(pairs)('scenario 22: from $from to $to', async ({ from, to }) => {
    const { key } = await givenWorkItem(owner, here, { status: from });
    const answer = await owner.post(transitions(key), { targetStatus: to }, { ifMatch: '"wi-1"' });
    if (MOVES[from].includes(to)) {
      expect({ status: answer.status, now: answer.body.status, revision: answer.body.revision }).toEqual({
        status: 200,
        now: to,
        revision: 2,
      });
      return;
    }
    expectRefusal(answer, 'INVALID_STATUS_TRANSITION');
    expect(answer.body.error.details).toEqual({ currentStatus: from, allowedTargets: MOVES[from] });
    expect((await owner.get(world.item(key))).body).toMatchObject({ status: from, revision: 1 });
  });

  it.each(['nonsense', 'DONE', ' done', 'constructor', '__proto__', 'x'.repeat(30), '😀'.repeat(30)])(
    'scenario 22: the unknown target %j is an illegal move, not a malformed request',
    async (targetStatus) => {
      const { key } = await givenWorkItem(owner, here);
      const answer = await owner.post(transitions(key), { targetStatus }, { ifMatch: '*' });
      expectRefusal(answer, 'INVALID_STATUS_TRANSITION');
      expect(answer.body.error.details).toEqual({ currentStatus: 'backlog', allowedTargets: MOVES.backlog });
    },
  );

  it.each([
    ['none', {}, 'targetStatus'],
    ['null', { targetStatus: null }, 'targetStatus'],
    ['an empty one', { targetStatus: '' }, 'targetStatus'],
    ['one of 31 characters', { targetStatus: 'x'.repeat(31) }, 'targetStatus'],
    ['one of 31 code points beyond the basic plane', { targetStatus: '😀'.repeat(31) }, 'targetStatus'],
    ['a number', { targetStatus: 1 }, 'targetStatus'],
    ['one with U+0000', { targetStatus: 'done\u0000' }, 'targetStatus'],
    ['something beside it', { targetStatus: 'done', reason: 'x' }, 'reason'],
  ])('refuses as a target: %s', async (_what, body, field) => {
    const { key } = await givenWorkItem(owner, here);
    expectRefusal(await owner.post(transitions(key), body, { ifMatch: '*' }), 'VALIDATION_ERROR', field);
  });
});
