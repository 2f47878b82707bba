// `npm start`: builds what is not built, then serves in this same process. With a child in between, a killed parent
// would leave a server behind; hence also the `exec` of the scripts in package.json: npm passes signals on to its shell
// only, which would die of them alone.
import module from 'node:module';
import path from 'node:path';
import { ensureBuilt } from './built.mjs';
import { MEMORY, ROOT } from './workspace.mjs';

if (!(await ensureBuilt('@worktrack/server'))) process.exit(1);
module.enableCompileCache?.(path.join(MEMORY, 'compiled')); // newer Nodes only: they start faster with it
const { serve } = module.createRequire(import.meta.url)(path.join(ROOT, 'apps/server/dist/main.js'));
await serve({ setUp: true });
