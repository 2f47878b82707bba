import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Facts } from '../kit/facts.js';
import { created, givenWorkItem } from '../kit/given.js';
import { startS3Server } from '../kit/s3-server.js';
import { signedIn } from '../kit/session.js';
import { uploadOf } from '../kit/upload.js';
import type { World } from '../kit/world.js';
import { headOf, onePerson, sessionsOf, tokensOf } from './credentials.js';
import { Crowd, LONGEST } from './crowd.js';
import { HeldConnections } from './held-connections.js';
import { Neighbor } from './neighbor.js';
import { expectNoRefusal, onItsOwn, refusalsOf, times } from './on-its-own.js';
import { HOST, head } from './socket-cases.js';
import { Wire } from './wire.js';

/** The network of strangers; everybody else comes from 127.0.0.1. */
const ELSEWHERE = '127.0.0.2';
const MOST_TIME = 240_000;

/** Inserts Work Items into a Project of the attackers, or of the neighbor. */
async function fill(facts: Facts, { projectId }: { projectId: string }, count: number, title: string): Promise<void> {
  const at = '2026-03-01T00:00:00.000Z';
  const epic = { type: 'epic', status: 'in_progress', priority: 'low', dueDate: null, archivedAt: null, updatedAt: at };
  const numbers = Array.from({ length: count }, (_, n) => n + 10);
  await facts.fill(
    projectId,
    numbers.map((number) => ({ ...epic, number, title: `${title} ${number}` })),
  );
}

describe('A stranger from another network', () => {
  it.each([
    ['says nothing', ''],
    ['sends half a head', 'GET /api/health HTTP/1.1\r\n'],
  ])(
    'has not all connections of the process when each of them %s',
    (_what, bytes) =>
      onItsOwn(
        async (world) => {
          const held = await HeldConnections.hold(world.baseUrl, times(220, [bytes]), { from: ELSEWHERE, most: 1_000 });
          const health = async () => {
            const wire = await Wire.open(world.baseUrl);
            await wire.send(head('GET /api/health HTTP/1.1', HOST, 'Connection: close'));
            const [status = 'cut'] = await wire.answers(1);
            wire.close();
            return status;
          };
          const statuses: (number | 'cut')[] = [];
          for (let n = 0; n < 10; n += 1) statuses.push(await health());
          await held.end();
          expect(statuses).toEqual(times(10, 200));
        },
        { MAX_CONNECTIONS: '200' },
      )(),
    MOST_TIME,
  );
});

describe('One person with 20 tokens and 20 sessions', () => {
  it.each<[what: string, target: (world: World, key: string) => string]>([
    ['gets of a Work Item', (world, key) => world.item(key)],
    ['lists', (world) => `${world.project()}/work-items`],
    ['lists of texts', (world) => `${world.project()}/work-items?q=xq7`],
    ['reports', (world) => `${world.project()}/reports/distribution?q=xq7`],
  ])(
    'who asks for %s leaves time to others',
    (_what, targetOf) =>
      onItsOwn(async (world, facts) => {
        const neighbor = await Neighbor.in(world);
        const item = await givenWorkItem(world.owner, world.project());
        await fill(facts, item, 1_200, 'Long');
        await facts.lengthen(item.projectId, 2_000);
        const target = targetOf(world, item.key);
        const crowd = new Crowd(world.baseUrl, await onePerson(world), ({ at }) => ({ target: at(target) }), {
          each: 5,
          times: 8,
        });
        await pause(500);
        const refused = [
          ...(await neighbor.refusals(3)),
          ...(await refusalsOf(3, 'a report', () => neighbor.caller.get(`${neighbor.project}/reports/distribution`))),
        ];
        expectNoRefusal(refused, await crowd.end());
      })(),
    MOST_TIME,
  );
});

