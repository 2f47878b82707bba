// Builds packages by Turborepo, whose cache knows what is up to date, and checks types. One process at a time: two would write the same files.
import path from 'node:path';
import { runQuietly } from './child.mjs';
import { exclusively } from './exclusive.mjs';
import { closureOf, packagesOf, program, ROOT } from './workspace.mjs';

const building = (work) => exclusively(path.join(ROOT, '.turbo', 'build.lock'), 'A build', work);
const quietly = (name, args, options) => runQuietly(program(name), args, { ...options, cwd: ROOT });

/** Builds these packages with those that they depend on, or all. Prints only errors, and those to stderr. Returns 0 on success. */
export const build = (...names) =>
  building(() =>
    quietly('turbo', ['run', 'build', ...names.map((name) => `--filter=${name}`), '--output-logs=errors-only']),
  );

/** Ends this process unless the package can be built. */
export async function ensureBuilt(name) {
  if ((await build(name)) === 0) return;
  process.stderr.write(`${name} was not built.\n`);
  process.exit(1);
}

/**
 * Compiles a package and those that it depends on, without what a bundler builds; prints only errors. Returns 0 on success.
 * @param options of `runQuietly`
 */
export const compile = (name, options) => {
  const compiled = closureOf(name, packagesOf(ROOT)).filter(({ manifest }) =>
    manifest.scripts?.build?.startsWith('tsc -b'),
  );
  return building(() =>
    quietly('tsc', ['-b', ...compiled.map(({ folder }) => path.join(folder, 'tsconfig.build.json'))], options),
  );
};

/** Checks the types of production code and of tests in these folders, or in all; prints only errors. Returns 0 on success. */
export const checkTypes = (...folders) => building(() => quietly('tsc', ['-b', ...folders]));
