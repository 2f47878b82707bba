// Builds packages, and checks that their output is up to date. Turborepo can check that too, but takes longer than a
// task may take to start.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from './child.mjs';
import { exclusively } from './exclusive.mjs';
import { closureOf, MEMORY, packagesOf, program, ROOT } from './workspace.mjs';

/** Files outside the packages on which every build depends. */
const COMMON = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'turbo.json'];

/** The documents that a page shows: files, and folders of files. */
const SHOWN = ['docs/squeakql.md', 'docs/api', 'docs/reports'];

/** The compiler's project of production code, in each package that is compiled. */
const BUILD_CONFIG = 'tsconfig.build.json';

/** Builds a package and its dependencies unless they are up to date; writes nothing to stdout. Returns whether it is built. */
export async function ensureBuilt(name) {
  const memory = memoryOf(name);
  const packages = closureOf(name, packagesOf(ROOT));
  if (isBuilt(ROOT, packages, memory)) return true;
  return building(async () => {
    if (isBuilt(ROOT, packages, memory)) return true;
    const sources = digestOfSources(ROOT, packages);
    process.stderr.write(`Building ${name} …\n`);
    const outcome = await build(name);
    if (outcome === 0) remember(ROOT, packages, memory, sources);
    else process.stderr.write(`The build of ${name} ${typeof outcome === 'string' ? 'was interrupted' : 'failed'}.\n`);
    return outcome === 0;
  });
}

/** A text that changes with each build of the package or of a dependency. Empty before the first one. */
export function nameOfBuild(name) {
  const memory = memoryOf(name);
  return existsSync(memory) ? readFileSync(memory, 'utf8') : '';
}

const memoryOf = (name) => path.join(MEMORY, `built-${name.replace(/\W+/g, '-')}`);

/** Builds these packages with their dependencies, or all packages. Returns 0 on success. */
export const buildAll = (...names) => building(() => build(...names));

/**
 * Compiles a package and those that it depends on, without what a bundler builds; prints only errors. Returns 0 on success.
 * @param options of `runQuietly`
 */
export const compile = (name, options) => building(() => compileAll(closureOf(name, packagesOf(ROOT)), options));

/** Checks the types of production code and of tests in these folders; prints only errors. Returns 0 on success. */
export const checkTypes = (...folders) => building(() => runQuietly(program('tsc'), ['-b', ...folders], { cwd: ROOT }));

/** Builds in two steps. One compiler takes half the time of one for each package; Turborepo then builds what has another build. */
const build = async (...names) => {
  const all = packagesOf(ROOT);
  const closures = names.length === 0 ? all : names.flatMap((name) => closureOf(name, all));
  const wanted = [...new Set(closures)].filter(({ manifest }) => manifest.scripts?.build);
  const outcome = await compileAll(wanted);
  const others = wanted.filter((one) => !isCompiled(one)).map(({ manifest }) => `--filter=${manifest.name}`);
  if (outcome !== 0 || others.length === 0) return outcome;
  return runQuietly(program('turbo'), ['run', 'build', '--only', ...others, '--output-logs=errors-only'], {
    cwd: ROOT,
  });
};

const isCompiled = ({ manifest }) => manifest.scripts?.build === `tsc -b ${BUILD_CONFIG}`;

/** Compiles those of the packages that the compiler builds. Returns 0 on success. */
async function compileAll(packages, options) {
  removeOutputsWithoutSource(packagesOf(ROOT));
  const configs = packages.filter(isCompiled).map(({ folder }) => path.join(folder, BUILD_CONFIG));
  return configs.length === 0 ? 0 : runQuietly(program('tsc'), ['-b', ...configs], { ...options, cwd: ROOT });
}

/**
 * Removes outputs whose source is gone or is a test: neither the compiler nor Turborepo does. A package that a bundler builds has no
 * output for each source, and the bundler empties its folder.
 */
export function removeOutputsWithoutSource(packages) {
  for (const { folder } of packages) {
    if (!existsSync(path.join(folder, BUILD_CONFIG))) continue;
    const dist = path.join(folder, 'dist');
    for (const file of filesIn(dist)) {
      const name = path.relative(dist, file).replace(/\.(js|js\.map|d\.ts)$/, '.ts');
      if (!name.endsWith('.ts')) continue;
      if (isTest(name) || !existsSync(path.join(folder, 'src', name))) rmSync(file);
    }
  }
}

/** Runs one build at a time: two would write the same files. */
function building(work) {
  mkdirSync(path.join(ROOT, '.turbo'), { recursive: true });
  return exclusively(path.join(ROOT, '.turbo', 'build.lock'), 'A build', work);
}

export function isBuilt(root, packages, memory) {
  const known = existsSync(memory) ? readFileSync(memory, 'utf8') : '';
  return known === `${digestOfSources(root, packages)} ${digestOfOutputs(root, packages)}`;
}

/** Records a build. `sources` is the digest before it began: a file that was saved while it ran is not built. */
export function remember(root, packages, memory, sources) {
  mkdirSync(path.dirname(memory), { recursive: true });
  writeFileSync(memory, `${sources} ${digestOfOutputs(root, packages)}`);
}

/** Digest of all files that a build reads. Tests are not built. */
export function digestOfSources(root, packages) {
  const files = packages.flatMap(({ folder }) => [
    ...filesIn(folder, { recursive: false }).filter((file) => /\.(json|config\.mjs)$/.test(file)),
    ...filesIn(path.join(folder, 'src')).filter((file) => !isTest(file)),
  ]);
  const hash = createHash('sha256').update(process.version);
  const shown = SHOWN.map((name) => path.join(root, name)).flatMap((name) =>
    name.endsWith('.md') ? name : filesIn(name),
  );
  for (const file of [...COMMON.map((name) => path.join(root, name)), ...shown, ...files]) {
    if (existsSync(file)) hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Digest of names, sizes and times of all outputs: it changes when one is missing or was written by another process. */
function digestOfOutputs(root, packages) {
  const hash = createHash('sha256');
  for (const file of packages.flatMap(({ folder }) => filesIn(path.join(folder, 'dist')))) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

const isTest = (file) => /\.(spec|e2e)\.([jt]s|tsx)$/.test(file);

function filesIn(folder, { recursive = true } = {}) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
