import { existsSync } from 'node:fs';
import path from 'node:path';
import { eventually } from './eventually.js';
import { scratchPath } from './scratch.js';

/** The module that a server loads by `--require`, so that it takes what it loads from a file. No build contains it. */
export const PRELOAD = path.resolve(__dirname, '../../../../libs/toolchain/test/compiled-modules-preload.cjs');

const VARIABLE = 'WORKTRACK_E2E_COMPILED_MODULES';

/** Path of the file with the modules of the servers of this run; the suites inherit it through the environment. */
export function compiledModules(): string {
  return (process.env[VARIABLE] ??= scratchPath('compiled-modules'));
}

/** Makes a server, which was started when the file was not there, write what it has loaded; the servers after it load that. */
export async function keepCompiledModules(pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR2');
  await eventually('the compiled modules', () => Promise.resolve(existsSync(compiledModules()) || undefined));
}
