// `npm start`: builds what is not up to date, then serves in this process. With a child process, a killed parent would leave a server behind.
// For this reason the scripts in package.json use `exec`: npm passes signals only to its shell, which would end alone.
import module from 'node:module';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { COMPILED, ROOT } from './workspace.mjs';

await ensureBuilt('@worktrack/server');
// From Node 22 on: a start takes half as long.
module.enableCompileCache?.(COMPILED);
const { serve } = module.createRequire(import.meta.url)(path.join(ROOT, 'apps/server/dist/main.js'));
await serve({ setUp: true });
