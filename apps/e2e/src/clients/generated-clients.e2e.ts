import path from 'node:path';
import { World } from '../kit/world.js';
import { asTypeScript, compiledAndRun, folderFor, run } from './generated-client.js';
import { STEPS, givenSurroundings } from './steps.js';

const world = new World('clients');
const PROGRAMS = path.resolve(__dirname, '../../../../node_modules');

/** Generators that the packages of this repository have: the program of each, and what it makes of `openapi.json`. */
const GENERATORS: readonly (readonly [name: string, program: string, parameters: readonly string[]])[] = [
  ['openapi-typescript', 'openapi-typescript/bin/cli.js', ['openapi.json', '--output', 'schema.ts']],
  ['hey-api', '@hey-api/openapi-ts/bin/run.js', ['--file', 'openapi-ts.config.mjs', '--no-log-file', '--silent']],
];

describe('The client that is generated of the served document', () => {
  it.each(GENERATORS)(
    'by %s compiles by strict rules, and takes every step',
    async (name, program, parameters) => {
      const folder = await folderFor(name, world);
      asTypeScript(folder);
      await run(folder, process.execPath, [path.join(PROGRAMS, program), ...parameters]);
      const lines = await compiledAndRun(folder, await givenSurroundings(world));
      expect(lines).toEqual(STEPS.map((step) => `ok: ${step}`));
    },
    300_000,
  );
});
