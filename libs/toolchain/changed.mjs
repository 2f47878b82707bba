// Finds the packages that a change can reach: those with a changed file, and all that need them.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { closureOf, ROOT } from './workspace.mjs';

/** Files that no build or test reads. */
const REACHES_NOTHING = [
  /^LICENSE$/,
  /^\.gitignore$/,
  /^\.vscode\//,
  /^nest-cli\.json$/,
  /^(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$/,
  /^docs\/adr\//,
];

/** Files of tests that no other file imports. Helpers in `test/` do not count: another package may use them. */
const TEST = /\.(spec|e2e)\.([cm]?[jt]s|tsx)$/;

/** The package with the tests about the whole workspace. */
const TOOLCHAIN = 'libs/toolchain/';

/**
 * The packages among `packages` that a change of `files` can reach. A file of a package reaches that package and all that need it; a
 * test only its own, and there no other test (`onlyTestsReachedBy`); a document those that name it or its folder. The tests about the whole
 * workspace are reached by each of them. A file outside of every package, such as a compiler setting or the lock file, and the toolchain,
 * which runs all tests, reach every package.
 * @param files changed files, as paths from the root with `/`
 */
export function reachedBy(files, packages, root = ROOT) {
  const { changed, tested, tests, all } = reach(files, packages, root);
  if (all) return packages;
  return packages.filter((one) => {
    const { name } = one.manifest;
    return tested.has(name) || tests.has(name) || needsOneOf(changed, one, packages);
  });
}

/**
 * The changed tests, by the name of their package, of packages that nothing else reaches: no other test of such a package can have another
 * result than before. Tests that were removed are not among them.
 * @param files changed files, as paths from the root with `/`
 */
export function onlyTestsReachedBy(files, packages, root = ROOT) {
  const { changed, tested, tests, all } = reach(files, packages, root);
  if (all) return new Map();
  const known = packages.filter((one) => !tested.has(one.manifest.name) && !needsOneOf(changed, one, packages));
  const names = known.map(({ manifest }) => manifest.name).filter((name) => tests.has(name));
  return new Map(names.map((name) => [name, tests.get(name).filter((file) => existsSync(path.join(root, file)))]));
}

const needsOneOf = (names, { manifest }, packages) =>
  closureOf(manifest.name, packages).some((needed) => names.has(needed.manifest.name));

/**
 * Sorts what the files reach: `changed`, the names of packages whose dependents are reached too; `tested`, those of packages that alone are
 * reached; `tests`, the changed tests by the name of their package. `all` is true when every package is reached.
 */
function reach(files, packages, root) {
  const homes = packages.map((one) => ({
    one,
    prefix: `${path.relative(root, one.folder).replaceAll(path.sep, '/')}/`,
  }));
  const changed = new Set();
  const tested = new Set();
  const tests = new Map();
  for (const file of files.filter((name) => !REACHES_NOTHING.some((pattern) => pattern.test(name)))) {
    const home = homes.find(({ prefix }) => file.startsWith(prefix));
    const isOfAll = home === undefined ? !file.startsWith('docs/') : home.prefix === TOOLCHAIN && !TEST.test(file);
    if (isOfAll) return { all: true };
    homes.filter(({ prefix }) => prefix === TOOLCHAIN).forEach(({ one }) => tested.add(one.manifest.name));
    if (home === undefined) readersOf(file, packages).forEach((name) => tested.add(name));
    else if (TEST.test(file)) tests.set(home.one.manifest.name, [...(tests.get(home.one.manifest.name) ?? []), file]);
    else changed.add(home.one.manifest.name);
  }
  return { changed, tested, tests, all: false };
}

/** The names of the packages with a source that names a document, or a folder of it below `docs`. */
function readersOf(document, packages) {
  const folders = document.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));
  const names = folders.slice(1);
  const readers = packages.filter(({ folder }) =>
    sourcesOf(folder).some((file) => names.some((name) => readFileSync(file, 'utf8').includes(name))),
  );
  return readers.map(({ manifest }) => manifest.name);
}

function sourcesOf(folder) {
  return [folder, path.join(folder, 'src'), path.join(folder, 'test')].filter(existsSync).flatMap((place) =>
    readdirSync(place, { recursive: place !== folder, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.([cm]?[jt]s|tsx)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
}

/**
 * Files that differ from a commit, also those that are not committed and those that git does not know yet. Throws with git's message
 * when there is no such commit.
 * @param since a commit; by default the one where this branch left `main`, on `main` itself the last one
 */
export function changedFiles(since = branchPoint(), root = ROOT) {
  const differing = git(root, 'diff', '--name-only', '--no-renames', since, '--');
  return [...new Set([...differing, ...git(root, 'ls-files', '--others', '--exclude-standard')])];
}

function branchPoint(root = ROOT) {
  for (const main of ['origin/main', 'main']) {
    const [known] = attempt(() => git(root, 'merge-base', 'HEAD', main));
    if (known) return known;
  }
  return 'HEAD';
}

function attempt(work) {
  try {
    return work();
  } catch {
    return [];
  }
}

function git(root, ...args) {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return output.split('\n').filter((line) => line !== '');
}
