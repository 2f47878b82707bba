import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { scratchPath } from './scratch.js';

const ROOT = path.resolve(__dirname, '../../../..');

/** Our own packages of the release before, as `pack-release.mjs` packed them. The name has the number of its last migration. */
const PACKED = path.join(ROOT, 'apps/e2e/releases/schema-0038.json.br');

/** The two programs of a release. */
export interface Release {
  readonly server: string;
  readonly tasks: string;
}

/** Unpacks the release before into a folder. It runs with the packages from npm of this release, `async-mutex` and `swagger-ui-dist`. */
export function unpackReleaseBefore(): Release {
  const folder = scratchPath('release-before');
  const files = JSON.parse(brotliDecompressSync(readFileSync(PACKED)).toString()) as Readonly<Record<string, string>>;
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  linkPackages(folder, Object.keys(files));
  const server = path.join(folder, 'apps/server/dist');
  return { server: path.join(server, 'main.js'), tasks: path.join(server, 'cli.js') };
}

/** Lets the release find its own packages by their names, and all others where this release has them. */
function linkPackages(folder: string, files: readonly string[]): void {
  const modules = path.join(folder, 'node_modules');
  const installed = path.join(ROOT, 'node_modules');
  mkdirSync(path.join(modules, '@worktrack'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@worktrack' && !name.startsWith('.'))
      symlinkSync(path.join(installed, name), path.join(modules, name));
  }
  for (const manifest of files.filter((file) => file.endsWith('/package.json'))) {
    const { name } = JSON.parse(readFileSync(path.join(folder, manifest), 'utf8')) as { readonly name: string };
    symlinkSync(path.join(folder, path.dirname(manifest)), path.join(modules, name));
  }
}
