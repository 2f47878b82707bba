// `npm start`: builds the packages that are not up to date, then serves in this process. With a child process, a killed parent
// would leave a server behind. For this reason the scripts in package.json use `exec`: npm passes signals only to its shell,
// which would end alone.
import module from 'node:module';
import path from 'node:path';
import { ensureBuilt } from './built.mjs';
import { MEMORY, ROOT } from './workspace.mjs';

if (!(await ensureBuilt('@worktrack/server'))) process.exit(1);
module.enableCompileCache?.(path.join(MEMORY, 'compiled')); // newer Nodes only: they start faster with it
const { serve } = module.createRequire(import.meta.url)(path.join(ROOT, 'apps/server/dist/main.js'));
await serve({ setUp: true });
