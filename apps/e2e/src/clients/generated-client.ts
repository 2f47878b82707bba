import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listenTo, startCommand, type Environment } from '../kit/program.js';
import { scratchPath } from '../kit/scratch.js';
import type { World } from '../kit/world.js';

const PROGRAMS = path.resolve(__dirname, '../../examples/clients');
const NODE_MODULES = path.resolve(__dirname, '../../../../node_modules');
const COMPILER = path.join(NODE_MODULES, 'typescript/bin/tsc');

/** The rules that the compiler has for a new project. */
const STRICT = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    skipLibCheck: true,
    outDir: 'out',
  },
  include: ['.'],
};

/** Copies the program for a generator to a new folder, with the document that the server serves. Returns the folder. */
export async function folderFor(generator: string, world: World): Promise<string> {
  const folder = scratchPath(generator);
  cpSync(path.join(PROGRAMS, generator), folder, { recursive: true });
  const { status, text } = await world.nobody.get('/api/v1/openapi.json');
  if (status !== 200) throw new Error(`openapi.json was answered ${status}.`);
  writeFileSync(path.join(folder, 'openapi.json'), text);
  return folder;
}

/** Runs a command in a folder. Returns what it wrote to standard output; throws an error with all that it wrote when it fails. */
export async function run(
  folder: string,
  command: string,
  parameters: readonly string[],
  environment: Environment = {},
): Promise<string> {
  const { code, stdout, stderr } = await listenTo(startCommand(command, parameters, environment, 'pipe', folder)).ended;
  if (code !== 0) throw new Error(`${path.basename(command)} ${parameters.join(' ')}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** Makes a folder a project of TypeScript that finds the packages of this repository. */
export function asTypeScript(folder: string): void {
  symlinkSync(NODE_MODULES, path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
}

/** Compiles a project of TypeScript, and runs its program. Returns the lines that the program wrote. */
export async function compiledAndRun(folder: string, environment: Environment): Promise<readonly string[]> {
  await run(folder, process.execPath, [COMPILER, '--project', folder]);
  return linesOf(await run(folder, process.execPath, ['out/steps.js'], environment));
}

export const linesOf = (output: string): readonly string[] => output.trim().split('\n');
