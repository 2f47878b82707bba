import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { hasCode } from './system-error.js';

/*
 * A FIFO (named pipe) counts the processes that need a server. Each of them keeps the writing end open; the server's supervisor
 * reads, and meets the end of file when the last of them has ended. The kernel closes the ends of a process
 * however it dies, so no process is counted too long.
 */

/** Makes the FIFO unless it exists already. */
export function makePipe(fifo: string): void {
  // Node cannot make a FIFO; every POSIX system has `mkfifo`.
  if (!existsSync(fifo)) execFileSync('mkfifo', ['-m', '600', fifo]);
}

/** Opens the writing end and returns its descriptor; closing it ends the registration. `undefined` when no process reads. */
export function openPipe(fifo: string): number | undefined {
  try {
    return openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (hasCode(error, 'ENXIO', 'ENOENT')) return undefined;
    throw error;
  }
}

/** True when a process has the reading end of the named pipe open now. */
export function hasReader(fifo: string): boolean {
  const end = openPipe(fifo);
  if (end === undefined) return false;
  closeSync(end);
  return true;
}

/**
 * Starts a reader by `start`, which gets the reading end, and returns this process's writing end. The writing end is open
 * before the reader starts, so that the reader meets no end of file before the first process has joined.
 */
export function openPipeWith(fifo: string, start: (readingEnd: number) => void): number {
  const both = openSync(fifo, constants.O_RDWR);
  try {
    const readingEnd = openSync(fifo, constants.O_RDONLY);
    try {
      start(readingEnd);
      return openSync(fifo, constants.O_WRONLY);
    } finally {
      closeSync(readingEnd);
    }
  } finally {
    closeSync(both);
  }
}
