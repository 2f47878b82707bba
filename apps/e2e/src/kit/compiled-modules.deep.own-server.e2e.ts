import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PRELOAD } from './compiled-modules.js';
import { eventually } from './eventually.js';
import { type Ended, listenTo, startProgram } from './program.js';
import { scratchPath } from './scratch.js';

const folder = scratchPath('program');
const file = path.join(folder, 'compiled-modules');

/** A program that says what its modules see. It waits for the end of its input. */
const SOURCES = {
  'main.js': `
    require('./seen.js');
    process.stdin.resume().once('end', () => import('./imported.mjs').then(({ name }) => console.log(name)));`,
  'seen.js': `
    const { strict } = require('node:assert');
    const inner = require('pack');
    console.log(JSON.stringify({
      inner, strict: strict.ok === require('assert').ok, this: this === exports, file: __filename, folder: __dirname,
      isMain: require.main === module, main: require.main.filename, found: require.resolve('pack'),
      isCached: require.cache[__filename] === module, children: module.children.map(({ id }) => id), umlauts: 'ö', far: '日本',
      place: /seen.js:\\d+/.exec(new Error('here').stack)[0],
    }));
    require('./importing.js')().then(({ name }) => console.log(name));`,
  'importing.js': `module.exports = () => import('./imported.mjs');`,
  'imported.mjs': `export const name = 'imported';`,
  'node_modules/pack/package.json': '{"name": "pack", "main": "./first.js"}',
  'node_modules/pack/first.js': `exports.name = 'first';`,
  'node_modules/pack/second.js': `exports.name = 'second';`,
};

function write(sources: Readonly<Record<string, string>>): void {
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), source);
  }
}

/** Runs the program to its end. The first one writes what it loads when it is asked to. */
async function run({ isAsked = false, preloads = ['--require', PRELOAD] } = {}): Promise<Ended> {
  const parameters = [...preloads, path.join(folder, 'main.js')];
  const program = startProgram(parameters[0]!, parameters.slice(1), { COMPILED_MODULES: file });
  const { ended } = listenTo(program);
  await Promise.race([once(program.stdout!, 'data'), ended]);
  if (isAsked) {
    program.kill('SIGUSR2');
    await eventually('the file', () => Promise.resolve(existsSync(file) || undefined));
  }
  program.stdin!.end();
  return ended;
}

describe('Modules that a server of the tests takes from a file', () => {
  it('are those that are there without the file, and see the same', async () => {
    write(SOURCES);
    const plain = await run({ preloads: [] });
    expect(plain).toMatchObject({ code: 0, stderr: '' });
    expect(plain.stdout).toContain(`"inner":{"name":"first"}`);
    expect(await run({ isAsked: true })).toEqual(plain);

    // From now on the files say something else. The program itself, and what imports, come from them.
    write({
      'seen.js': `console.log('changed');`,
      'node_modules/pack/package.json': '{"name": "pack", "main": "./second.js"}',
      'node_modules/pack/first.js': `exports.name = 'changed';`,
    });
    expect(await run()).toEqual(plain);
    expect((await run({ preloads: [] })).stdout).toBe('changed\nimported\n');
  });
});
