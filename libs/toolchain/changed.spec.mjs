import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changedFiles, onlyTestsReachedBy, reachedBy } from './changed.mjs';
import { packagesOf, ROOT } from './workspace.mjs';

const packageAt = (folder, name, needs = []) => ({
  folder: path.join('/work', folder),
  manifest: { name, devDependencies: Object.fromEntries(needs.map((one) => [one, '1'])) },
});

const PACKAGES = [
  packageAt('apps/server', 'server', ['http', 'domain']),
  packageAt('libs/toolchain', 'toolchain'),
  packageAt('packages/domain', 'domain'),
  packageAt('packages/domain-tools', 'domain-tools'),
  packageAt('packages/http', 'http', ['domain']),
];

const namesReachedBy = (...files) => reachedBy(files, PACKAGES, '/work').map(({ manifest }) => manifest.name);

describe('The tests that a change can reach', () => {
  it('are those of the changed package and of all that need it', () => {
    expect(namesReachedBy('packages/domain/src/a.ts')).toEqual(['server', 'toolchain', 'domain', 'http']);
    expect(namesReachedBy('packages/http/src/a.ts')).toEqual(['server', 'toolchain', 'http']);
    expect(namesReachedBy('packages/domain-tools/src/a.ts', 'apps/server/src/a.ts')).toEqual([
      'server',
      'toolchain',
      'domain-tools',
    ]);
  });

  it.each(['package-lock.json', 'tsconfig.base.json', '.oxfmtrc.json', 'libs/toolchain/jest.preset.cjs'])(
    'are all after a change of %s',
    (file) => {
      expect(namesReachedBy(file)).toHaveLength(PACKAGES.length);
    },
  );

  it.each(['src/a.spec.ts', 'src/a/b.e2e.ts', 'src/a.spec.tsx'])(
    'are only its own after a change of a test: %s',
    (file) => {
      expect(namesReachedBy(`packages/domain/${file}`)).toEqual(['toolchain', 'domain']);
    },
  );

  it('are no other ones of a package of which only tests changed', () => {
    const tests = ['libs/squeakql/src/grammar.spec.ts', 'libs/squeakql/src/resolve.spec.ts'];
    const removed = 'libs/squeakql/src/removed.spec.ts';
    const only = (...files) => Object.fromEntries(onlyTestsReachedBy(files, packagesOf(ROOT)));
    expect(only(...tests, removed, 'docs/performance.md')).toEqual({ '@worktrack/squeakql': tests });
    expect(only(removed)).toEqual({ '@worktrack/squeakql': [] });
    expect(only(tests[0], 'libs/squeakql/src/parser.ts')).toEqual({});
    expect(only('apps/e2e/src/link/links.e2e.ts', 'packages/domain/src/index.ts')).toEqual({});
    expect(only(tests[0], 'package-lock.json')).toEqual({});
    expect(only('packages/adapter-postgres/src/squeakql/plans.spec.ts', 'docs/squeakql.md')).toEqual({});
  });

  it('are those about the whole workspace after a change of one of them', () => {
    expect(namesReachedBy('libs/toolchain/lint.spec.mjs')).toEqual(['toolchain']);
    expect(namesReachedBy('libs/toolchain/test/sequencer.cjs')).toHaveLength(PACKAGES.length);
  });

  it('are those of all that need the package after a change of what its tests share', () => {
    expect(namesReachedBy('packages/domain/test/given.ts')).toEqual(['server', 'toolchain', 'domain', 'http']);
  });

  it('are those that read a changed document, and those about the whole workspace', () => {
    const readersOf = (document) =>
      reachedBy([document], packagesOf(ROOT)).map(({ manifest }) => manifest.name.replace('@worktrack/', ''));
    expect(readersOf('docs/squeakql.md')).toEqual(expect.arrayContaining(['e2e', 'toolchain', 'adapter-postgres']));
    expect(readersOf('docs/domain.md')).toEqual(expect.arrayContaining(['toolchain', 'domain']));
    expect(readersOf('docs/reports/velocity.md')).toEqual(expect.arrayContaining(['e2e', 'toolchain']));
    expect(readersOf('docs/performance.md')).toEqual(['toolchain']);
  });

  it('are empty when nothing changed, or only a decision record', () => {
    expect(namesReachedBy()).toEqual([]);
    expect(namesReachedBy('docs/adr/0001-a.md')).toEqual([]);
  });
});

describe('The files that differ', () => {
  let root;
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root, stdio: 'pipe' });

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'changed-'));
    git('init', '--initial-branch=main');
    for (const name of ['kept', 'edited', 'removed']) writeFileSync(path.join(root, name), name);
    git('add', '.');
    git('commit', '--message=first');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are committed, edited, removed and new ones, each once', () => {
    writeFileSync(path.join(root, 'committed'), '');
    git('add', '.');
    git('commit', '--message=second');
    writeFileSync(path.join(root, 'edited'), 'otherwise');
    rmSync(path.join(root, 'removed'));
    writeFileSync(path.join(root, 'new'), '');
    expect(changedFiles('HEAD~1', root).sort()).toEqual(['committed', 'edited', 'new', 'removed']);
    expect(changedFiles('HEAD', root).sort()).toEqual(['edited', 'new', 'removed']);
  });

  it('cannot be listed since a commit that does not exist', () => {
    expect(() => changedFiles('no-such-commit', root)).toThrow('no-such-commit');
  });
});
