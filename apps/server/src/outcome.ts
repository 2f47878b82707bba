import { isRefusal } from '@worktrack/application';
import { ConfigurationError } from './config.js';
import { UsageError } from './tasks/usage-error.js';
import { visible } from './visible.js';

/** Exit codes: success, a task that failed, bad usage. */
export const EXIT = { done: 0, failed: 1, misused: 2 } as const;

/** Returns the exit code for a thrown value and one line that describes it for people. What it quotes is visible in it. */
export function outcomeOf(error: unknown): { readonly code: number; readonly line: string } {
  const code = error instanceof ConfigurationError || error instanceof UsageError ? EXIT.misused : EXIT.failed;
  return { code, line: visible(`error: ${sentenceOf(error)}`) };
}

/** Describes an error in one line. */
export function sentenceOf(error: unknown): string {
  if (isRefusal(error)) return oneLine(error.message);
  // A connection that fails at several addresses throws an AggregateError without a message of its own.
  if (error instanceof AggregateError && error.message === '') return sentenceOf(error.errors[0]);
  return oneLine(error instanceof Error ? error.message || error.name : String(error));
}

/** Puts a message into one line, without the class names that libraries put before the messages they wrap. */
const oneLine = (text: string): string =>
  text
    .trim()
    .replace(/^(?:\w*Error: )+/, '')
    .replace(/\s*\n\s*/g, ' ');
