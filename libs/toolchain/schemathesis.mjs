// The fuzzer of the deep tier that reads openapi.json: Schemathesis, from PyPI, in a virtual environment that is thrown away.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const VERSION = '4.32.0';

/** Returns the last line that a program wrote, as the reason of its failure. */
const lastLine = ({ stderr, error }) => stderr?.trim().split('\n').at(-1) || error?.message || 'no reason given';

const succeeds = (program, ...parameters) => {
  const ended = spawnSync(program, parameters, { encoding: 'utf8', timeout: 300_000 });
  if (ended.status !== 0) throw new Error(`${path.basename(program)} ${parameters[0]}: ${lastLine(ended)}`);
};

/**
 * Installs Schemathesis below `folder`. Returns the path of its program; throws an error with the reason when that fails.
 */
export function installSchemathesis(folder) {
  if (spawnSync('python3', ['--version']).status !== 0) throw new Error('this machine has no python3');
  const environment = path.join(folder, 'schemathesis');
  succeeds('python3', '-m', 'venv', environment);
  succeeds(path.join(environment, 'bin', 'pip'), 'install', '--quiet', `schemathesis==${VERSION}`);
  return path.join(environment, 'bin', 'schemathesis');
}
