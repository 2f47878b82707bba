// Paths: the root of the workspace, its packages, and the programs that npm installed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Folder of the files that the scripts keep between two runs. It is deleted together with `node_modules`. */
export const MEMORY = path.join(ROOT, 'node_modules', '.cache', 'worktrack');

/** Folder in which Node keeps what it has compiled. */
export const COMPILED = path.join(MEMORY, 'compiled');

export const program = (name) => path.join(ROOT, 'node_modules', '.bin', name);

/** Lists the packages of the workspace, each with its folder and manifest. */
export function packagesOf(root) {
  return ['apps', 'libs', 'packages'].flatMap((group) =>
    readdirSync(path.join(root, group))
      .map((name) => path.join(root, group, name))
      .filter((folder) => existsSync(path.join(folder, 'package.json')))
      .map((folder) => ({ folder, manifest: readJson(path.join(folder, 'package.json')) })),
  );
}

/** Lists the folders of the packages that the compiler alone builds. */
export const compiledPackages = () =>
  packagesOf(ROOT)
    .filter(({ manifest }) => manifest.scripts?.build === 'tsc -b tsconfig.build.json')
    .map(({ folder }) => folder);

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
