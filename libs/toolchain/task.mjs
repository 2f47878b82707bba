// `npm run --silent worktrack -- <task>`: builds the packages that are not up to date, then gives the terminal to the task.
// Only the task writes to stdout: its answer may be one JSON value that a program reads.
import path from 'node:path';
import { ensureBuilt } from './built.mjs';
import { endAs, run } from './child.mjs';
import { MEMORY, ROOT } from './workspace.mjs';

if (!(await ensureBuilt('@worktrack/server'))) process.exit(1);
const program = path.join(ROOT, 'apps/server/dist/cli.js');
const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(MEMORY, 'compiled') };
endAs(await run(process.execPath, [program, ...process.argv.slice(2)], { env }));
