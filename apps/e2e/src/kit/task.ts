import { type Ended, type Environment, listenTo, PROGRAMS, startProgram, surroundings } from './program.js';
import { runHosted } from './task-host.js';

export interface TaskWish {
  readonly databaseUrl?: string;
  readonly environment?: Environment;
  readonly input?: string;
}

/** Runs an administration task to its end, in the task host; the caller checks the exit code. */
export function runTask(parameters: readonly string[], wish: TaskWish): Promise<Ended> {
  return runHosted({
    parameters,
    environment: { ...surroundings(), ...environmentOf(wish) },
    input: wish.input ?? '',
  });
}

/**
 * Runs an administration task in a process of its own, by its command line: for tests of exit codes, pipes and logs, and of tasks that
 * run at the same moment. `program`: that of another release.
 */
export async function runTaskProcess(
  parameters: readonly string[],
  wish: TaskWish & { readonly program?: string },
): Promise<Ended> {
  const program = startProgram(wish.program ?? PROGRAMS.tasks, parameters, environmentOf(wish));
  const { ended } = listenTo(program);
  // A task that ends before it has read its input closes the pipe: ignore the EPIPE, the exit code says more.
  program.stdin?.on('error', () => undefined);
  program.stdin?.end(wish.input ?? '');
  return ended;
}

const environmentOf = ({ databaseUrl, environment = {} }: TaskWish): Environment => ({
  LOG_LEVEL: 'warn',
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  ...environment,
});

/** Runs a task that must succeed, with `--json`; answers what it printed. */
export async function taskResult(
  parameters: readonly string[],
  wish: TaskWish,
  run: typeof runTask = runTask,
): Promise<any> {
  const { code, stdout, stderr } = await run([...parameters, '--json'], wish);
  if (code !== 0) throw new Error(`${parameters.join(' ')} ended with ${String(code)}: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}
