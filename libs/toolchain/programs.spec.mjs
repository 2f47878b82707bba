import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isThere } from './programs.cjs';

describe('A program that a machine can lack', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'programs-'));
  const outer = process.env.PATH;
  afterAll(() => {
    process.env.PATH = outer;
    rmSync(folder, { recursive: true });
  });

  it('is there where the search path leads to it, or under its own path, and can be run', () => {
    const program = path.join(folder, 'pgbouncer');
    writeFileSync(program, '', { mode: 0o755 });
    writeFileSync(path.join(folder, 'promtool'), '', { mode: 0o644 });
    process.env.PATH = `/nowhere:${folder}`;
    expect(['pgbouncer', 'promtool', 'redis-server', program, '/nowhere/pgbouncer'].map(isThere)).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });
});
