import type { Answer, Caller } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { insistWhile, type Outcomes } from '../kit/insistence.js';
import { expectRefusal } from '../kit/refusals.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

// The task changes only the database; every replica of the server honours that within one second.
const world = new World('access-changes');
const facts = new Facts(world.databaseUrl);
const { owner } = world;
const task = (...parameters: string[]): Promise<any> => taskResult(parameters, world);
const here = ['--org', world.slug];
const emailOf = (user: string): string[] => ['--email', world.user(user).email];

const tenTimes = (outcome: string): string[] => Array.from({ length: 10 }, () => outcome);

/** Expects at least ten requests before and after the change, all with these outcomes. */
function expectOutcomes({ before, late }: Outcomes, expected: { before: string; late: string }): void {
  expect(new Set(before)).toEqual(new Set([expected.before]));
  expect(late).toEqual(tenTimes(expected.late));
}

/** Reads an item, and writes into it what is there already. */
const useOf = (caller: Caller, item: string): (() => Promise<Answer>)[] => [
  () => caller.get(item),
  () => caller.patch(item, { title: 'An item' }),
];

let item: string;
let sleeping: string;

beforeAll(async () => {
  item = world.item((await givenWorkItem(owner, world.project())).key);
  const { key } = await givenWorkItem(world.caller('admin there'), world.project('WEB', 'asleep'));
  sleeping = world.item(key, 'asleep');
});

describe('No request that is sent more than a second after the task has answered is let through', () => {
  it('by a token that was revoked: twenty rounds', async () => {
    const rounds = Array.from({ length: 20 }, (_, round) => `to revoke ${round + 1}`);
    const all = await concurrently(5, rounds, (name) => {
      const { credentialId } = world.token(name);
      // A task is a process, and slow to start: three rounds have one, the others what it leaves behind.
      const revoke = (): Promise<unknown> =>
        rounds.indexOf(name) < 3 ? task('token:revoke', '--id', credentialId) : facts.revokeToken(credentialId);
      return insistWhile(useOf(world.caller(name), item), revoke);
    });
    for (const round of all) expectOutcomes(round, { before: 'done', late: 'INVALID_TOKEN' });
  });

  it('by a token that has expired', async () => {
    const result = await insistWhile(useOf(world.caller('to expire'), item), () =>
      facts.expireToken(world.token('to expire').credentialId),
    );
    expectOutcomes(result, { before: 'done', late: 'INVALID_TOKEN' });
  });

  it('to an Organization that was suspended', async () => {
    const result = await insistWhile(useOf(world.caller('member there'), sleeping), () =>
      task('org:suspend', '--slug', `${world.slug}-asleep`),
    );
    expectOutcomes(result, { before: 'done', late: 'ORGANIZATION_SUSPENDED' });
  });

  it('to what an admin may, once they are a member', async () => {
    const change = [() => world.admin.patch(world.project(), { color: '#6366f1' })];
    const result = await insistWhile(change, () =>
      task('member:role', ...here, ...emailOf('admin'), '--role', 'member'),
    );
    expectOutcomes(result, { before: 'done', late: 'FORBIDDEN' });
  });

  it('by a member who was removed', async () => {
    const result = await insistWhile(useOf(world.caller('colleague'), item), () =>
      task('member:remove', ...here, ...emailOf('colleague')),
    );
    expectOutcomes(result, { before: 'done', late: 'NOT_FOUND' });
  });
});

describe('No request that is sent more than a second after the task has answered is refused any more', () => {
  it('to an Organization that was resumed', async () => {
    const asleep = ['--slug', `${world.slug}-asleep`];
    await task('org:suspend', ...asleep);
    // This token was not used before, so the server has not cached its access.
    const use = useOf(world.caller('owner here and there'), sleeping);
    const result = await insistWhile(use, () => task('org:resume', ...asleep));
    expectOutcomes(result, { before: 'ORGANIZATION_SUSPENDED', late: 'done' });
  });

  it('to what an admin may, once a member is one', async () => {
    const change = [() => world.member.patch(world.project('HAM'), { color: '#6366f1' })];
    const result = await insistWhile(change, () =>
      task('member:role', ...here, ...emailOf('member'), '--role', 'admin'),
    );
    expectOutcomes(result, { before: 'FORBIDDEN', late: 'done' });
  });
});

describe('An account that is removed', () => {
  const traveller = world.caller('traveller');
  const { id, publicId } = world.user('traveller');
  const assigned: { path: string; reader: Caller; before: any }[] = [];
  let reported: any;

  async function given(reader: Caller, project: string): Promise<any> {
    const before = await givenWorkItem(reader, project, { assigneeId: id });
    assigned.push({ path: `${project}/work-items/${before.key}`, reader, before });
    return before;
  }

  beforeAll(async () => {
    await given(owner, world.project('WEB'));
    await given(owner, world.project('HAM'));
    await facts.archiveWorkItem((await given(owner, world.project('WEB'))).id);
    await given(world.stranger, world.project('FOR', 'foreign'));
    reported = await givenWorkItem(traveller, world.project('WEB'));
  });

  it('does nothing any more a second after the task has answered', async () => {
    const result = await insistWhile(useOf(traveller, item), () => task('user:remove', ...emailOf('traveller')));
    expectOutcomes(result, { before: 'done', late: 'INVALID_TOKEN' });
  });

  it('is no assignee, anywhere: one revision and one entry without actor each', async () => {
    expect(assigned).toHaveLength(4);
    for (const { path, reader, before } of assigned) {
      const { body } = await reader.get(path);
      expect(body).toMatchObject({ assignee: null, revision: 2 });
      const history = await facts.history(before.id);
      expect(history.map(({ action, actor }) => [action, actor])).toEqual([
        ['created', before.reporter.id],
        ['assigned', null],
      ]);
      expect(history[1]).toMatchObject({ revision: body.revision, detail: { from: id, to: null } });
      expect(history[1]!.at.toISOString()).toBe(body.updatedAt);
    }
  });

  it('is no reporter, which is no change of the item', async () => {
    const { body } = await owner.get(world.item(reported.key));
    expect(body).toEqual({ ...reported, reporter: null });
  });

  it('is nobody whom work could be assigned to, by either id: the public id is never given again', async () => {
    for (const [member, value] of [
      ['assigneeId', id],
      ['assigneePublicId', publicId],
    ] as const) {
      expectRefusal(await owner.patch(item, { [member]: value }), 'VALIDATION_ERROR', member);
    }
  });
});
