import { isRefusal } from '@worktrack/application';
import { ConfigurationError } from './config.js';
import { UsageError } from './tasks/usage-error.js';

/** How a process ends: nothing wrong, a failure of the matter, or a request that cannot be understood. */
export const EXIT = { done: 0, failed: 1, misused: 2 } as const;

/** The exit code for something thrown, and the one line that tells people about it. */
export function outcomeOf(error: unknown): { readonly code: number; readonly line: string } {
  const code = error instanceof ConfigurationError || error instanceof UsageError ? EXIT.misused : EXIT.failed;
  return { code, line: `error: ${sentenceOf(error)}` };
}

/** Describes an error in one line. */
export function sentenceOf(error: unknown): string {
  if (isRefusal(error)) return oneLine(error.message);
  // A connection that was tried at several addresses fails with all of their errors and no words of its own.
  if (error instanceof AggregateError && error.message === '') return sentenceOf(error.errors[0]);
  return oneLine(error instanceof Error ? error.message || error.name : String(error));
}

/** Without the class names that libraries put before the words of what they wrap. */
const oneLine = (text: string): string =>
  text
    .trim()
    .replace(/^(?:\w*Error: )+/, '')
    .replace(/\s*\n\s*/g, ' ');
