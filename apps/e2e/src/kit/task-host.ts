import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Ended, type Environment, listenTo, startProgram } from './program.js';
import { scratchPath } from './scratch.js';
import { folderOfSentStatements, RECORDER } from './sent-statements.js';
import { takeDown } from './teardown-list.js';

/** The files that receive the output of the task host. */
export interface HostOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** A task for the host. */
export interface HostedTask {
  readonly secret: string;
  readonly parameters: readonly string[];
  /** All environment variables of the task. */
  readonly environment: Environment;
  /** The content of its stdin. */
  readonly input: string;
}

export interface HostAnswer extends Ended {
  /** Connections, timers and files that the task left open. They would keep a process of its own alive. */
  readonly left: readonly string[];
}

const VARIABLE = 'WORKTRACK_E2E_TASK_HOST';

interface Address {
  readonly port: number;
  readonly secret: string;
  readonly stderr: string;
}

/**
 * Starts a process that runs tasks one after the other, until teardown. To start a process for each task, which loads more than a
 * thousand modules, would take most of the time of the suites that use tasks. Suites inherit its address through the environment.
 */
export async function startTaskHost(): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  const output: HostOutput = { stdout: scratchPath('task-stdout'), stderr: scratchPath('task-stderr') };
  // Appending: after the host has emptied a file, output begins at its start.
  const descriptors = [output.stdout, output.stderr].map((file) => openSync(file, 'a', 0o600));
  const program = startProgram(
    '--require',
    [RECORDER, path.join(__dirname, 'task-host-program.js'), JSON.stringify(output)],
    { TASK_HOST_SECRET: secret, SENT_STATEMENTS: folderOfSentStatements() },
    ['ignore', ...descriptors, 'ipc'],
  );
  descriptors.forEach((descriptor) => {
    closeSync(descriptor);
  });
  const { ended } = listenTo(program);
  takeDown(async () => {
    program.kill('SIGKILL');
    await ended;
  });
  const port = await Promise.race([
    new Promise<number>((resolve) =>
      program.once('message', (message) => {
        resolve(Number(message));
      }),
    ),
    ended.then(() => Promise.reject(new Error(`The task host did not start: ${readFileSync(output.stderr, 'utf8')}`))),
  ]);
  const address: Address = { port, secret, stderr: output.stderr };
  process.env[VARIABLE] = JSON.stringify(address);
}

/** Runs a task in the host. Throws when the host ends, and when the task leaves something open. */
export async function runHosted(task: Omit<HostedTask, 'secret'>): Promise<Ended> {
  const { port, secret, stderr: errors } = theHost();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(JSON.stringify({ ...task, secret } satisfies HostedTask));
  const answer = await text(socket).catch(() => '');
  const name = task.parameters.join(' ');
  if (answer === '') throw new Error(`${name} ended the task host: ${readFileSync(errors, 'utf8')}`);
  const { left, ...ended } = JSON.parse(answer) as HostAnswer;
  if (left.length > 0) throw new Error(`${name} left open: ${left.join(', ')}`);
  return ended;
}

function theHost(): Address {
  const address = process.env[VARIABLE];
  if (address === undefined) throw new Error(`${VARIABLE} is not set: global set-up did not run`);
  return JSON.parse(address) as Address;
}
