import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { greyPng } from '../kit/png.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const world = new World('avatars');
const { owner } = world;
const database = { databaseUrl: world.databaseUrl };
const folder = mkdtempSync(path.join(tmpdir(), 'avatars-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

let counter = 0;

/** Makes a member who looks like the file. */
async function givenPictured(content: Buffer): Promise<{ email: string; at: string }> {
  counter += 1;
  const file = path.join(folder, `picture-${counter}`);
  writeFileSync(file, content);
  const email = `person${counter}@avatars.example.test`;
  const parameters = ['user:create', '--email', email, '--name', 'Pictured', '--avatar', file];
  const { publicId } = await taskResult(parameters, database);
  await taskResult(['member:add', '--org', world.slug, '--email', email, '--role', 'member'], database);
  return { email, at: `/api/v1/users/${String(publicId)}` };
}

/** Reads width and height from the header of a lossy WebP. */
function sizeOf(webp: Buffer): [width: number, height: number] {
  expect(webp.toString('latin1', 0, 4)).toBe('RIFF');
  expect(webp.toString('latin1', 8, 15)).toBe('WEBPVP8');
  expect(webp.toString('latin1', 12, 16)).toBe('VP8 ');
  return [webp.readUInt16LE(26) & 0x3fff, webp.readUInt16LE(28) & 0x3fff];
}

describe('getUserProfileAvatar', () => {
  it('scenario 45: is 404 for a user without an avatar and for a user that is not visible', async () => {
    const { publicId } = world.user('owner');
    expectRefusal(await owner.get(`/api/v1/users/${publicId}/avatar`), 'NOT_FOUND');
    const stranger = await owner.get(`/api/v1/users/${world.user('stranger').publicId}/avatar`);
    expectIndistinguishable(await owner.get('/api/v1/users/nobody/avatar'), stranger);
    expect((await owner.get(`/api/v1/users/${publicId}`)).body.avatarUrl).toBeNull();
  });

  it('is a square WebP of 256 pixels made from what was given, and nothing else of it', async () => {
    const { at } = await givenPictured(greyPng(300, 200));
    const { avatarUrl } = (await owner.get(at)).body;
    expect(avatarUrl).toMatch(new RegExp(`^${world.baseUrl}${at}/avatar\\?v=[0-9a-f]{16}$`));
    const answer = await owner.get(avatarUrl.slice(world.baseUrl.length));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(answer.bytes.length),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('content-disposition');
    expect(sizeOf(answer.bytes)).toEqual([256, 256]);
    expect(answer.bytes.includes('secret place')).toBe(false);

    const head = await owner.head(`${at}/avatar`);
    expect({ status: head.status, length: head.headers['content-length'], bytes: head.bytes.length }).toEqual({
      status: 200,
      length: String(answer.bytes.length),
      bytes: 0,
    });
    // v, format and rev have no effect; nothing else is known.
    const other = await owner.get(`${at}/avatar?v=0&format=png&rev=7`);
    expect(other.bytes.equals(answer.bytes)).toBe(true);
    expectRefusal(await owner.get(`${at}/avatar?size=64`), 'VALIDATION_ERROR', 'size');
    expectRefusal(await owner.get(`${at}/avatar?v=1&v=2`), 'VALIDATION_ERROR', 'v');
    // A caller who may not see a user may not see the user's avatar.
    const hidden = await world.stranger.get(`${at}/avatar`);
    expectRefusal(hidden, 'NOT_FOUND');
    expectIndistinguishable(hidden, await world.stranger.get('/api/v1/users/usr_AAAAAAAAAAAAAAAAAAAAAA/avatar'));
    expect((await world.caller('owner of WEB only').get(`${at}/avatar`)).bytes.equals(answer.bytes)).toBe(true);
  });

  it('has another version for another content, and goes with its account', async () => {
    const [black, white] = await Promise.all([givenPictured(greyPng(10, 10, 0)), givenPictured(greyPng(10, 10, 255))]);
    const versionAt = async (at: string): Promise<string> => (await owner.get(at)).body.avatarUrl.split('v=')[1];
    expect(await versionAt(black.at)).not.toBe(await versionAt(white.at));
    await taskResult(['user:remove', '--email', white.email], database);
    expectRefusal(await owner.get(`${white.at}/avatar`), 'NOT_FOUND');
  }, 60_000);
});
