import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { created, givenWorkItem } from '../kit/given.js';
import { startS3Server } from '../kit/s3-server.js';
import { uploadOf } from '../kit/upload.js';
import { headOf, tokensOf } from './credentials.js';
import { HeldConnections } from './held-connections.js';
import { Neighbor } from './neighbor.js';
import { expectNoRefusal, onItsOwn, refusalsOf, times } from './on-its-own.js';

const MOST_TIME = 240_000;

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
