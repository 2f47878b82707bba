// The server of `npm run dev`: a process that is replaced when the server was compiled again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../workspace.mjs';

const PROGRAM = path.join(ROOT, 'libs/toolchain/dev/serve-without-pages.mjs');

/** Milliseconds after which a server is killed: one that a debugger has stopped does not end by itself. */
const TO_END = 3_000;

/** Milliseconds between two looks at the port of a server that starts. */
const INTERVAL = 20;

export class DevelopedServer {
  /** Resolves to true when the server serves, and to false when it has ended. */
  serves = Promise.resolve(false);
  #child;
  #port;
  #options;

  /** @param options of Node, for the process of the server */
  constructor(port, options) {
    this.#port = port;
    this.#options = options;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  start() {
    return (this.serves = this.#begin());
  }

  /** Ends the server and starts it again from what is compiled now. */
  restart() {
    return (this.serves = this.stop().then(() => this.#begin()));
  }

  async stop() {
    const child = this.#child;
    this.#child = undefined;
    if (!isRunning(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([ended, pause(TO_END, undefined, { ref: false })]);
    child.kill('SIGKILL');
    await ended;
  }

  async #begin() {
    const began = performance.now();
    // The channel tells the server when this process has ended.
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
    const child = spawn(process.execPath, [...this.#options, PROGRAM, String(this.#port)], { stdio });
    this.#child = child;
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return;
      this.serves = Promise.resolve(false);
      process.stderr.write(
        `The server has ended (${signal ?? code}). It starts again when one of its files is saved.\n`,
      );
    });
    while (isRunning(child) && !(await isOpen(this.#port))) await pause(INTERVAL);
    if (!isRunning(child)) return false;
    process.stderr.write(`The server serves after ${((performance.now() - began) / 1_000).toFixed(1)} s.\n`);
    return true;
  }
}

const isRunning = (child) => child !== undefined && child.exitCode === null && child.signalCode === null;

const isOpen = (port) =>
  fetch(`http://127.0.0.1:${port}/api/health`).then(
    () => true,
    () => false,
  );
