import type { ChildProcess } from 'node:child_process';
import { eventually } from './eventually.js';
import { type Environment, freePort, isOpen, listenTo, startCommand } from './program.js';

/** A Redis that a suite may disturb. It keeps nothing on the disk. */
export interface RunningRedis {
  /** The variables of a server that uses it. */
  readonly environment: Environment;
  /** Stops the process: its connections stay open, and nothing answers on them. */
  freeze(): void;
  /** Lets a frozen process go on. */
  thaw(): void;
  /** Kills the process, and waits for its end. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis on a free port and waits until it is open. */
export async function startRedis(): Promise<RunningRedis> {
  const port = await freePort();
  let running = await launch(port);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running.process.kill(signal);
    await running.ended;
  };
  return {
    environment: { REDIS_URL: `redis://127.0.0.1:${port}` },
    freeze: () => void running.process.kill('SIGSTOP'),
    thaw: () => void running.process.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    startAgain: async () => {
      running = await launch(port);
    },
    // A frozen process hears no SIGTERM.
    stop: () => end('SIGKILL'),
  };
}

async function launch(port: number): Promise<{ readonly process: ChildProcess; readonly ended: Promise<unknown> }> {
  const process = startCommand('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {});
  const { ended } = listenTo(process);
  await eventually('Redis', async () => ((await isOpen(port)) ? true : undefined), 10);
  return { process, ended };
}
