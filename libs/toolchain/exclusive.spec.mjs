import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exclusively } from './exclusive.mjs';

describe('Exclusive work over several processes', () => {
  let folder;
  let lock;
  let said;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'exclusive-'));
    lock = path.join(folder, 'lock');
    said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    said.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  });

  it('waits while somebody else is at it, says so once, and leaves nothing behind', async () => {
    const order = [];
    let finish;
    const first = exclusively(lock, 'A build', () => new Promise((done) => (finish = done)).then(() => order.push(1)));
    const second = exclusively(lock, 'A build', () => order.push(2));
    await new Promise((go) => setTimeout(go, 450));
    finish();
    await Promise.all([first, second]);
    expect(order).toEqual([1, 2]);
    expect(said.mock.calls.map(([text]) => text)).toEqual([
      `A build is under way in another process (${process.pid}): waiting. [${lock}]\n`,
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not wait for a process that is dead', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(lock, String(pid));
    expect(await exclusively(lock, 'A build', () => 'done')).toBe('done');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes room when the work fails', async () => {
    await expect(exclusively(lock, 'A build', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(lock)).toBe(false);
  });
});
