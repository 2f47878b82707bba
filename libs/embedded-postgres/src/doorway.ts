import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { hasCode } from './system-error.js';

/*
 * A FIFO as a register of who is still there. Every process that needs a server holds the writing end open; whoever
 * serves them reads, and meets the end of file when the last of them is gone. The kernel closes the ends of a process
 * however it dies, so nothing can be forgotten.
 */

/** Makes the FIFO unless it is there already. */
export function makeDoorway(fifo: string): void {
  // Node has no call for it; the program is part of every POSIX system.
  if (!existsSync(fifo)) execFileSync('mkfifo', ['-m', '600', fifo]);
}

/** Opens the writing end: who closes the answer is gone again. `undefined` when nobody reads. */
export function enter(fifo: string): number | undefined {
  try {
    return openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (hasCode(error, 'ENXIO', 'ENOENT')) return undefined;
    throw error;
  }
}

/** True when a process has the reading end of the named pipe open now. */
export function isAttended(fifo: string): boolean {
  const end = enter(fifo);
  if (end === undefined) return false;
  closeSync(end);
  return true;
}

/**
 * Lets `start` begin a reader, handing it the reading end, and answers with this process's own writing end, held from
 * before the reader could look: it never meets an end of file that only means "nobody came yet".
 */
export function enterWith(fifo: string, start: (readingEnd: number) => void): number {
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
