// Checks that node_modules matches package-lock.json, and installs the packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { QUIET, withoutOuterNpm } from './child.mjs';

const lockFile = (root) => path.join(root, 'package-lock.json');
const stampFile = (root) => path.join(root, 'node_modules', '.worktrack-installed');

const MACHINE = `${process.platform}-${process.arch}-${process.versions.modules}`;

const stampOf = (root) =>
  `${MACHINE} ${createHash('sha256')
    .update(readFileSync(lockFile(root)))
    .digest('hex')}`;

/** True when this script installed from this lock file, or when an `npm install` ran after the lock file was last written. */
export function isInstalled(root) {
  const stamp = existsSync(stampFile(root)) ? readFileSync(stampFile(root), 'utf8') : undefined;
  if (stamp === stampOf(root)) return true;
  const byHand = path.join(root, 'node_modules', '.package-lock.json');
  const sameMachine = stamp === undefined || stamp.startsWith(`${MACHINE} `);
  return sameMachine && existsSync(byHand) && statSync(byHand).mtimeMs > statSync(lockFile(root)).mtimeMs;
}

/** Installs the packages; npm's output goes to stderr. Returns npm's exit code. */
export async function install(root) {
  process.stderr.write('Installing packages …\n');
  // Not in node_modules, which npm empties.
  const ownCache = path.join(root, '.turbo', 'npm-cache');
  const options = ['--no-audit', '--no-fund', '--include=dev', '--include=optional', ...cacheOptions(ownCache)];
  // The lock file fixes every content: what npm's cache knows about a package needs no question to the registry.
  let code = await npm(root, ['ci', '--prefer-offline', ...options]);
  if (code !== 0) {
    process.stderr.write("npm ci failed; trying again without what npm's cache knows about the packages.\n");
    code = await npm(root, ['ci', ...options]);
  }
  rmSync(ownCache, { recursive: true, force: true, maxRetries: 10 });
  if (code === 0) {
    mkdirSync(path.dirname(stampFile(root)), { recursive: true });
    writeFileSync(stampFile(root), stampOf(root));
  }
  return code;
}

/** Runs npm in a folder: the npm that runs this script, else the one on the PATH. All its output goes to stderr. Returns its exit code. */
export async function npm(folder, args) {
  const outer = process.env.npm_execpath;
  const [file, first] = outer?.endsWith('npm-cli.js') ? [process.execPath, [outer]] : ['npm', []];
  const env = { ...withoutOuterNpm(process.env), ...QUIET };
  const [code] = await once(spawn(file, [...first, ...args], { cwd: folder, env, stdio: ['ignore', 2, 2] }), 'close');
  return code ?? 1;
}

/** The options by which npm keeps its cache in `folder`; none where it can write to its usual one. */
export function cacheOptions(folder, env = process.env) {
  return canCacheIn(env.npm_config_cache ?? path.join(homedir(), '.npm')) ? [] : ['--cache', folder];
}

/** True when npm can use this folder as its cache. */
function canCacheIn(folder) {
  try {
    const inside = path.join(folder, '_cacache', 'tmp');
    mkdirSync(inside, { recursive: true });
    rmSync(mkdtempSync(path.join(inside, 'worktrack-')), { recursive: true });
    return true;
  } catch {
    return false;
  }
}
