import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { type Environment, findProgram } from '../kit/program.js';
import { World } from '../kit/world.js';
import { asTypeScript, compiledAndRun, folderFor, linesOf, run } from './generated-client.js';
import { STEPS, givenSurroundings } from './steps.js';

const PATIENCE = 1_800_000;

const world = new World('clients');

/** Generates a client in a folder, and runs the program that uses it. Returns the lines that the program wrote. */
type Trial = (folder: string, program: string, environment: Environment) => Promise<readonly string[]>;

/** The programs that each trial needs: first the generator. */
const NEEDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'typescript-fetch': ['openapi-generator-cli'],
  python: ['openapi-generator-cli', 'python3'],
  go: ['openapi-generator-cli', 'go'],
  ruby: ['openapi-generator-cli', 'ruby'],
  'openapi-python-client': ['openapi-python-client', 'python3'],
  'oapi-codegen': ['oapi-codegen', 'go'],
};

/** The Ruby client needs a package that Debian has as ruby-typhoeus. */
const hasPackages = (name: string): boolean =>
  name !== 'ruby' || spawnSync('ruby', ['-e', "require 'typhoeus'"]).status === 0;

/** The trials that this machine can run, with the paths of their generators. */
const HERE = Object.entries(NEEDS).flatMap(([name, programs]): (readonly [string, string])[] => {
  const [generator, ...others] = programs.map(findProgram);
  if (generator !== undefined && !others.includes(undefined) && hasPackages(name)) return [[name, generator]];
  process.stdout.write(`not run: client by ${name}, this machine does not have ${programs.join(' and ')}\n`);
  return [];
});

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
    const python = path.join(path.dirname(realpathSync(program)), 'python');
    return linesOf(await run(folder, python, ['steps.py'], { PYTHONPATH: 'client', ...environment }));
  },
  'oapi-codegen': async (folder, program, environment) => {
    const output = ['-package', 'worktrack', '-o', 'worktrack/client.go'];
    await run(folder, program, ['-generate', 'types,client', ...output, 'openapi.json']);
    return goSteps(folder, program, environment);
  },
};

describe('The client that is generated of the served document', () => {
  it('is tried by each generator of which the programs are known', () => {
    expect(Object.keys(TRIALS)).toEqual(Object.keys(NEEDS));
  });

  it.each(HERE)(
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
