import { DIAGNOSTIC_CODES, parse, resolve, type Diagnostic } from '@worktrack/squeakql';
import { refuse } from '../shared/refusals.js';
import { MOST_COSTLY_CONDITIONS, type SQUEAKQL_BOUNDS, WORK_ITEM_CATALOGUE, type SqueakQLQuery } from './catalogue.js';

/** The member that contains the query: `query` in a search, `squeakql` in a report, where the query cannot choose the order of the rows. */
export type SqueakQLMember = keyof typeof SQUEAKQL_BOUNDS;

/** Parses the query of a request. Throws `VALIDATION_ERROR` with the diagnostics when the query is invalid (contract §5.9). */
export function readSqueakQL(text: string, member: SqueakQLMember): SqueakQLQuery {
  const { query, diagnostics } = check(text, member === 'query');
  if (query) return query;
  refuse('VALIDATION_ERROR', `${member} is no valid query.`, {
    fieldErrors: { [member]: diagnostics.map(({ message }) => message) },
    details: { diagnostics },
  });
}

/** The codes of all diagnostics. */
export const SQUEAKQL_DIAGNOSTIC_CODES = DIAGNOSTIC_CODES;

/** The `SqueakQLDiagnostic` of contract §5.9. */
export type SqueakQLDiagnosticView = Diagnostic;

/** The `SqueakQLValidation` of contract §5.9. */
export interface SqueakQLValidationView {
  readonly valid: boolean;
  readonly languageVersion: 1;
  readonly errors: readonly SqueakQLDiagnosticView[];
}

/** Validates any text as a search would. Looks up no entities: the names in a query need not exist. */
export function validateSqueakQL(text: string): SqueakQLValidationView {
  const { diagnostics: errors = [] } = check(text, true);
  return { valid: errors.length === 0, languageVersion: 1, errors };
}

function check(text: string, ordering: boolean) {
  return resolve(parse(text), WORK_ITEM_CATALOGUE, { ordering, costly: MOST_COSTLY_CONDITIONS });
}
