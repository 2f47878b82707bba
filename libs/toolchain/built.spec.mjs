import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { digestOfSources, isBuilt, remember, removeOutputsWithoutSource } from './built.mjs';
import { closureOf, packagesOf } from './workspace.mjs';

describe('What is built', () => {
  let root;
  const memory = () => path.join(root, 'memory');
  const packages = () => closureOf('@t/app', packagesOf(root));
  const write = (name, text) => {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  const build = () => {
    write('apps/app/dist/main.js', 'built');
    write('libs/needed/dist/index.js', 'built');
    remember(root, packages(), memory(), digestOfSources(root, packages()));
  };

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'built-'));
    write('package.json', '{}');
    write('apps/app/package.json', '{"name": "@t/app", "dependencies": {"@t/needed": "1"}}');
    write('apps/app/tsconfig.build.json', '{}');
    write('apps/app/src/main.ts', '1');
    write('libs/needed/package.json', '{"name": "@t/needed"}');
    write('libs/needed/src/deep/inside.ts', '1');
    write('packages/unrelated/package.json', '{"name": "@t/unrelated"}');
    write('packages/unrelated/src/index.ts', '1');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is nothing in the beginning', () => {
    expect(isBuilt(root, packages(), memory())).toBe(false);
  });

  it('stays built while nothing changes, whenever the files are dated', () => {
    build();
    utimesSync(path.join(root, 'apps/app/src/main.ts'), 5000, 5000);
    expect(isBuilt(root, packages(), memory())).toBe(true);
  });

  it.each([
    ['a source', 'apps/app/src/main.ts'],
    ['a source of a package it needs', 'libs/needed/src/deep/inside.ts'],
    ['a new source', 'apps/app/src/another.ts'],
    ['a manifest', 'libs/needed/package.json'],
    ['a compiler setting', 'libs/needed/tsconfig.json'],
    ['a setting of the bundler', 'apps/app/vite.config.mjs'],
    ['a dependency', 'package-lock.json'],
    ['what was built', 'libs/needed/dist/index.js'],
  ])('is out of date after a change of %s', (_what, file) => {
    build();
    write(file, '{"name": "@t/needed", "changed": true}');
    expect(isBuilt(root, packages(), memory())).toBe(false);
  });

  it('is out of date when something built is missing, or a source is', () => {
    build();
    rmSync(path.join(root, 'apps/app/dist/main.js'));
    expect(isBuilt(root, packages(), memory())).toBe(false);
    build();
    rmSync(path.join(root, 'libs/needed/src/deep/inside.ts'));
    expect(isBuilt(root, packages(), memory())).toBe(false);
  });

  it('stays built when a test changes', () => {
    write('apps/app/src/main.spec.ts', '1');
    write('apps/app/test/helper.ts', '1');
    build();
    write('apps/app/src/main.spec.ts', '2');
    write('apps/app/test/helper.ts', '2');
    expect(isBuilt(root, packages(), memory())).toBe(true);
  });

  it('loses outputs whose source is gone or is a test', () => {
    const kept = ['main.js', 'main.js.map', 'main.d.ts', '.tsbuildinfo'];
    const outdated = ['main.spec.js', 'gone.js', 'gone.js.map', 'gone.d.ts', 'testing/helper.js'];
    write('apps/app/src/main.spec.ts', '1');
    for (const name of [...kept, ...outdated]) write(`apps/app/dist/${name}`, 'built');
    removeOutputsWithoutSource(packages());
    const files = readdirSync(path.join(root, 'apps/app/dist'), { recursive: true, withFileTypes: true });
    expect(new Set(files.filter((entry) => entry.isFile()).map(({ name }) => name))).toEqual(new Set(kept));
  });

  it('keeps the outputs of a bundler, which have other names than the sources', () => {
    write('libs/needed/dist/assets/index-1a2b3c.js', 'built');
    removeOutputsWithoutSource(packages());
    expect(readdirSync(path.join(root, 'libs/needed/dist/assets'))).toEqual(['index-1a2b3c.js']);
  });

  it('stays built when a package changes that it does not need', () => {
    build();
    write('packages/unrelated/src/index.ts', '2');
    expect(isBuilt(root, packages(), memory())).toBe(true);
  });

  it('does not contain what was saved while the build ran', () => {
    const begun = digestOfSources(root, packages());
    write('apps/app/src/main.ts', '2');
    remember(root, packages(), memory(), begun);
    expect(isBuilt(root, packages(), memory())).toBe(false);
  });
});
