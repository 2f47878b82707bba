// Generators of clients that the deep tier runs over openapi.json, and the languages of their clients.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findProgram } from './optional-programs.mjs';
import { installFromPyPI } from './pypi.mjs';

/** The generators by their names in `examples/clients`. Each needs programs of the machine, and one that is installed. */
const GENERATORS = {
  'typescript-fetch': { installs: 'openapi-generator-cli', needs: [] },
  python: { installs: 'openapi-generator-cli', needs: ['python3'] },
  go: { installs: 'openapi-generator-cli', needs: ['go'] },
  // Debian's ruby-typhoeus.
  ruby: { installs: 'openapi-generator-cli', needs: ['ruby'], gem: 'typhoeus' },
  'openapi-python-client': { installs: 'openapi-python-client', needs: ['python3'] },
  'oapi-codegen': { installs: 'oapi-codegen', needs: ['go'] },
};

const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

/** Installs the generator that is written in Go below `folder`. Returns its path; throws an error with the reason when that fails. */
function installFromGo(folder) {
  const ended = spawnSync('go', ['install', OAPI_CODEGEN], {
    encoding: 'utf8',
    timeout: 600_000,
    env: { ...process.env, GOBIN: folder, GOFLAGS: '-modcacherw' },
  });
  if (ended.status !== 0)
    throw new Error(`go install: ${ended.stderr?.trim().split('\n').at(-1) ?? ended.error?.message}`);
  return path.join(folder, 'oapi-codegen');
}

/**
 * Installs what generates clients below `folder`.
 * @returns the path of the program of each generator that can run here, by its name, and a line for each that cannot
 */
export function installGenerators(folder, { find = findProgram, install = installProgram, hasGem = requiresGem } = {}) {
  const programs = {};
  const notRun = [];
  const installed = new Map();
  for (const [name, { installs, needs, gem }] of Object.entries(GENERATORS)) {
    const missing = needs.filter((program) => find(program) === undefined);
    if (missing.length === 0 && gem !== undefined && !hasGem(gem)) missing.push(gem);
    if (missing.length > 0) {
      notRun.push(`not run: client by ${name}, this machine has no ${missing.join(', ')}`);
      continue;
    }
    try {
      if (!installed.has(installs)) installed.set(installs, install(installs, folder));
      programs[name] = installed.get(installs);
    } catch (error) {
      notRun.push(`not run: client by ${name}, ${error.message}`);
    }
  }
  return { programs, notRun };
}

const requiresGem = (gem) => spawnSync('ruby', ['-e', `require '${gem}'`]).status === 0;

const installProgram = (name, folder) =>
  name === 'oapi-codegen' ? installFromGo(folder) : installFromPyPI(name, folder);
