import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, freshKey } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { givenWorkItem } from '../kit/given.js';
import { Browser, PLAIN, browserOf, givenLink } from '../kit/session.js';
import { uploadOf } from '../kit/upload.js';
import type { World } from '../kit/world.js';
import { type Credential, headOf, onePerson, tokensOf } from './credentials.js';
import { Crowd } from './crowd.js';
import { type Beginning, HeldConnections } from './held-connections.js';
import { Neighbor } from './neighbor.js';
import { expectNoRefusal, onItsOwn, refusalsOf, times } from './on-its-own.js';
import { HOST, head } from './socket-cases.js';
import { Wire } from './wire.js';

/** The network of strangers; everybody else comes from 127.0.0.1. */
const ELSEWHERE = '127.0.0.2';
const MIB = 1_048_576;
const PASSWORD = 'correct horse battery';
const JSON_TYPE = 'Content-Type: application/json';
const MOST_TIME = 240_000;

/** Returns the first case for `npm test`, and all of them for the deep tier. */
const inTier = <Row>(rows: readonly Row[]): readonly Row[] =>
  process.env.TEST_DEEP === undefined ? rows.slice(0, 1) : rows;

describe('A stranger from another network', () => {
  const byLink = (...headers: string[]): string =>
    head('POST /api/session/link HTTP/1.1', HOST, JSON_TYPE, 'Sec-Fetch-Site: same-origin', ...headers);

  /** Sets a password, and returns a function that signs in by it. */
  async function signInOf(world: World): Promise<() => Promise<Answer>> {
    const visitor = new Browser(world.baseUrl);
    const token = await givenLink(world, 'stranger', 'set-password');
    const browser = browserOf(await visitor.post('/api/session/link', { token }, PLAIN), world.baseUrl);
    await browser.send({ method: 'PUT', target: '/api/me/password', body: { newPassword: PASSWORD } });
    const { email } = world.user('stranger');
    return () => visitor.post('/api/session', { email, password: PASSWORD }, PLAIN);
  }

  it.each(
    inTier<[what: string, connections: number, bytes: string]>([
      ['one byte of a body of 1 MiB', 16, `${byLink(`Content-Length: ${MIB}`)}{`],
      ['one byte of a body of 1 MiB', 64, `${byLink(`Content-Length: ${MIB}`)}{`],
      ['one byte of a body of 16 KiB', 1_000, `${byLink('Content-Length: 16384')}{`],
      ['one byte of a small body', 1_000, `${byLink('Content-Length: 1000')}{`],
      ['one chunk of a body', 64, `${byLink('Transfer-Encoding: chunked')}1\r\n{\r\n`],
      ['one chunk of a body', 1_000, `${byLink('Transfer-Encoding: chunked')}1\r\n{\r\n`],
    ]),
  )(
    'who sends %s on %i connections keeps nobody from signing in',
    (_what, connections, bytes) =>
      onItsOwn(async (world) => {
        const signIn = await signInOf(world);
        const held = await HeldConnections.hold(world.baseUrl, times(connections, [bytes]), {
          from: ELSEWHERE,
          most: 2_500,
        });
        const refused = await refusalsOf(10, 'a sign-in', signIn);
        expectNoRefusal(refused, await held.end());
      })(),
    MOST_TIME,
  );

  it.each<[what: string, pieces: Beginning]>([
    ['that is announced', [byLink('Content-Length: 16385')]],
    ['that comes in chunks', [byLink('Transfer-Encoding: chunked'), `4001\r\n${'x'.repeat(16_385)}\r\n`]],
  ])(
    'is refused a body of more than 16 KiB %s, before the rest of it is sent',
    (_what, pieces) =>
      onItsOwn(async (world) => {
        const wire = await Wire.open(world.baseUrl, ELSEWHERE);
        await wire.send(...pieces);
        expect(await wire.answers(1)).toEqual([413]);
        expect(wire.received).toContain('"code":"PAYLOAD_TOO_LARGE"');
        wire.close();
      })(),
    MOST_TIME,
  );
});

