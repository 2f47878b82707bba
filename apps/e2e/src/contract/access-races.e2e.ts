import type { Answer, Caller } from '../kit/client.js';
import { untilKnown } from '../kit/changed-access.js';
import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { expectInvariants } from '../kit/invariants.js';
import { expectRefusal } from '../kit/refusals.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

// A mutation has begun and waits for a lock of its Work Item. Meanwhile the right to it ends.
const world = new World('access-races');
const facts = new Facts(world.databaseUrl);
const asleep = world.project('WEB', 'asleep');
afterAll(async () => {
  for (const slug of [world.slug, `${world.slug}-asleep`]) await expectInvariants(world, slug);
});

/** Sends a new title for an item, which somebody else has locked, and ends the right to it while the request waits. */
async function updateWhile(caller: Caller, project: string, item: any, end: () => Promise<unknown>): Promise<Answer> {
  let update: Promise<Answer> | undefined;
  await facts.whileLocked('work_items', item.id as string, async () => {
    update = caller.patch(`${project}/work-items/${item.key}`, { title: 'Changed' }, { ifMatch: '"wi-1"' });
    await facts.untilSomebodyWaits();
    await end();
  });
  return update!;
}

/** The request came first, came second, or gave up waiting; its effect is there in the first case alone. */
async function expectWhole(update: Answer, refusal: string, reader: Caller, path: string): Promise<void> {
  if (update.status !== 200) {
    const { code } = update.body.error;
    expect([refusal, 'RATE_LIMITED']).toContain(code);
  }
  const seen = await untilKnown('the reader being let in', async () => {
    const answer = await reader.get(path);
    return answer.status === 200 ? answer.body : undefined;
  });
  const isDone = update.status === 200;
  expect({ title: seen.title, revision: seen.revision }).toEqual({
    title: isDone ? 'Changed' : 'An item',
    revision: isDone ? 2 : 1,
  });
  const { items } = (await reader.get(`${path}/activity`)).body;
  expect(items.map(({ action }: any) => action)).toEqual(isDone ? ['created', 'title_changed'] : ['created']);
}

describe('A mutation that waits for a lock', () => {
  it('is done or refused as a whole when its Organization is suspended meanwhile', async () => {
    const caller = world.caller('admin there');
    const item = await givenWorkItem(caller, asleep);
    const update = await updateWhile(caller, asleep, item, () =>
      taskResult(['org:suspend', '--slug', `${world.slug}-asleep`], world),
    );
    const path = `${asleep}/work-items/${item.key}`;
    const refused = await untilKnown('the suspension', async () => {
      const answer = await caller.get(path);
      return answer.status === 200 ? undefined : answer;
    });
    expectRefusal(refused, 'ORGANIZATION_SUSPENDED');
    await taskResult(['org:resume', '--slug', `${world.slug}-asleep`], world);
    await expectWhole(update, 'ORGANIZATION_SUSPENDED', caller, path);
  });

  it('is done or refused as a whole when its token is revoked meanwhile', async () => {
    const item = await givenWorkItem(world.owner, world.project());
    const caller = world.caller('to revoke');
    const { credentialId } = world.token('to revoke');
    const update = await updateWhile(caller, world.project(), item, () =>
      taskResult(['token:revoke', '--id', credentialId], world),
    );
    const refused = await untilKnown('the revocation', async () => {
      const answer = await caller.get(world.item(item.key));
      return answer.status === 200 ? undefined : answer;
    });
    expectRefusal(refused, 'INVALID_TOKEN');
    await expectWhole(update, 'INVALID_TOKEN', world.owner, world.item(item.key));
  });
});
