// `npm run bench`: builds the packages that are not up to date, then measures.
import path from 'node:path';
import { ensureBuilt } from './built.mjs';
import { endAs, run } from './child.mjs';
import { ROOT } from './workspace.mjs';

if (!(await ensureBuilt('@worktrack/bench'))) process.exit(1);
endAs(await run(process.execPath, [path.join(ROOT, 'apps/bench/dist/main.js'), ...process.argv.slice(2)]));