describe('Pictures', () => {
  it.each([6, 20])(
    'of one person with %i sessions leave places to others, and each of them has a response within 30 seconds',
    (sessions) =>
      onItsOwn(async (world, facts) => {
        const [item, other] = [
          await givenWorkItem(world.owner, world.project()),
          await givenWorkItem(world.stranger, world.project('WEB', 'foreign')),
        ];
        await fill(facts, item, 1_200, 'A long title '.repeat(12));
        await fill(facts, other, 20, 'Ordinary');
        const pictureOf = (project: string): string =>
          `${project.replace('/api/v1/', '/api/')}/reports/epic-progress.png`;
        const neighbor = await signedIn(world, 'stranger');
        const crowd = new Crowd(
          world.baseUrl,
          await sessionsOf(world, 'member', sessions),
          () => ({ target: `${pictureOf(world.project())}?width=320&scale=1` }),
          { each: 4, times: 15 },
        );
        await pause(1_000);
        const refused = await refusalsOf(3, 'a picture', () =>
          neighbor.get(pictureOf(world.project('WEB', 'foreign'))),
        );
        // A picture of that many rows takes seconds, also a small one. Every request that was sent by now has a response then, or is late.
        await pause(LONGEST);
        const { 200: made = 0, 429: tooMany = 0, ...others } = await crowd.end();
        expectNoRefusal(refused, { made, tooMany, ...others });
        expect(others).toEqual({});
        expect(made + tooMany).toBeGreaterThan(0);
      })(),
    MOST_TIME,
  );
});

describe('Long exports', () => {
  it(
    'that one person does not read, of two Organizations, with 20 sessions, leave places to others',
    onItsOwn(async (world, facts) => {
      const [here, there, other] = [
        await givenWorkItem(world.owner, world.project()),
        await givenWorkItem(world.caller('owner here and there'), world.project('WEB', 'asleep')),
        await givenWorkItem(world.stranger, world.project('WEB', 'foreign')),
      ];
      for (const item of [here, there]) await fill(facts, item, 10_000, 'A long title '.repeat(18));
      await fill(facts, other, 1_200, 'Ordinary');
      const exportOf = (project: string): string =>
        `${project.replace('/api/v1/', '/api/')}/reports/epic-progress.json`;
      const neighbor = await signedIn(world, 'stranger');
      const projects = [world.project(), world.project('WEB', 'asleep')];
      const beginnings = (await sessionsOf(world, 'member', 20)).flatMap((credential) =>
        projects.map((project) => [headOf(credential, `GET ${exportOf(project)}`)]),
      );
      const held = await HeldConnections.hold(world.baseUrl, beginnings, { most: 500, reads: false });
      await pause(2_000);
      const refused = await refusalsOf(3, 'an export', () => neighbor.get(exportOf(world.project('WEB', 'foreign'))));
      expectNoRefusal(refused, await held.end());
    }),
    MOST_TIME,
  );
});

describe('Downloads from an S3', () => {
  it(
    'that one person does not read leave its connections to others',
    async () => {
      const s3 = await startS3Server();
      try {
        await onItsOwn(async (world) => {
          const neighbor = await Neighbor.in(world);
          const attachments = `${world.item((await givenWorkItem(world.owner, world.project())).key)}/attachments`;
          const { id } = await created(world.owner.post(attachments, uploadOf(randomBytes(24_000_000))));
          const [token] = tokensOf(world, 'member', 1);
          const beginnings = times(60, [headOf(token!, `GET ${attachments}/${String(id)}`)]);
          const held = await HeldConnections.hold(world.baseUrl, beginnings, { most: 500, reads: false });
          await pause(2_000);
          const refused = await refusalsOf(3, 'an upload', () =>
            neighbor.caller.post(`${neighbor.item}/attachments`, uploadOf('An ordinary file')),
          );
          expectNoRefusal(refused, await held.end());
        }, s3.environment)();
      } finally {
        await s3.stop();
      }
    },
    MOST_TIME,
  );
});

describe('The room for uploads under way', () => {
  it(
    'is not filled by one person',
    onItsOwn(
      async (world) => {
        const neighbor = await Neighbor.in(world);
        const attachments = `${world.item((await givenWorkItem(world.owner, world.project())).key)}/attachments`;
        const beginnings = tokensOf(world, 'member', 20).map((token) => [
          headOf(
            token,
            `POST ${attachments}`,
            `Idempotency-Key: ${randomUUID()}`,
            'Content-Type: multipart/form-data; boundary=x',
            'Content-Length: 1000000',
          ),
          '--x\r\nContent-Disposition: form-data; name="file"; filename="slow"\r\n\r\n',
          Buffer.alloc(900_000, '.'),
        ]);
        const held = await HeldConnections.hold(world.baseUrl, beginnings, { most: 500 });
        await pause(1_000);
        const refused = await refusalsOf(3, 'an upload', () =>
          neighbor.caller.post(`${neighbor.item}/attachments`, uploadOf(Buffer.alloc(400_000))),
        );
        expectNoRefusal(refused, await held.end());
      },
      { ATTACHMENT_MAX_BYTES: '1000000', UPLOAD_STAGED_MAX_BYTES: '4000000' },
    ),
    MOST_TIME,
  );
});
