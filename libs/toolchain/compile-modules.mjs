// Writes the modules of the server to a file, from which `npm start` takes them: `node compile-modules.mjs FILE KEY`. It loads them, and
// starts nothing. It has the lowest priority, because it runs beside a server that starts.
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { noteModules } from './compiled-modules.cjs';
import { ROOT } from './workspace.mjs';

setPriority(constants.priority.PRIORITY_LOW);
const [file, key] = process.argv.slice(2);
const write = noteModules();
const load = createRequire(path.join(ROOT, 'apps/server/dist/main.js'));
// The server loads these packages when it needs them.
const LATER = ['@worktrack/embedded-postgres', '@worktrack/adapter-postgres', '@worktrack/adapter-blobs'];
['./main.js', './serving/serve.js', ...LATER].forEach(load);
write(file, key);
