// `npm run bench`: builds what is not up to date, then measures.
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { endAs, run } from './child.mjs';
import { ROOT } from './workspace.mjs';

await ensureBuilt('@worktrack/bench');
// Only the measurements of the browser application need a browser.
const browser = process.argv[2] === 'web' ? await findBrowser() : undefined;
const env = browser && { BENCH_BROWSER: JSON.stringify(browser) };
endAs(await run(process.execPath, [path.join(ROOT, 'apps/bench/dist/main.js'), ...process.argv.slice(2)], { env }));
