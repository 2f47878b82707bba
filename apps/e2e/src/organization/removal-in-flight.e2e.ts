import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { untilKnownEverywhere } from '../kit/changed-access.js';
import { type Answer, freshKey } from '../kit/client.js';
import { givenWorkItem } from '../kit/given.js';
import { HeldRequest } from '../kit/held-request.js';
import { expectInvariants } from '../kit/invariants.js';
import { expectRefusal } from '../kit/refusals.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

// Extensions, team, acceptance 4: a member is removed while requests of theirs are under way.
const world = new World('removal-in-flight');
const { owner } = world;
const web = world.project();
afterAll(() => expectInvariants(world, world.slug));

async function removed(user: string): Promise<void> {
  const target = `/api/x/organizations/${world.slug}/members/${world.user(user).publicId}`;
  const headers = { 'idempotency-key': freshKey() };
  expect((await owner.send({ method: 'DELETE', target, headers })).status).toBe(200);
}

const all = async (target: string): Promise<any[]> => (await owner.get(`${target}?limit=200`)).body.items;

describe('A member who is removed', () => {
  it('while they write: each write is done whole or refused, and after a second all are refused', async () => {
    const writer = world.caller('writer');
    const { key } = await givenWorkItem(owner, web);
    const done: Answer[] = [];
    const refusals: Answer[] = [];
    const write = async () => {
      while (refusals.length < 4) {
        const answer = await writer.post(`${world.item(key)}/comments`, { body: 'Written by the writer' });
        (answer.status === 201 ? done : refusals).push(answer);
        if (done.length === 8) void removing();
      }
    };
    let removal: Promise<void> | undefined;
    const removing = () => (removal ??= removed('writer'));
    await Promise.all([write(), write(), write(), write()]);
    await removal;
    for (const refused of refusals) expectRefusal(refused, 'NOT_FOUND');
    const written = async () => (await all(`${world.item(key)}/comments`)).map(({ id }) => id).sort();
    expect(await written()).toEqual(done.map(({ body }) => body.id).sort());
    await untilKnownEverywhere();
    expectRefusal(await writer.post(`${world.item(key)}/comments`, { body: 'Too late' }), 'NOT_FOUND');
    expectRefusal(await writer.get(web), 'NOT_FOUND');
    expect(await written()).toHaveLength(done.length);
  });

  it('while half of a file has arrived: it is refused and kept nowhere', async () => {
    const { key } = await givenWorkItem(owner, web);
    const target = `${world.item(key)}/attachments`;
    const form = uploadOf(randomBytes(200_000), { fileName: 'half.bin' });
    const headers = { 'Idempotency-Key': freshKey() };
    const upload = await HeldRequest.open(world.caller('uploader'), 'POST', target, form, headers);
    upload.begin(100_000);
    await removed('uploader');
    await untilKnownEverywhere();
    const { status, body } = await upload.finish(0);
    expect([status, JSON.parse(body).error.code]).toEqual([404, 'NOT_FOUND']);
    expect(await all(target)).toEqual([]);
  });

  it('while they download: the stream ends before its end', async () => {
    const { key } = await givenWorkItem(owner, web);
    const content = randomBytes(20 * 1024 * 1024);
    const { status, body } = await owner.post(`${world.item(key)}/attachments`, uploadOf(content));
    expect(status).toBe(201);
    const { baseUrl, token } = world.caller('reader');
    const target = `${baseUrl}${world.item(key)}/attachments/${body.id}`;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(target, { headers: { authorization: `Bearer ${token ?? ''}` } }, resolve).on('error', reject);
    });
    expect(response.headers['content-length']).toBe(String(content.length));
    await removed('reader');
    let received = 0;
    const reading = async () => {
      for await (const chunk of response) {
        received += (chunk as Buffer).length;
        // As over a slow line: at this pace the file would take half a minute.
        await pause(100);
      }
    };
    await expect(reading()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(received).toBeLessThan(content.length);
    expectRefusal(await world.caller('reader').get(target.slice(baseUrl.length)), 'NOT_FOUND');
  }, 60_000);
});
