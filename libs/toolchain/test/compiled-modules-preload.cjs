/*
 * Loaded into a server by `--require`. COMPILED_MODULES names a file with the modules that a server loads. A server that finds the file takes
 * its modules from there; else it writes the file when it gets SIGUSR2. That is almost half of the processor time of a server that answers
 * a few requests.
 */
'use strict';
const { existsSync } = require('node:fs');
const { noteModules, useCompiledModules } = require('../compiled-modules.cjs');

const file = process.env.COMPILED_MODULES;
/** One run of the tests has one build: nothing changes while it lasts. */
const KEY = 'tests';

if (existsSync(file)) {
  if (!useCompiledModules(file, { key: KEY, checked: false })) throw new Error(`${file} has no modules.`);
} else {
  const write = noteModules();
  process.once('SIGUSR2', () => write(file, KEY));
}
