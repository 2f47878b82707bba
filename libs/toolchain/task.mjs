// `npm run --silent worktrack -- <task>`: builds what is not up to date, then gives the terminal to the task.
// Only the task writes to stdout: its answer may be one JSON value that a program reads.
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { endAs, run } from './child.mjs';
import { COMPILED, ROOT } from './workspace.mjs';

await ensureBuilt('@worktrack/server');
const program = path.join(ROOT, 'apps/server/dist/cli.js');
const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? COMPILED };
endAs(await run(process.execPath, [program, ...process.argv.slice(2)], { env }));
