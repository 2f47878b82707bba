import { Raw } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { expectRefusal } from '../kit/refusals.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

describe('Authentication', () => {
  const world = new World('identity');
  const good = world.token('owner').token;
  const me = '/api/v1/me';

  it('scenario 2: without a token AUTH_REQUIRED, with garbage INVALID_TOKEN, and never RateLimit headers', async () => {
    const without = await world.nobody.get(me);
    expectRefusal(without, 'AUTH_REQUIRED');
    const garbage = await world.nobody.get(me, { authorization: 'Bearer garbage' });
    expectRefusal(garbage, 'INVALID_TOKEN');
    for (const { headers, body } of [without, garbage]) {
      expect(body.requestId).toBe(headers['x-request-id']);
      expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
      expect(headers['www-authenticate']).toBe('Bearer');
    }
  });

  it.each([
    ['an empty header', ''],
    ['another scheme', `Basic ${good}`],
    ['a scheme that only begins like Bearer', `Bearers ${good}`],
    ['the bare token', good],
    ['no token after Bearer', 'Bearer'],
    ['only spaces after Bearer', 'Bearer   '],
  ])('%s is AUTH_REQUIRED', async (_what, authorization) => {
    expectRefusal(await world.nobody.get(me, { authorization }), 'AUTH_REQUIRED');
  });

  const otherThan = (character: string): string => (character === 'A' ? 'B' : 'A');
  it.each([
    ['a wrong prefix', `wtx_${good.slice(4)}`],
    ['one character short', good.slice(0, -1)],
    ['one character long', `${good}A`],
    ['a wrong checksum', good.slice(0, -1) + otherThan(good.at(-1)!)],
    ['a wrong secret', `wtp_${otherThan(good.charAt(4))}${good.slice(5)}`],
    ['the other case', good.toUpperCase()],
    ['something behind it', `${good} and more`],
    ['a percent sign', '%00'],
    ['4,000 characters', 'w'.repeat(4000)],
  ])('a token with %s is INVALID_TOKEN', async (_what, token) => {
    expectRefusal(await world.nobody.get(me, { authorization: `Bearer ${token}` }), 'INVALID_TOKEN');
  });

  it.each(['bearer', 'BEARER', 'bEaReR'])('reads the word %s in any case', async (word) => {
    expect((await world.nobody.get(me, { authorization: `${word} ${good}` })).status).toBe(200);
  });

  it('refuses a token after its expiry', async () => {
    const caller = world.caller('to expire');
    expect((await caller.get(me)).status).toBe(200);
    await new Facts(world.databaseUrl).expireToken(world.token('to expire').credentialId);
    const refused = await eventually('the expiry to be noticed', async () => {
      const answer = await caller.get(me);
      return answer.status === 200 ? undefined : answer;
    });
    expectRefusal(refused, 'INVALID_TOKEN');
  });

  it('refuses a token after its revocation', async () => {
    const caller = world.caller('to revoke');
    expect((await caller.get(me)).status).toBe(200);
    await taskResult(['token:revoke', '--id', world.token('to revoke').credentialId], world);
    const refused = await eventually('the revocation to be noticed', async () => {
      const answer = await caller.get(me);
      return answer.status === 200 ? undefined : answer;
    });
    expectRefusal(refused, 'INVALID_TOKEN');
  });

  it('comes before the body of a stranger is looked at', async () => {
    const target = `${world.org()}/projects`;
    const body = new Raw('{broken', 'text/plain');
    expectRefusal(await world.nobody.send({ method: 'POST', target, body }), 'AUTH_REQUIRED');
  });
});
