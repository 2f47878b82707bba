// `npm run bench`: builds the packages that are not up to date, then measures.
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { ensureBuilt } from './built.mjs';
import { endAs, run } from './child.mjs';
import { ROOT } from './workspace.mjs';

if (!(await ensureBuilt('@worktrack/bench'))) process.exit(1);
// Only the measurements of the browser application need a browser.
const browser = process.argv[2] === 'web' ? await findBrowser() : undefined;
const env = browser && { BENCH_BROWSER: JSON.stringify(browser) };
endAs(await run(process.execPath, [path.join(ROOT, 'apps/bench/dist/main.js'), ...process.argv.slice(2)], { env }));
