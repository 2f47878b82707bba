import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import type { Guard } from './guards.js';

export const ROOT = path.resolve(__dirname, '../../../..');

/** The place in the sources that migrates the databases of tests. SQL that takes a guard away is added right behind it. */
const TEST_DATABASE = {
  file: 'packages/adapter-postgres/test/test-database.ts',
  from: 'await migrate(urlOf(`${name}_new`));',
};

/** The place in the sources that is replaced to take a guard away. */
export function editOf({ without }: Guard): { readonly file: string; readonly from: string; readonly to: string } {
  if (!('sql' in without)) return without;
  const { file, from } = TEST_DATABASE;
  const more = `await withClient(urlOf(\`\${name}_new\`), (one) => one.query(${JSON.stringify(without.sql)}));`;
  return { file, from, to: `${from} ${more}` };
}

/** True for files that a migrated database depends on. Without a guard in one of them, a test needs a template database of its own. */
const isOfDatabase = (file: string): boolean => file === TEST_DATABASE.file || file.includes('/migrations/');

/** The result of the test of a guard. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** The messages of the failed tests, or how the run ended that has no results. */
  readonly said: string;
}

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** Takes the guard away in a jest of its own, which runs only the test of the guard. */
export async function runWithout(guard: Guard): Promise<Outcome> {
  const edit = editOf(guard);
  const test = path.join(ROOT, guard.test.file);
  const folder = packageOf(test);
  const { transform, globalSetup, globalTeardown, ...config } = createRequire(__filename)(
    path.join(folder, 'jest.config.cjs'),
  ) as {
    readonly transform: Readonly<Record<string, readonly [string, object]>>;
    readonly globalSetup?: string;
    readonly globalTeardown?: string;
  };
  const [[pattern, [compiler, options]] = ['', ['', {}]]] = Object.entries(transform);
  const transformer = path.join(ROOT, 'apps/e2e/src/ablation/without-guard.cjs');
  const output = scratchPath(`without-${process.pid}-${guard.name.replaceAll(' ', '-')}.json`);
  const own = {
    ...config,
    rootDir: folder,
    // They make and drop a template database. Within a run of all suites the others share its template.
    ...((isOfDatabase(edit.file) || process.env.TEST_RUN_ID === undefined) && { globalSetup, globalTeardown }),
    reporters: ['default'],
    transform: { [pattern]: [transformer, { compiler, options }] },
  };
  const parameters = [
    ...['--config', JSON.stringify(own), '--runTestsByPath', test, '--testNamePattern', escaped(nameOf(guard))],
    ...['--runInBand', '--json', '--outputFile', output],
  ];
  const environment = {
    ...process.env,
    TEST_DATABASE_URL: theRun().postgresUrl,
    WITHOUT_GUARD: JSON.stringify({ ...edit, file: path.join(ROOT, edit.file) }),
  };
  const ended = await run(require.resolve('jest/bin/jest'), parameters, folder, environment);
  if (!existsSync(output)) return { passed: 0, failed: 0, said: ended };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(output, 'utf8')) as Results;
  const failures = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ failureMessages }) => failureMessages),
  );
  const messages = testResults.map(({ message }) => message);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    said: (failures.length > 0 ? failures : messages).join('\n'),
  };
}

function packageOf(file: string): string {
  const folder = path.dirname(file);
  return existsSync(path.join(folder, 'jest.config.cjs')) ? folder : packageOf(folder);
}

const nameOf = ({ test: { row, name } }: Guard): string => (row === undefined ? name : `${row} ${name}`);

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Returns what the program printed. It ends with an error when a test fails, as it should. */
function run(program: string, parameters: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...parameters], { cwd, env, maxBuffer: 2 ** 26 }, (_error, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
}
