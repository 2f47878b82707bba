// `npm run bench`: builds what is not up to date, then measures.
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { endAs, run } from './child.mjs';
import { ROOT } from './workspace.mjs';

await ensureBuilt('@worktrack/bench');
endAs(await run(process.execPath, [path.join(ROOT, 'apps/bench/dist/main.js'), ...process.argv.slice(2)]));
