import path from 'node:path';
import type { Environment } from '../kit/program.js';
import { World } from '../kit/world.js';
import { asTypeScript, compiledAndRun, folderFor, linesOf, run } from './generated-client.js';
import { STEPS, givenSurroundings } from './steps.js';

/** The programs of the generators that this machine can run, by their names (libs/toolchain/generators.mjs). */
const PROGRAMS = JSON.parse(process.env.TEST_GENERATORS ?? '{}') as Readonly<Record<string, string>>;
const PATIENCE = 1_800_000;

const world = new World('clients');

/** Generates a client in a folder, and runs the program that uses it. Returns the lines that the program wrote. */
type Trial = (folder: string, program: string, environment: Environment) => Promise<readonly string[]>;

/** Runs openapi-generator in its default form, with these properties. */
const generated = (folder: string, program: string, language: string, properties: Environment = {}): Promise<string> =>
  run(folder, program, [
    ...['generate', '--input-spec', 'openapi.json', '--generator-name', language, '--output', 'client'],
    ...Object.entries(properties).flatMap(([name, value]) => ['--additional-properties', `${name}=${value}`]),
  ]);

const goSteps: Trial = async (folder, _program, environment) => {
  await run(folder, 'go', ['build', '-modcacherw', '-o', 'steps', '.'], { GOFLAGS: '-mod=mod' });
  return linesOf(await run(folder, path.join(folder, 'steps'), [], environment));
};

const TRIALS: Readonly<Record<string, Trial>> = {
  'typescript-fetch': async (folder, program, environment) => {
    await generated(folder, program, 'typescript-fetch', { importFileExtension: '.js' });
    asTypeScript(folder);
    return compiledAndRun(folder, environment);
  },
  python: async (folder, program, environment) => {
    await generated(folder, program, 'python', { packageName: 'worktrack' });
    await run(folder, 'python3', ['-m', 'venv', 'python']);
    const python = path.join(folder, 'python/bin/python');
    await run(folder, python, ['-m', 'pip', 'install', '--quiet', './client']);
    return linesOf(await run(folder, python, ['steps.py'], environment));
  },
  go: async (folder, program, environment) => {
    await generated(folder, program, 'go', { useOneOfDiscriminatorLookup: 'true' });
    return goSteps(folder, program, environment);
  },
  ruby: async (folder, program, environment) => {
    await generated(folder, program, 'ruby', { gemName: 'worktrack' });
    return linesOf(await run(folder, 'ruby', ['-I', 'client/lib', 'steps.rb'], environment));
  },
  'openapi-python-client': async (folder, program, environment) => {
    await run(folder, program, ['generate', '--path', 'openapi.json', '--output-path', 'client']);
    // The packages that the client needs are those of its generator.
    const python = path.join(path.dirname(program), 'python');
    return linesOf(await run(folder, python, ['steps.py'], { PYTHONPATH: 'client', ...environment }));
  },
  'oapi-codegen': async (folder, program, environment) => {
    const output = ['-package', 'worktrack', '-o', 'worktrack/client.go'];
    await run(folder, program, ['-generate', 'types,client', ...output, 'openapi.json']);
    return goSteps(folder, program, environment);
  },
};

describe('The client that is generated of the served document', () => {
  it('is tried by generators that this machine has', () => {
    expect(Object.keys(TRIALS)).toEqual(expect.arrayContaining(Object.keys(PROGRAMS)));
  });

  it.each(Object.entries(PROGRAMS))(
    'by %s takes every step',
    async (name, program) => {
      const trial = TRIALS[name];
      if (trial === undefined) throw new Error(`No trial of ${name}.`);
      const folder = await folderFor(name, world);
      const lines = await trial(folder, program, await givenSurroundings(world));
      expect(lines).toEqual(STEPS.map((step) => `ok: ${step}`));
    },
    PATIENCE,
  );
});
