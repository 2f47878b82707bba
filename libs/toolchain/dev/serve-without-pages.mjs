// The server of `npm run dev`, at a port of the loopback, which is the argument. The page is at the address of the configuration.
import module from 'node:module';
import path from 'node:path';
import { COMPILED, ROOT } from '../workspace.mjs';

module.enableCompileCache?.(COMPILED);
const load = module.createRequire(path.join(ROOT, 'apps/server/dist/main.js'));
// Before other modules: compiled code counts only for the flags with which it was made.
load('./heap-growth.js').limitHeapGrowth();
const { readConfiguration } = load('./config.js');
const { serve } = load('./serving/serve.js');

// Without the process that started this one, nobody can reach it or end it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const port = Number(process.argv[2]);
const configuration = { ...readConfiguration(), port, host: '127.0.0.1', workers: 1, shutdownGraceSeconds: 0 };
await serve({ configuration, setUp: true, hasPages: false });
