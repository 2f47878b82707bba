import { runTask } from '../src/tasks/run-task.js';

/** Exit code and output of a task. */
export interface TaskRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a task in this process, as its command line would. Nothing else of the environment reaches it. */
export async function run(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<TaskRun> {
  const before = { argv: process.argv, env: process.env };
  const said = { stdout: '', stderr: '' };
  const listeners = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[stream] += String(text);
      return true;
    }),
  );
  process.argv = ['node', 'worktrack', ...parameters];
  process.env = { PATH: before.env.PATH, ...environment };
  try {
    return { code: await runTask(), ...said };
  } finally {
    process.argv = before.argv;
    process.env = before.env;
    for (const listener of listeners) listener.mockRestore();
  }
}

/** Runs a task that must succeed, and reads its answer. */
export async function answerOf(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { code, stdout, stderr } = await run([...parameters, '--json'], environment);
  if (code !== 0) throw new Error(`${parameters.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}
