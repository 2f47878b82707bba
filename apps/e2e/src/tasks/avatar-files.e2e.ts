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
    ['a file of more than 1 MiB', Buffer.concat([greyPng(9, 9), Buffer.alloc(1_048_576)])],
  ])('refuses %s by exit 1, and makes no user', async (_what, content) => {
    const { email, parameters } = wish(content);
    const { code, stdout, stderr } = await runTask(parameters, database);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .*picture-\d+ is .*\n$/);
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
