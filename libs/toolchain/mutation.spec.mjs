import { existsSync } from 'node:fs';
import path from 'node:path';
import { GROUPS } from './mutation/groups.cjs';
import { readJson, ROOT } from './workspace.mjs';

describe('The modules that mutants change', () => {
  const groups = Object.values(GROUPS);

  it('are there, and so are their specs', () => {
    const files = groups.flatMap(({ modules, specs }) => [...modules, ...specs]);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('are changed once each, in four groups', () => {
    const modules = groups.flatMap((group) => group.modules);
    expect(new Set(modules).size).toBe(modules.length);
    expect(Object.keys(GROUPS)).toEqual(['authorisation', 'idempotency', 'concurrency', 'cursors']);
  });
});

describe('The program that makes mutants', () => {
  it('is pinned, with all that it brings', () => {
    const { dependencies } = readJson(path.join(ROOT, 'libs/toolchain/mutation/package.json'));
    const { packages } = readJson(path.join(ROOT, 'libs/toolchain/mutation/package-lock.json'));
    for (const [name, version] of Object.entries(dependencies)) {
      expect(packages[`node_modules/${name}`].version).toBe(version);
    }
    const { '': own, ...others } = packages;
    expect(own.dependencies).toEqual(dependencies);
    expect(Object.values(others).filter(({ integrity }) => !/^sha512-/.test(integrity))).toEqual([]);
    expect(Object.entries(others).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  });
});
