import { destination, pino, type Logger, type LoggerOptions } from 'pino';
import type { LogLevel } from './config.js';

export type ServerLogger = Logger;

/** Where lines go: a task's stdout belongs to its answer. */
export type LogStream = 'stdout' | 'stderr';

const DESCRIPTOR = { stdout: 1, stderr: 2 } as const satisfies Record<LogStream, number>;

/** The one logger of this process. Lines are written at once: none is lost at the end of the process. */
export function openLog(level: LogLevel, stream: LogStream): ServerLogger {
  return pino(logOptions(level), destination({ fd: DESCRIPTOR[stream], sync: true }));
}

/** JSON lines with the severity as a word, the instant in UTC, and of an error nothing but its own words. */
export function logOptions(level: LogLevel): LoggerOptions {
  return {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: shownOf },
  };
}

/** What is shown of an error. Libraries hang requests, parameters and connection strings on theirs: those stay out. */
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
