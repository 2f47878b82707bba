import { refuse, type AnyErrorCode } from '@worktrack/application';
import type { DatabaseError } from 'pg';
import { isAnsweredError } from './failures.js';

interface RefusalByConstraint {
  readonly code: AnyErrorCode;
  readonly message: string;
}

/**
 * The refusal for each constraint, by its name in the migrations. A constraint decides between two requests that both passed the domain's
 * check.
 */
export const REFUSAL_BY_CONSTRAINT: Readonly<Record<string, RefusalByConstraint | undefined>> = {
  project_key_is_taken: { code: 'CONFLICT', message: 'The key is taken.' },
  one_active_sprint_per_project: { code: 'ACTIVE_SPRINT_EXISTS', message: 'Another Sprint is still active.' },
  label_name_is_taken: { code: 'CONFLICT', message: 'The label name is taken.' },
  label_of_an_item_is_of_its_project: { code: 'NOT_FOUND', message: 'The label was deleted meanwhile.' },
  saved_report_shows_a_sprint_of_its_project: {
    code: 'CONFLICT',
    message: 'A saved Sprint report shows this Sprint, or the Sprint was deleted meanwhile.',
  },
  saved_report_name_is_taken: {
    code: 'CONFLICT',
    message: 'You have saved another Sprint report of this Project under this name.',
  },
  link_is_there_already: { code: 'LINK_DUPLICATE', message: 'These Work Items are linked so already.' },
  link_contradicts_another: { code: 'LINK_CONTRADICTION', message: 'These Work Items would block each other.' },
  organization_slug_is_taken: { code: 'CONFLICT', message: 'The slug is taken.' },
  email_is_taken: { code: 'CONFLICT', message: 'The e-mail address is taken.' },
  username_is_taken: { code: 'USERNAME_TAKEN', message: 'Another member of this Organization has this username.' },
};

/** Throws the refusal of a violated constraint. Returns for any other error. */
export function refuseByConstraint(error: unknown): void {
  if (!isAnsweredError(error)) return;
  const refusal = constraintsIn(error)
    .map((name) => REFUSAL_BY_CONSTRAINT[name])
    .find((known) => known !== undefined);
  if (refusal) refuse(refusal.code, refusal.message);
}

/** The class of the codes of violated constraints. */
const INTEGRITY_VIOLATION = '23';

/**
 * Returns the name of the violated constraint. A machine of a cluster has it only in the message, among other names, and writes the number
 * of the part of the table behind it. The values of a row are not in the message.
 */
function constraintsIn({ constraint, code, message }: DatabaseError): readonly string[] {
  if (constraint !== undefined) return [constraint];
  if (code?.startsWith(INTEGRITY_VIOLATION) !== true) return [];
  return [...message.matchAll(/\b([a-z][a-z_]*[a-z])(?:_\d+)?\b/g)].flatMap(([, name]) => name ?? []);
}
