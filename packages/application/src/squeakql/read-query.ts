import type { Bounds } from '@worktrack/domain';
import { DIAGNOSTIC_CODES, LIMITS, parse, resolve, type Diagnostic } from '@worktrack/squeakql';
import { refuse } from '../refusals.js';
import { MOST_COSTLY_CONDITIONS, WORK_ITEM_CATALOGUE, type SqueakQLQuery } from './catalogue.js';

/** How long a query may be, in code points, by the member that carries it (contract §4, §6.2). It is never blank. */
export const SQUEAKQL_BOUNDS = {
  query: { least: 1, most: LIMITS.length },
  squeakql: { least: 1, most: 2_000 },
} as const satisfies Record<string, Bounds>;

/** `query` in a search, `squeakql` in a report: there, the order of the rows cannot be chosen. */
export type SqueakQLMember = keyof typeof SQUEAKQL_BOUNDS;

/** The query that a request asks by. Throws `VALIDATION_ERROR` with the diagnostics when it is none (contract §5.9). */
export function readSqueakQL(text: string, member: SqueakQLMember): SqueakQLQuery {
  const { query, diagnostics } = judge(text, member === 'query');
  if (query) return query;
  refuse('VALIDATION_ERROR', `${member} is no valid query.`, {
    fieldErrors: { [member]: diagnostics.map(({ message }) => message) },
    details: { diagnostics },
  });
}

/** All that can be wrong with a query. */
export const SQUEAKQL_DIAGNOSTIC_CODES = DIAGNOSTIC_CODES;

/** contract §5.9 SqueakQLDiagnostic */
export type SqueakQLDiagnosticView = Diagnostic;

/** contract §5.9 SqueakQLValidation */
export interface SqueakQLValidationView {
  readonly valid: boolean;
  readonly languageVersion: 1;
  readonly errors: readonly SqueakQLDiagnosticView[];
}

/** Judges any text as a search would. No entity is looked up: what a query names need not exist. */
export function validateSqueakQL(text: string): SqueakQLValidationView {
  const { diagnostics: errors = [] } = judge(text, true);
  return { valid: errors.length === 0, languageVersion: 1, errors };
}

function judge(text: string, ordering: boolean) {
  return resolve(parse(text), WORK_ITEM_CATALOGUE, { ordering, costly: MOST_COSTLY_CONDITIONS });
}
