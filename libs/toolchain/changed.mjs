// Finds the packages that a change can reach: those with a changed file, and all that need them.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { closureOf, ROOT } from './workspace.mjs';

/** Files that no build or test reads. A document that tests read reaches all packages. */
const REACHES_NOTHING = [/^LICENSE$/, /^\.gitignore$/, /^docs\/adr\//];

/**
 * The packages among `packages` that a change of `files` can reach. A file outside of every package, such as a compiler setting or the
 * lock file, and the toolchain that runs all tests, reach every package.
 * @param files changed files, as paths from the root with `/`
 */
export function reachedBy(files, packages, root = ROOT) {
  const homes = packages.map((one) => ({
    one,
    prefix: `${path.relative(root, one.folder).replaceAll(path.sep, '/')}/`,
  }));
  const changed = new Set();
  for (const file of files.filter((name) => !REACHES_NOTHING.some((pattern) => pattern.test(name)))) {
    const home = homes.find(({ prefix }) => file.startsWith(prefix));
    if (home === undefined || home.prefix === 'libs/toolchain/') return packages;
    changed.add(home.one.manifest.name);
  }
  return packages.filter((one) =>
    closureOf(one.manifest.name, packages).some(({ manifest }) => changed.has(manifest.name)),
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
