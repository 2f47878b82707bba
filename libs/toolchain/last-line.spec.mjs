import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './workspace.mjs';

describe('The last line of npm test', () => {
  let root;
  const endOf = (...words) => {
    const { stdout, status } = spawnSync(process.execPath, ['libs/toolchain/test.mjs', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, line: stdout.trimEnd().split('\n').at(-1) };
  };

  /** Makes a workspace with one package. */
  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'last-line-'));
    const isCopied = (file) => !file.includes('node_modules');
    cpSync(path.join(ROOT, 'libs/toolchain'), path.join(root, 'libs/toolchain'), { recursive: true, filter: isCopied });
    for (const folder of ['apps', 'packages/one']) mkdirSync(path.join(root, folder), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
    writeFileSync(path.join(root, 'packages/one/package.json'), '{ "name": "one", "scripts": { "test": "jest" } }');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('counts a failure where no package has such a name', () => {
    expect(endOf('no-such-package')).toEqual({ status: 1, line: '0 passed, 1 failed' });
  });

  it('counts a failure where Turborepo does not know what is affected', () => {
    expect(endOf('--affected')).toEqual({ status: 1, line: '0 passed, 1 failed' });
  });

  it('counts failures where nothing can be built', () => {
    const { status, line } = endOf('one');
    expect({ status, line }).toEqual({ status: 1, line: expect.stringMatching(/^0 passed, [1-9]\d* failed$/) });
  });

  it('does not count when the run is interrupted', async () => {
    const child = spawn(process.execPath, ['libs/toolchain/test.mjs', 'one'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    child.stdout.on('data', (chunk) => (printed += chunk));
    setTimeout(() => child.kill('SIGTERM'), 700);
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).not.toBe(0);
    expect(printed).not.toMatch(/, 0 failed\n$/);
  });

  it('counts a failure where a package.json is not JSON', () => {
    writeFileSync(path.join(root, 'packages/one/package.json'), '{ "name": ');
    expect(endOf('one')).toEqual({ status: 1, line: '0 passed, 1 failed' });
  });
});
