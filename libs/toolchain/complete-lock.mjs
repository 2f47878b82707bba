// Completes package-lock.json with the builds for other platforms that the registry did not offer when it was written.
// `npm ci` refuses a lock file without them, even on machines that would never install them.
// Run `npm run lock:complete` after every `npm install` that changed the lock file.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './workspace.mjs';

/**
 * Lists the missing entries, by their place in the lock file: one for each optional dependency that its dependent cannot
 * resolve and whose name contains its platform. npm skips them on any other platform.
 */
export function missingEntries(packages) {
  const missing = {};
  for (const [place, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const os = osIn(name);
      if (os === undefined || isReachable({ ...packages, ...missing }, place, name)) continue;
      const cpu = cpuIn(name);
      missing[`node_modules/${name}`] = {
        version: range.replace(/^[~^]/, ''),
        ...(cpu && { cpu: [cpu] }),
        ...(entry.dev && { dev: true }),
        optional: true,
        os: [os],
      };
    }
  }
  return missing;
}

/** True when Node would find the module: beside the dependent or in a folder above it. */
function isReachable(packages, place, name) {
  for (let folder = place; ; folder = parentOf(folder)) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

function parentOf(place) {
  const end = place.lastIndexOf('/node_modules/');
  return end < 0 ? '' : place.slice(0, end);
}

function osIn(name) {
  if (/darwin/.test(name)) return 'darwin';
  if (/win(dows|32)/.test(name)) return 'win32';
  return /freebsd|android|openharmony|sunos|aix|netbsd|openbsd|linux/.exec(name)?.[0];
}

function cpuIn(name) {
  if (/arm64/.test(name)) return 'arm64';
  if (/ia32/.test(name)) return 'ia32';
  if (/armeabi|arm-|armv7|arm$/.test(name)) return 'arm';
  if (/loong/.test(name)) return 'loong64';
  return /riscv64|ppc64|s390x|mips64el/.exec(name)?.[0] ?? (/x64|-64$/.test(name) ? 'x64' : undefined);
}

function complete(file) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lock.packages);
  const entries = Object.entries({ ...lock.packages, ...missing });
  lock.packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${Object.keys(missing).length} entries added\n`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  complete(path.join(ROOT, 'package-lock.json'));
}
