import type { Diagnostic } from '@worktrack/squeakql';
import { Refusal } from '../api/refusal.js';

/** Returns the errors that the server found in the query; `undefined` for any other refusal. */
export function diagnosticsOf(error: unknown): readonly Diagnostic[] | undefined {
  if (!(error instanceof Refusal) || error.status !== 400) return undefined;
  const { diagnostics } = error.details;
  return Array.isArray(diagnostics) ? (diagnostics as readonly Diagnostic[]) : undefined;
}
