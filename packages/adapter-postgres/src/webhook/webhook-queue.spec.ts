import {
  Access,
  changeWebhook,
  createWebhook,
  deliverEvents,
  invariant,
  pauseWebhook,
  type AttemptRecord,
  type WebhookReceivers,
} from '@worktrack/application';
import { stepAfterFailure, type WebhookId } from '@worktrack/domain';
import { databaseSuite } from '../../test/suite.js';

const DELIVERED: AttemptRecord = {
  eventId: '10000000-0000-4000-8000-000000000000',
  type: 'work_item.created',
  attempt: 1,
  outcome: 'delivered',
  status: 204,
  milliseconds: 5,
};

describe('The queue of webhooks', () => {
  const suite = databaseSuite();
  let id: WebhookId;
  const viewer = () => Access.onBehalfOf(suite.scope.organizationId, suite.scope.actorId, 'owner');
  beforeEach(async () => {
    await suite.makeProject();
    await suite.world.member(suite.scope.organizationId, suite.scope.actorId, 'owner');
    ({ id } = await suite.run((tx) => createWebhook(tx, viewer(), { ...CHAT, position: 0 })));
    await suite.createItem({ title: 'Door' });
    while (!(await suite.ports.numberChanges()).isLast);
  });

  const CHAT = {
    ...{ name: 'Chat', url: 'https://hooks.example.org/', types: null, projects: null },
    scopes: ['work_item:read'] as const,
  };
  const queue = () => suite.ports.webhookQueue;
  const due = () => ({ organizationId: suite.scope.organizationId, id });
  const taken = async () => invariant(await queue().take(due()), 'The webhook was not taken.');
  const isDue = async () => (await queue().due(1_000)).some((one) => one.id === id);
  const set = (sql: string) => suite.database.sql(`update webhooks set ${sql} where id = $1`, [id]);
  const position = async () => {
    const [row] = await suite.database.sql<{ at: number }>(
      'select position::integer as at from webhooks where id = $1',
      [id],
    );
    return row?.at;
  };

  it('gives a webhook to one process at a time, and again when it is released', async () => {
    expect(await isDue()).toBe(true);
    const first = await taken();
    expect([await queue().take(due()), await isDue()]).toEqual([undefined, false]);
    await queue().release(first);
    expect((await taken()).leaseToken).toBe(first.leaseToken + 1);
  });

  it('gives the webhook of a process that died to another one when the lease ends, and the dead one changes nothing', async () => {
    const dead = await taken();
    await set("leased_until = now() - interval '1 second'");
    const other = await taken();
    expect(await queue().delivered(dead, 1, DELIVERED)).toBe(false);
    await queue().skip(dead, 1);
    await queue().pause(dead, 'gone');
    await queue().release(dead);
    expect([await position(), await queue().take(due())]).toEqual([0, undefined]);
    expect(await queue().delivered(other, 1, DELIVERED)).toBe(true);
    expect(await position()).toBe(1);
  });

  it.each(['changed', 'paused'] as const)('stops the work on a webhook that people have %s', async (how) => {
    const working = await taken();
    await suite.run(async (tx) => {
      if (how === 'paused') await pauseWebhook(tx, viewer(), { id });
      else await changeWebhook(tx, viewer(), { id, expected: '*', changes: { url: 'https://other.example.org/' } });
    });
    expect(await queue().delivered(working, 1, DELIVERED)).toBe(false);
    expect(await position()).toBe(0);
    // The attempt was made all the same.
    const rows = await suite.database.sql('select 1 from webhook_attempts where webhook_id = $1', [id]);
    expect(rows).toHaveLength(1);
    await queue().release(working);
    expect(await isDue()).toBe(how === 'changed');
  });

  it('waits until the next attempt is due', async () => {
    const step = stepAfterFailure({ attempt: 0, refusals: 0 }, 'unavailable', 0.5, 600);
    const failing = await taken();
    await queue().failed(failing, 1, { ...DELIVERED, outcome: 'unavailable', status: 503 }, step);
    await queue().release(failing);
    expect(await isDue()).toBe(false);
    await set('next_attempt_at = now()');
    expect([await isDue(), (await taken()).attempt]).toEqual([true, 1]);
  });

  it('sends nothing of an Organization that is suspended, and loses nothing', async () => {
    const suspend = (at: string) =>
      suite.database.sql(`update organizations set suspended_at = ${at} where id = $1`, [suite.scope.organizationId]);
    await suspend('now()');
    expect([await isDue(), await queue().take(due())]).toEqual([false, undefined]);
    await suspend('null');
    expect([await isDue(), await position()]).toEqual([true, 0]);
  });

  it('keeps a thousand attempts of a webhook, and none older than 14 days', async () => {
    await suite.database.sql(
      `insert into webhook_attempts
       select organization_id, id, gen_random_uuid(), now() - case n when 1 then interval '15 days' else n * interval '1 second' end,
         gen_random_uuid(), 'work_item.created', 1, 'delivered', 204, 1
       from webhooks, generate_series(1, 1200) n where id = $1`,
      [id],
    );
    await queue().release(await taken());
    const [row] = await suite.database.sql<{ count: number; old: number }>(
      `select count(*)::integer as count, (count(*) filter (where at < now() - interval '14 days'))::integer as old
       from webhook_attempts where webhook_id = $1`,
      [id],
    );
    expect(row).toEqual({ count: 1_000, old: 0 });
  });

  it('has an event that was cut sent again, under the same id', async () => {
    const sent: string[] = [];
    const results = ['ended', 'delivered'] as const;
    const receivers = {
      send: ({ id: event }: { id: string }) => {
        sent.push(event);
        const outcome = results[Math.min(sent.length, results.length) - 1];
        return Promise.resolve({
          outcome,
          status: outcome === 'ended' ? null : 204,
          milliseconds: 1,
          retryAfter: null,
        });
      },
    } as unknown as WebhookReceivers;
    const ports = { queue: queue(), receivers, feed: suite.ports.feedViews };
    const signals = { stop: new AbortController().signal, cut: new AbortController().signal };
    await deliverEvents(ports, due(), signals);
    expect(await position()).toBe(0);
    await deliverEvents(ports, due(), signals);
    expect([sent[0], await position()]).toEqual([sent[1], 1]);
  });
});
