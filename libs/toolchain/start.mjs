// `npm start`: builds the packages that are not up to date, then serves in this process. With a child process, a killed parent
// would leave a server behind. For this reason the scripts in package.json use `exec`: npm passes signals only to its shell,
// which would end alone.
import { spawn } from 'node:child_process';
import module from 'node:module';
import path from 'node:path';
import { ensureBuilt, nameOfBuild } from './built.mjs';
import { useCompiledModules } from './compiled-modules.cjs';
import { MEMORY, ROOT } from './workspace.mjs';

if (!(await ensureBuilt('@worktrack/server'))) process.exit(1);
// Newer Nodes keep compiled code themselves.
if (module.enableCompileCache) module.enableCompileCache(path.join(MEMORY, 'compiled'));
else takeCompiledModules();
const { serve } = module.createRequire(import.meta.url)(path.join(ROOT, 'apps/server/dist/main.js'));
await serve({ setUp: true });

/** Takes the server's modules from a file. When there is none of this build, a process beside this one writes it for the next start. */
function takeCompiledModules() {
  const file = path.join(MEMORY, 'compiled-modules');
  const key = `${process.version} ${process.arch} ${ROOT} ${nameOfBuild('@worktrack/server')}`;
  if (useCompiledModules(file, { key })) return;
  const program = path.join(ROOT, 'libs/toolchain/compile-modules.mjs');
  const writer = spawn(process.execPath, [program, file, key], { stdio: 'ignore' });
  // Without the file the server only starts more slowly.
  writer.on('error', () => undefined);
  writer.unref();
}
