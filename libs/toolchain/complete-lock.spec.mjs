import path from 'node:path';
import { missingEntries } from './complete-lock.mjs';
import { readJson, ROOT } from './workspace.mjs';

const lock = readJson(path.join(ROOT, 'package-lock.json'));

describe('package-lock.json', () => {
  it('has an entry for every optional package of every platform, without which npm ci refuses it', () => {
    expect(Object.keys(missingEntries(lock.packages))).toEqual([]);
  });

  it('is found wanting when one of them is taken out', () => {
    const { 'node_modules/@swc/core-darwin-arm64': taken, ...rest } = lock.packages;
    expect(taken).toBeDefined();
    expect(Object.keys(missingEntries(rest))).toEqual(['node_modules/@swc/core-darwin-arm64']);
  });

  it('names no registry', () => {
    const resolved = Object.values(lock.packages).flatMap((entry) => (entry.link ? [] : (entry.resolved ?? [])));
    expect(resolved).toEqual([]);
  });
});

describe('An entry that completes the lock file', () => {
  const lockWith = (optionalDependencies, more = {}) => ({
    '': {},
    'node_modules/tool': { version: '2.0.0', optionalDependencies, ...more },
  });

  it.each([
    ['@tool/darwin-arm64', ['darwin'], ['arm64']],
    ['@tool/win32-x64-msvc', ['win32'], ['x64']],
    ['@tool/win32-ia32-msvc', ['win32'], ['ia32']],
    ['@tool/windows-64', ['win32'], ['x64']],
    ['@tool/linux-arm-gnueabihf', ['linux'], ['arm']],
    ['@tool/linux-riscv64-gnu', ['linux'], ['riscv64']],
    ['@tool/linux-loong64-musl', ['linux'], ['loong64']],
    ['@tool/android-arm-eabi', ['android'], ['arm']],
    ['@tool/freebsd-x64', ['freebsd'], ['x64']],
    ['@tool/darwin-universal', ['darwin'], undefined],
  ])('states when npm skips %s', (name, os, cpu) => {
    expect(missingEntries(lockWith({ [name]: '^2.0.0' }))).toEqual({
      [`node_modules/${name}`]: { version: '2.0.0', optional: true, os, ...(cpu && { cpu }) },
    });
  });

  it('is for development when its dependent is', () => {
    const missing = missingEntries(lockWith({ 'tool-linux-x64': '2.0.0' }, { dev: true }));
    expect(missing['node_modules/tool-linux-x64'].dev).toBe(true);
  });

  it('is not added for a name without a platform, or when it exists already', () => {
    const packages = {
      ...lockWith({ fancy: '1.0.0', 'tool-linux-x64': '2.0.0' }),
      'node_modules/tool/node_modules/tool-linux-x64': { version: '2.0.0' },
    };
    expect(missingEntries(packages)).toEqual({});
  });
});
