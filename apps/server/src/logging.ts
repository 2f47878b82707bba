import { writeSync } from 'node:fs';
import { pino, type Logger, type LoggerOptions } from 'pino';
import { BoundedSink, type Outlet } from './bounded-sink.js';
import type { LogLevel } from './config.js';

export type ServerLogger = Logger;

/** The stream of the log. A task logs to stderr: its stdout contains its result alone. */
export type LogStream = 'stdout' | 'stderr';

const DESCRIPTOR = { stdout: 1, stderr: 2 } as const satisfies Record<LogStream, number>;

/** Milliseconds that the end of the process waits for a reader that takes nothing. */
const FLUSH_TIMEOUT = 500;

/** Opens a log of this process. It never waits for its reader; held lines are written when the process ends. */
export function openLog(level: LogLevel, stream: LogStream): ServerLogger {
  return pino(logOptions(level), (sinks[stream] ??= openSink(stream)));
}

/** The sinks of this process: one for each stream, so that lines stay whole and in order. */
const sinks: Partial<Record<LogStream, BoundedSink>> = {};

function openSink(stream: LogStream): BoundedSink {
  const fallback = stream === 'stdout' ? outletOf('stderr') : undefined;
  const sink = new BoundedSink(outletOf(stream), fallback);
  process.once('exit', () => {
    sink.flush(FLUSH_TIMEOUT);
  });
  return sink;
}

/**
 * Writes to the file descriptor: the bytes leave this process immediately. Node makes a pipe or a socket non-blocking when its
 * stream is opened, so that a write fails with `EAGAIN` instead of waiting. (An asynchronous write to a blocking pipe would hold a
 * thread of the pool, and the process could not end while it does.)
 */
function outletOf(stream: LogStream): Outlet {
  // Without this listener, a write to the stream ends the process when its reader is gone.
  process[stream].on('error', () => undefined);
  const descriptor = DESCRIPTOR[stream];
  return {
    write: (bytes) => {
      try {
        return writeSync(descriptor, bytes);
      } catch (error) {
        if (isBehind(error)) return 0;
        throw error;
      }
    },
  };
}

/** True when the error means that the reader of a pipe or a socket is too slow. */
function isBehind(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EAGAIN' || code === 'EBUSY' || code === 'EINTR';
}

/** Options for JSON lines with the severity as a word, the instant in UTC, and only the members of `ShownError` of an error. */
export function logOptions(level: LogLevel): LoggerOptions {
  return {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: shownOf },
  };
}

/** The members of an error that are logged. Libraries attach requests, parameters and connection strings: those are left out. */
interface ShownError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack: string | undefined;
  readonly cause?: ShownError;
}

function shownOf(error: unknown): ShownError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: undefined };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: shownOf(error.cause) }),
  };
}
