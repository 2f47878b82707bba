import { type Ended, type Environment, listenTo, PROGRAMS, startProgram } from './program.js';

export interface TaskWish {
  readonly databaseUrl?: string;
  readonly environment?: Environment;
  readonly input?: string;
}

/** Runs an administration task to its end; the caller checks the exit code. */
export async function runTask(
  parameters: readonly string[],
  { databaseUrl, environment = {}, input = '' }: TaskWish,
): Promise<Ended> {
  const program = startProgram(PROGRAMS.tasks, parameters, {
    LOG_LEVEL: 'warn',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...environment,
  });
  const { ended } = listenTo(program);
  // A task that ends before it has read its input closes the pipe: ignore the EPIPE, the exit code says more.
  program.stdin?.on('error', () => undefined);
  program.stdin?.end(input);
  return ended;
}

/** Runs a task that must succeed, with `--json`; answers what it printed. */
export async function taskResult(parameters: readonly string[], wish: TaskWish): Promise<any> {
  const { code, stdout, stderr } = await runTask([...parameters, '--json'], wish);
  if (code !== 0) throw new Error(`${parameters.join(' ')} ended with ${String(code)}: ${stderr}`);
  return JSON.parse(stdout);
}
