import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { greyPng } from '../kit/png.js';
import { runTask, taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const { databaseUrl } = new World('tasks');
const database = { databaseUrl };
const folder = mkdtempSync(path.join(tmpdir(), 'avatar-files-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

let counter = 0;

/** Returns the parameters that make a user who looks like the file. */
function wish(content: Buffer): { email: string; parameters: string[] } {
  counter += 1;
  const file = path.join(folder, `picture-${counter}`);
  writeFileSync(file, content);
  const email = `person${counter}@avatar-files.example.test`;
  return { email, parameters: ['user:create', '--email', email, '--name', 'Pictured', '--avatar', file] };
}

describe('user:create --avatar', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  it.each([
    ['an SVG', Buffer.from(svg)],
    ['text', Buffer.from('no picture')],
    ['nothing', Buffer.alloc(0)],
    ['a PNG that ends early', greyPng(300, 300).subarray(0, 120)],
    ['the beginning of a JPEG', Buffer.from('ffd8ffe000104a46', 'hex')],
    ['an image of 50,000 by 50,000 pixels', greyPng(50_000, 50_000, 0, 8)],
    ['a file of more than 4 MiB', Buffer.concat([greyPng(9, 9), Buffer.alloc(4 * 1_048_576)])],
  ])('refuses %s by exit 1, and makes no user', async (_what, content) => {
    const { email, parameters } = wish(content);
    const { code, stdout, stderr } = await runTask(parameters, database);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .*picture-\d+ (?:must|cannot) .*\n$/);
    const users = await taskResult(['user:list'], database);
    expect(users.some((user: { email: string }) => user.email === email)).toBe(false);
  });

  it('refuses a file that is not there by exit 2', async () => {
    const parameters = [
      'user:create',
      '--email',
      'x@avatar-files.example.test',
      '--name',
      'X',
      '--avatar',
      `${folder}/none`,
    ];
    const { code, stderr } = await runTask(parameters, database);
    expect(code).toBe(2);
    expect(stderr).toContain('--avatar');
  });
});

describe('user:update', () => {
  it('changes name, address and picture, in one transaction with one audit row', async () => {
    const { email, parameters } = wish(greyPng(9, 9));
    const { publicId } = await taskResult(parameters, database);
    const [file, newEmail] = [path.join(folder, 'white'), `new-${email}`];
    writeFileSync(file, greyPng(9, 9, 255));
    const update = ['user:update', '--email', email, '--name', 'Renamed', '--new-email', newEmail, '--picture', file];
    expect(await taskResult(update, database)).toMatchObject({ publicId, email: newEmail, name: 'Renamed' });
    const users = await taskResult(['user:list'], database);
    expect(users).toContainEqual(expect.objectContaining({ publicId, email: newEmail, name: 'Renamed' }));
    expect(await runTask(['user:update', '--email', email, '--name', 'X'], database)).toMatchObject({ code: 1 });
  });

  it('refuses the address of another account, and changes nothing', async () => {
    const [one, other] = [wish(greyPng(9, 9)), wish(greyPng(9, 9))];
    for (const { parameters } of [one, other]) await taskResult(parameters, database);
    const update = ['user:update', '--email', one.email, '--name', 'Renamed', '--new-email', other.email];
    expect(await runTask(update, database)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists already'),
    });
    const users = await taskResult(['user:list'], database);
    expect(users).toContainEqual(expect.objectContaining({ email: one.email, name: 'Pictured' }));
  });
});
