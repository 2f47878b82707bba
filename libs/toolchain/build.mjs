// Builds packages by Turborepo, whose cache knows what is up to date, and checks types. One process at a time: two would write the same files.
import path from 'node:path';
import { runQuietly } from './child.mjs';
import { exclusively } from './exclusive.mjs';
import { compiledPackages, program, ROOT } from './workspace.mjs';

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

/** Compiles the packages that need no bundler; prints only errors. Returns 0 on success. Its options are those of `runQuietly`. */
export const compile = (options) =>
  building(() =>
    quietly('tsc', ['-b', ...compiledPackages().map((folder) => `${folder}/tsconfig.build.json`)], options),
  );

/** Checks the types of production code and of tests; prints only errors. Returns 0 on success. */
export const checkTypes = () => building(() => quietly('tsc', ['-b']));
