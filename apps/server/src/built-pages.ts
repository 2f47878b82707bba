import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { ReferencePage, WebApplication, type WebFile } from '@worktrack/adapter-http';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  // A browser shows plain text, and can save Markdown instead.
  '.md': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Reads the built browser application into memory. Throws with one sentence when it was not built. */
export async function readWebApplication(): Promise<WebApplication> {
  const folder = path.join(path.dirname(require.resolve('@worktrack/web/package.json')), 'dist');
  try {
    return new WebApplication(await readFile(path.join(folder, 'index.html'), 'utf8'), await filesOf(folder, '/'));
  } catch (cause) {
    throw new Error('The browser application is not built: npx turbo run build --filter=@worktrack/web', { cause });
  }
}

/** Reads the built reference of the API into memory. Throws with one sentence when it was not built. */
export async function readReference(): Promise<ReferencePage> {
  const folder = path.join(path.dirname(require.resolve('@worktrack/reference/package.json')), 'dist');
  try {
    return new ReferencePage(await readFile(path.join(folder, 'index.html'), 'utf8'), await filesOf(folder, ''));
  } catch (cause) {
    throw new Error('The reference is not built: npx turbo run build --filter=@worktrack/reference', { cause });
  }
}

/** Reads the files of a folder, by their paths in it after `prefix`. */
async function filesOf(folder: string, prefix: string): Promise<ReadonlyMap<string, WebFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  const bytes = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const)),
  );
  const files = new Map<string, WebFile>();
  for (const [name, content] of bytes) {
    const type = TYPES[path.extname(name)];
    if (type)
      files.set(prefix + name, { type, bytes: content, br: bytes.get(`${name}.br`), gzip: bytes.get(`${name}.gz`) });
  }
  return files;
}
