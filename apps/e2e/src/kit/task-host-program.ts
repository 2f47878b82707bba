/*
 * The program of the task host (task-host.ts). It loads the built tasks once, and runs each task by the function that the command line
 * calls, one at a time. Its stdout and stderr are files, so that it also gets what is written to the descriptors directly.
 */
import { timingSafeEqual } from 'node:crypto';
import { ftruncateSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { TASK_ENTRY } from './program.js';
import type { HostAnswer, HostedTask, HostOutput } from './task-host.js';

interface TaskEntry {
  readonly runTask: () => Promise<number>;
}

/** Milliseconds in which a task must close what it opened: a process of its own would not end before. */
const CLOSING = 10_000;
/** Milliseconds between two checks. */
const INTERVAL = 5;

const output = JSON.parse(process.argv[2] ?? '') as HostOutput;
const secret = Buffer.from(process.env.TASK_HOST_SECRET ?? '');
const connections = new Set<Socket>();
let last: Promise<unknown> = Promise.resolve();

const server = createServer({ allowHalfOpen: true }, (socket) => {
  connections.add(socket);
  socket.once('close', () => connections.delete(socket));
  // A suite that has ended does not wait for its answer.
  socket.on('error', () => socket.destroy());
  void answer(socket);
});

async function answer(socket: Socket): Promise<void> {
  // The socket must stay open for the answer.
  const task = JSON.parse(await text(socket.iterator({ destroyOnReturn: false }))) as HostedTask;
  if (!isSecret(task.secret)) {
    socket.destroy();
    return;
  }
  const ended = last.then(() => run(task));
  last = ended;
  socket.end(JSON.stringify(await ended));
}

function isSecret(given: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === secret.length && timingSafeEqual(bytes, secret);
}

async function run({ parameters, environment, input }: HostedTask): Promise<HostAnswer> {
  for (const descriptor of [1, 2]) ftruncateSync(descriptor, 0);
  process.argv = [process.execPath, 'worktrack', ...parameters];
  process.env = { ...environment };
  const stdin = Readable.from([Buffer.from(input)]);
  Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, value: stdin });
  const { runTask } = (await import(TASK_ENTRY)) as TaskEntry;
  const code = await runTask();
  const left = await untilClosed();
  return {
    code,
    stdout: readFileSync(output.stdout, 'utf8'),
    stderr: readFileSync(output.stderr, 'utf8'),
    left,
  };
}

/** Waits until nothing that the task opened keeps the process running. Returns what still does. */
async function untilClosed(): Promise<string[]> {
  const end = performance.now() + CLOSING;
  for (;;) {
    const left = openResources();
    if (left.length === 0 || performance.now() > end) return left;
    await pause(INTERVAL, undefined, { ref: false });
  }
}

/** Kinds of the sockets, timers and other resources that keep this process running, without those of the host itself. */
function openResources(): string[] {
  const own = { TCPServerWrap: 1, TCPSocketWrap: connections.size };
  const counted = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counted.set(kind, (counted.get(kind) ?? 0) + 1);
  for (const [kind, number] of Object.entries(own)) counted.set(kind, (counted.get(kind) ?? 0) - number);
  return [...counted].filter(([, number]) => number > 0).map(([kind, number]) => `${number} ${kind}`);
}

server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
  process.disconnect();
});
