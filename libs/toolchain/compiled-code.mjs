// Compiled code of the server from an earlier start: a start takes half as long.
import { spawn } from 'node:child_process';
import module from 'node:module';
import path from 'node:path';
import { useCompiledModules } from './compiled-modules.cjs';
import { MEMORY, ROOT } from './workspace.mjs';

/**
 * Takes the server's modules from a file, where Node keeps no compiled code itself. When there is none of this version, a process beside
 * this one writes it for the next start. A module that was changed since is loaded as usual.
 * @param name of the file
 * @param version of what decides where modules are found
 */
export function takeCompiledCode(name, version) {
  if (module.enableCompileCache) {
    module.enableCompileCache(path.join(MEMORY, 'compiled'));
    return;
  }
  const file = path.join(MEMORY, name);
  const key = `${process.version} ${process.arch} ${ROOT} ${version}`;
  if (useCompiledModules(file, { key })) return;
  const program = path.join(ROOT, 'libs/toolchain/compile-modules.mjs');
  const writer = spawn(process.execPath, [program, file, key], { stdio: 'ignore' });
  // Without the file the server only starts more slowly.
  writer.on('error', () => undefined);
  writer.unref();
}
