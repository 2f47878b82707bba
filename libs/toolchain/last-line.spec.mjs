import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './workspace.mjs';

describe('npm test -- --changed', () => {
  let root;
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root, stdio: 'pipe' });
  const endOf = (...args) => {
    const { stdout, status } = spawnSync(process.execPath, ['libs/toolchain/test.mjs', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, lines: stdout.trimEnd().split('\n').slice(-2) };
  };

  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'last-line-'));
    cpSync(path.join(ROOT, 'libs/toolchain'), path.join(root, 'libs/toolchain'), { recursive: true });
    for (const folder of ['apps', 'packages/one']) mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(root, 'packages/one/package.json'), '{ "name": "one" }');
    git('init', '--initial-branch=main');
    git('add', '.');
    git('commit', '--message=first');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('ends with a line that counts when nothing changed', () => {
    expect(endOf('--changed')).toEqual({ status: 0, lines: ['nothing changed', '0 passed, 0 failed'] });
  });

  it('ends with a line that counts a failure when there is no such commit', () => {
    const { status, lines } = endOf('--changed=no-such-commit');
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
  });

  it('ends with a line that counts a failure when a changed package.json is not JSON', () => {
    writeFileSync(path.join(root, 'packages/one/package.json'), '{ "name": ');
    const { status, lines } = endOf('--changed');
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
  });
});