describe('One person with 20 tokens and 20 sessions', () => {
  it.each(
    inTier<[what: string, connections: number, sent: number]>([
      ['one byte', 16, 1],
      ['all but one byte', 4, MIB - 1],
    ]),
  )(
    'who sends %s of bodies of 1 MiB on %i connections of each leaves the room of others to them',
    (_what, connections, sent) =>
      onItsOwn(async (world) => {
        const neighbor = await Neighbor.in(world);
        const body = Buffer.alloc(sent, 'x');
        const heads = (await onePerson(world)).map((credential) =>
          headOf(credential, `POST ${world.org()}/work-items/search`, JSON_TYPE, `Content-Length: ${MIB}`),
        );
        const beginnings = heads.flatMap((text) => times(connections, [text, body]));
        const held = await HeldConnections.hold(world.baseUrl, beginnings, { most: 1_500 });
        const refused = await neighbor.refusals(5);
        expect(held.underWay).toBeGreaterThan(0);
        expectNoRefusal(refused, await held.end());
      })(),
    MOST_TIME,
  );

  it.each(
    inTier<[who: string, credentials: (world: World) => Promise<Credential[]>]>([
      ['who searches, five times with each of them at a time,', onePerson],
      [
        'and a colleague of theirs, with ten tokens each, who search five times with each of them at a time,',
        (world) => Promise.resolve([...tokensOf(world, 'member', 10), ...tokensOf(world, 'colleague', 10)]),
      ],
    ]),
  )(
    '%s leaves connections of the database to others',
    (_who, credentials) =>
      onItsOwn(async (world, facts) => {
        const neighbor = await Neighbor.in(world);
        for (let n = 0; n < 8; n += 1) await givenWorkItem(world.owner, world.project());
        // A search then takes the time limit of a statement, as one of 60 texts does in 1,200 long descriptions.
        await facts.slowTexts(world.slug);
        const crowd = new Crowd(
          world.baseUrl,
          await credentials(world),
          ({ at }) => ({
            method: 'POST',
            target: at(`${world.org()}/work-items/search`),
            body: { query: 'text ~ xq' },
          }),
          { each: 5, times: 7 },
        );
        await pause(1_000);
        const refused = await neighbor.refusals(3);
        expect(crowd.underWay).toBeGreaterThan(0);
        expectNoRefusal(refused, await crowd.end());
      })(),
    MOST_TIME,
  );
});

describe('Uploads', () => {
  const DRIP = Buffer.alloc(4_096, '.');
  const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="slow"\r\n\r\n';

  const slowUploads = (credentials: readonly Credential[], item: string): Beginning[] =>
    credentials.flatMap((credential) =>
      Array.from({ length: 4 }, () => {
        const key = `Idempotency-Key: ${crypto.randomUUID()}`;
        const type = 'Content-Type: multipart/form-data; boundary=x';
        return [headOf(credential, `POST ${item}/attachments`, key, type, 'Content-Length: 20000000'), PART];
      }),
    );

  it(
    'of one person with 20 tokens and 20 sessions, which hardly move, leave places to others',
    onItsOwn(async (world) => {
      const neighbor = await Neighbor.in(world);
      const item = world.item((await givenWorkItem(world.owner, world.project())).key);
      const beginnings = slowUploads(await onePerson(world), item);
      const held = await HeldConnections.hold(world.baseUrl, beginnings, { most: 1_000, drip: DRIP });
      const refused = await refusalsOf(5, 'an upload', () =>
        neighbor.caller.post(`${neighbor.item}/attachments`, uploadOf('An ordinary file')),
      );
      expect(held.underWay).toBeGreaterThan(0);
      expectNoRefusal(refused, await held.end());
    }),
    MOST_TIME,
  );

  it.each([
    ['the fifth of a token', 1, 'member 1'],
    ['the ninth of a user', 2, 'member 3'],
  ])(
    'have a limit: %s is refused, and another person’s is not',
    (_what, tokens, next) =>
      onItsOwn(async (world) => {
        const attachments = `${world.item((await givenWorkItem(world.owner, world.project())).key)}/attachments`;
        const beginnings = slowUploads(tokensOf(world, 'member', tokens), attachments.replace('/attachments', ''));
        const held = await HeldConnections.hold(world.baseUrl, beginnings, { most: 1_000, drip: DRIP });
        const refused = await eventually('a refusal', async () => {
          const answer = await world.caller(next).post(attachments, uploadOf('x'));
          return answer.status === 201 ? undefined : answer;
        });
        expect({ status: refused.status, code: refused.body.error.code }).toEqual({
          status: 429,
          code: 'RATE_LIMITED',
        });
        expect((await world.owner.post(attachments, uploadOf('x'))).status).toBe(201);
        expect(held.underWay).toBe(4 * tokens);
        await held.end();
      })(),
    MOST_TIME,
  );
});

describe('The search text that a user may write in a minute', () => {
  it(
    'is counted over all tokens and sessions; others write as ever',
    onItsOwn(
      async (world) => {
        const body = { title: 'Long', description: 'ab '.repeat(21_333) };
        const crowd = new Crowd(
          world.baseUrl,
          await onePerson(world),
          ({ at }) => ({
            method: 'POST',
            target: at(`${world.project()}/work-items`),
            headers: { 'idempotency-key': freshKey() },
            body,
          }),
          { each: 1, times: 1 },
        );
        await crowd.everyone;
        const { 201: written = 0, 429: refused = 0, ...others } = await crowd.end();
        expect(others).toEqual({});
        // The budget is exceeded by one text; what is forgiven within the minute is two budgets at most.
        expect(written).toBeLessThanOrEqual(10);
        expect(refused).toBeGreaterThanOrEqual(30);
        await givenWorkItem(world.stranger, world.project('WEB', 'foreign'), body);
      },
      { SEARCH_TEXT_BYTES_PER_MINUTE: '200000' },
    ),
    MOST_TIME,
  );
});
