import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Caller } from '../kit/client.js';
import { query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { givenComment, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { World } from '../kit/world.js';
import { Receiver, isSignedBy, type Arrived } from './receiver.js';

const world = new World('webhook-deliveries');
const { owner, admin } = world;
const WEBHOOKS = `/api/x/organizations/${world.slug}/webhooks`;
const pathOf = ({ id }: { id: string }): string => `${WEBHOOKS}/${id}`;

const receivers: Receiver[] = [];
const webhooks: any[] = [];
afterEach(async () => {
  for (const webhook of webhooks.splice(0)) await owner.delete(pathOf(webhook), { ifMatch: '*' });
  for (const receiver of receivers.splice(0)) receiver.close();
});

const listening = async (): Promise<Receiver> => {
  const receiver = await Receiver.listen();
  receivers.push(receiver);
  return receiver;
};
const subscribed = async (receiver: Receiver, members: object = {}, client: Caller = owner): Promise<any> => {
  const { status, body } = await client.post(WEBHOOKS, { name: 'Test', url: receiver.url, ...members });
  expect(status).toBe(201);
  webhooks.push(body);
  return body;
};
const change = async (titles: readonly string[]): Promise<void> => {
  for (const title of titles) await givenWorkItem(owner, world.project(), { title });
};
const titlesOf = (requests: readonly Arrived[]): string[] => requests.map(({ event }) => event.workItem?.title);
const now = async (webhook: any): Promise<any> => (await owner.get(pathOf(webhook))).body;
const until = (webhook: any, members: object): Promise<any> =>
  eventually(`the webhook as ${JSON.stringify(members)}`, async () => {
    const found = await now(webhook);
    return Object.entries(members).every(([name, value]) => found[name] === value) ? found : undefined;
  });
const deliveries = async (webhook: any): Promise<any[]> =>
  (await owner.get(`${pathOf(webhook)}/deliveries`)).body.items;
const deadLetters = async (webhook: any): Promise<any[]> =>
  (await owner.get(`${pathOf(webhook)}/dead-letters`)).body.items;
/** Lets the next attempt be due now, and the one before count as long ago. */
const hurry = (webhook: any, sql = 'next_attempt_at = now()') =>
  query(world.databaseUrl, `update webhooks set ${sql} where id = $1`, [webhook.id]);

describe('A receiver', () => {
  it('gets each event once, in the order of the feed, one at a time, as listEvents shows it', async () => {
    const receiver = await listening();
    const webhook = await subscribed(receiver, { types: ['work_item.created'] });
    const titles = Array.from({ length: 12 }, (_, index) => `Item ${index}`);
    await change(titles);
    const got = await receiver.until(12);
    expect(titlesOf(got)).toEqual(titles);
    expect(receiver.mostTogether).toBe(1);
    expect(got.every((request) => isSignedBy(webhook.secret, request))).toBe(true);
    const [first] = got as [Arrived];
    expect(first.id).toBe(first.event.id);
    const { body } = await owner.get(`/api/x/organizations/${world.slug}/events/${first.id}`);
    expect({ ...first.event, cursor: '' }).toEqual({ ...body, cursor: '' });
    await until(webhook, { state: 'active' });
    await eventually('the deliveries', async () => ((await deliveries(webhook)).length === 12 ? true : undefined));
    expect((await deliveries(webhook))[11]).toMatchObject({
      ...{ eventId: first.id, type: 'work_item.created', attempt: 1 },
      ...{ outcome: 'delivered', status: 204 },
    });
    const { body: rest } = await owner.get(
      `/api/x/organizations/${world.slug}/events?after=${(await now(webhook)).cursor}`,
    );
    expect([rest.items, (await now(webhook)).lag]).toEqual([[], { events: 0, seconds: 0 }]);
  });

  it('gets what the scopes and Projects of the token cover, also after the token has ended', async () => {
    const receiver = await listening();
    await subscribed(receiver, { projects: ['WEB'] }, world.caller('without comments'));
    await query(world.databaseUrl, 'update access_tokens set revoked_at = now() where id = $1', [
      world.token('without comments').credentialId,
    ]);
    const item = await givenWorkItem(owner, world.project(), { title: 'Door' });
    await givenComment(owner, world.item(item.key), { body: 'Hidden' });
    await givenWorkItem(owner, world.project('HAM'), { title: 'Elsewhere' });
    await givenWorkItem(owner, world.project(), { title: 'Last' });
    await receiver.until(1, ({ event }) => event.workItem?.title === 'Last');
    expect(receiver.arrived.map(({ event }) => [event.type, event.workItem.title])).toEqual([
      ['work_item.created', 'Door'],
      ['work_item.created', 'Last'],
    ]);
    expect(receiver.arrived.some(({ body }) => body.includes('Hidden'))).toBe(false);
  });

  it('that is away makes the line wait, and loses nothing', async () => {
    const receiver = await listening();
    receiver.respond = (_, response) => void response.writeHead(503, { 'retry-after': '3600' }).end();
    const webhook = await subscribed(receiver, { types: ['work_item.created'] });
    await change(['One', 'Two', 'Three']);
    const waiting = await until(webhook, { state: 'retrying' });
    expect(Date.parse(waiting.nextAttemptAt) - Date.now()).toBeGreaterThan(3_500_000);
    expect(waiting.failingSince).not.toBeNull();
    await eventually('three events that wait', async () => ((await now(webhook)).lag.events === 3 ? true : undefined));
    expect(titlesOf(receiver.arrived)).toEqual(['One']);
    receiver.respond = (_, response) => void response.writeHead(204).end();
    await owner.post(`${pathOf(webhook)}/resume`, {});
    const got = await receiver.until(4);
    expect(titlesOf(got)).toEqual(['One', 'One', 'Two', 'Three']);
    expect(got[0]?.id).toBe(got[1]?.id);
    await until(webhook, { state: 'active', failingSince: null, nextAttemptAt: null });
  });

  it('that stays away pauses the webhook as failing, which goes on where it stood', async () => {
    const receiver = await listening();
    receiver.respond = (_, response) => void response.writeHead(500).end();
    const webhook = await subscribed(receiver, { types: ['work_item.created'] });
    await change(['Late']);
    await until(webhook, { state: 'retrying' });
    await hurry(webhook, 'attempt = 9, next_attempt_at = now()');
    await until(webhook, { state: 'paused', pausedReason: 'failing' });
    receiver.respond = (_, response) => void response.writeHead(204).end();
    await owner.post(`${pathOf(webhook)}/resume`, {});
    await until(webhook, { state: 'active' });
    expect(titlesOf(await receiver.until(3))).toEqual(['Late', 'Late', 'Late']);
  });

  it('that refuses one event gets the others, and the event again when it is wanted', async () => {
    const receiver = await listening();
    receiver.respond = ({ event }, response) =>
      void response.writeHead(event.workItem?.title === 'Poison' ? 400 : 204).end();
    const webhook = await subscribed(receiver, { types: ['work_item.created'] });
    await change(['Poison', 'Healthy']);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await eventually(`attempt ${attempt}`, async () =>
        (await deliveries(webhook)).length >= attempt ? true : undefined,
      );
      await hurry(webhook);
    }
    await receiver.until(1, ({ event }) => event.workItem.title === 'Healthy');
    const poison = receiver.arrived.filter(({ event }) => event.workItem.title === 'Poison');
    expect(poison).toHaveLength(5);
    const [letter] = await deadLetters(webhook);
    expect(letter).toMatchObject({ eventId: poison[0]?.id, attempts: 5, status: 400, isRequested: false });
    receiver.respond = (_, response) => void response.writeHead(204).end();
    const again = await owner.post(`${pathOf(webhook)}/dead-letters/${letter.eventId}/redelivery`, {});
    expect([again.status, again.body.isRequested]).toEqual([200, true]);
    await eventually('no dead letter', async () => ((await deadLetters(webhook)).length === 0 ? true : undefined));
    expect(receiver.arrived.at(-1)?.id).toBe(letter.eventId);
    expectRefusal(await owner.post(`${pathOf(webhook)}/dead-letters/${letter.eventId}/redelivery`, {}), 'NOT_FOUND');
  });

  it('that is gone pauses the webhook', async () => {
    const receiver = await listening();
    receiver.respond = (_, response) => void response.writeHead(410).end();
    const webhook = await subscribed(receiver, { types: ['work_item.created'] });
    await change(['Gone']);
    await until(webhook, { state: 'paused', pausedReason: 'gone' });
    expect((await deliveries(webhook))[0]).toMatchObject({ outcome: 'gone', status: 410 });
  });

  it('gets both signatures during a rotation', async () => {
    const receiver = await listening();
    const webhook = await subscribed(receiver, { types: ['work_item.created'] });
    const { body: rotated } = await owner.post(`${pathOf(webhook)}/secret`, { overlapHours: 1 });
    await change(['Both']);
    const [both] = (await receiver.until(1)) as [Arrived];
    expect([webhook.secret, rotated.secret].map((secret) => isSignedBy(secret, both))).toEqual([true, true]);
    await hurry(webhook, "previous_until = now() - interval '1 second'");
    await change(['New']);
    const [, one] = (await receiver.until(2)) as [Arrived, Arrived];
    expect([webhook.secret, rotated.secret].map((secret) => isSignedBy(secret, one))).toEqual([false, true]);
  });

  it('gets a ping from a paused webhook, and the events again after a replay', async () => {
    const receiver = await listening();
    const webhook = await subscribed(receiver, { types: ['work_item.created'] });
    const { cursor } = webhook;
    await change(['Again']);
    await receiver.until(1);
    await owner.post(`${pathOf(webhook)}/pause`, {});
    await owner.post(`${pathOf(webhook)}/ping`, {});
    const [ping] = (await receiver.until(1, ({ event }) => event.type === 'webhook.ping')) as [Arrived];
    expect(isSignedBy(webhook.secret, ping)).toBe(true);
    expect(ping.event).toMatchObject({ id: ping.id, organization: { slug: world.slug }, data: {} });
    await owner.post(`${pathOf(webhook)}/replay`, { after: cursor });
    await owner.post(`${pathOf(webhook)}/resume`, {});
    const got = await receiver.until(2, ({ event }) => event.type !== 'webhook.ping');
    expect([titlesOf(got), got[0]?.id]).toEqual([['Again', 'Again'], got[1]?.id]);
  });
});

describe('The guide for receivers', () => {
  it('verifies what is sent, and nothing that was changed or is old', async () => {
    const guide = readFileSync(path.resolve(__dirname, '../../../../docs/api/events-and-webhooks.md'), 'utf8');
    const [withLibrary = '', without = ''] = [...guide.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, text]) => text);
    const receiver = await listening();
    const { secret } = await subscribed(receiver, { types: ['work_item.created'] });
    await change(['Tür']);
    const [request] = (await receiver.until(1)) as [Arrived];
    const old = { ...request.headers, 'webhook-timestamp': String(Number(request.headers['webhook-timestamp']) - 600) };
    const cases = [
      [request.body, request.headers],
      [`${request.body} `, request.headers],
      [request.body, old],
    ];
    const run = async (program: string, call: string): Promise<unknown> => {
      const last = `const [cases, secret] = JSON.parse(process.env.INPUT);
        console.log(JSON.stringify(cases.map(([body, headers]) => { try { return ${call} } catch { return false } })));`;
      const env = { ...process.env, INPUT: JSON.stringify([cases, secret]) };
      const node = ['--input-type=module', '--eval', program + last];
      return JSON.parse((await promisify(execFile)(process.execPath, node, { env, cwd: __dirname })).stdout);
    };
    expect(await run(withLibrary, 'eventIn(body, headers, secret).id')).toEqual([request.id, false, false]);
    expect(await run(without, 'isSigned(body, headers, secret)')).toEqual([true, false, false]);
  });
});

