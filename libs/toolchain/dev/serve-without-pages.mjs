// The server of `npm run dev`, at a port of the loopback, which is the argument. The page is at the address of the configuration.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { takeCompiledCode } from '../compiled-code.mjs';
import { ROOT } from '../workspace.mjs';

const installed = createHash('sha256').update(readFileSync(path.join(ROOT, 'package-lock.json')));
takeCompiledCode('compiled-modules-of-dev', installed.digest('hex'));
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
