import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeMemoryFolder } from './memory-folder.mjs';

const PLENTY = 64 * 1024 ** 3;

describe('The folder of a run in memory', () => {
  let parent;
  let mounts;
  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'memory-'));
    mounts = path.join(parent, 'mounts');
    mount('tmpfs', 'rw,nosuid,nodev');
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const mount = (type, options) =>
    writeFileSync(mounts, `proc /proc proc rw 0 0\nshm ${parent} ${type} ${options} 0 0\n`);
  const made = (more = {}) => makeMemoryFolder({ parent, mounts, free: PLENTY, needed: 1, ...more });

  it('is new and empty, and other users may enter it: PostgreSQL is not run by root', () => {
    const folder = made();
    expect(folder).toBe(path.join(parent, `worktrack-run-${process.pid}`));
    expect(readdirSync(folder)).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  it.each([
    ['is on a disk', () => mount('ext4', 'rw')],
    ['forbids programs', () => mount('tmpfs', 'rw,nosuid,noexec')],
    ['is not mounted', () => writeFileSync(mounts, '')],
    ['does not exist', () => rmSync(parent, { recursive: true })],
  ])('is not made in a folder that %s', (_, change) => {
    change();
    expect(made()).toBeUndefined();
  });

  it('is not made when memory or the folder has too little space', () => {
    expect(made({ free: 1, needed: 2 })).toBeUndefined();
    expect(made({ needed: 1024 ** 6, free: 1024 ** 6 })).toBeUndefined();
  });

  it('makes room: folders of killed runs are removed, and those of other runs stay', () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const [left, running] = [dead, process.ppid].map((pid) => path.join(parent, `worktrack-run-${pid}`));
    for (const folder of [left, running]) mkdirSync(folder);
    made();
    expect([left, running].map((folder) => existsSync(folder))).toEqual([false, true]);
  });
});