describe('A webhook', () => {
  it('whose owner lost the role sends nothing more, and is paused', async () => {
    const receiver = await listening();
    const webhook = await subscribed(receiver, { types: ['work_item.created'] }, admin);
    const role = (word: string) =>
      query(world.databaseUrl, 'update memberships set role = $2 where user_id = $1', [world.user('admin').id, word]);
    await role('member');
    await change(['Secret']);
    await until(webhook, { state: 'paused', pausedReason: 'owner_lost_access' });
    expect(receiver.arrived).toEqual([]);
    expectRefusal(await owner.post(`${pathOf(webhook)}/resume`, {}), 'CONFLICT');
    await role('admin');
    await owner.post(`${pathOf(webhook)}/resume`, {});
    expect(titlesOf(await receiver.until(1))).toEqual(['Secret']);
  });

  it('whose events are kept no longer is paused, and starts with the oldest one', async () => {
    const receiver = await listening();
    const webhook = await subscribed(receiver, { types: ['work_item.created'] });
    await owner.post(`${pathOf(webhook)}/pause`, {});
    await change(['Lost', 'Kept']);
    await eventually('the numbered events', async () => ((await now(webhook)).lag.events === 2 ? true : undefined));
    await query(
      world.databaseUrl,
      'update feed_heads set oldest_position = last_position where organization_id = (select organization_id from webhooks where id = $1)',
      [webhook.id],
    );
    await hurry(webhook, "state = 'active', paused_reason = null");
    await until(webhook, { state: 'paused', pausedReason: 'events_expired' });
    await owner.post(`${pathOf(webhook)}/resume`, {});
    expect(titlesOf(await receiver.until(1))).toEqual(['Kept']);
  });
});
