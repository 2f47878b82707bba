// `npm start`: builds the packages that are not up to date, then serves in this process. With a child process, a killed parent
// would leave a server behind. For this reason the scripts in package.json use `exec`: npm passes signals only to its shell,
// which would end alone.
import module from 'node:module';
import path from 'node:path';
import { ensureBuilt, nameOfBuild } from './built.mjs';
import { takeCompiledCode } from './compiled-code.mjs';
import { ROOT } from './workspace.mjs';

if (!(await ensureBuilt('@worktrack/server'))) process.exit(1);
takeCompiledCode('compiled-modules', nameOfBuild('@worktrack/server'));
const { serve } = module.createRequire(import.meta.url)(path.join(ROOT, 'apps/server/dist/main.js'));
await serve({ setUp: true });
