/**
 * The codes of all refusals of the domain. Closed: a new code breaks the build of the code that maps them. The callers of the
 * domain throw `WORK_ITEM_STATUS_REQUIRES_TRANSITION` and most of `NOT_FOUND` and `CONFLICT`: only they see that a thing is missing, that a
 * body contains a status, or that a key is taken.
 */
export const DOMAIN_ERRORS = [
  'ACTIVE_SPRINT_EXISTS',
  'CONFLICT',
  'INVALID_COMPLETION_TARGET',
  'INVALID_SPRINT_TRANSITION',
  'INVALID_STATUS_TRANSITION',
  'LINK_CONTRADICTION',
  'LINK_DUPLICATE',
  'NOT_FOUND',
  'PROJECT_ARCHIVED',
  'REVISION_CONFLICT',
  'SPRINT_HAS_UNFINISHED_WORK_ITEMS',
  'VALIDATION_ERROR',
  'WORK_ITEM_ARCHIVED',
  'WORK_ITEM_HAS_CHILDREN',
  'WORK_ITEM_STATUS_REQUIRES_TRANSITION',
] as const;

/** The codes of refusals that v1 does not know: only the extensions respond with them. */
export const EXTENSION_ERRORS = ['LAST_OWNER', 'LIMIT_REACHED', 'WEBHOOK_LIMIT_REACHED'] as const;

/** One of the codes of `DOMAIN_ERRORS` and `EXTENSION_ERRORS`. */
export type DomainErrorCode = (typeof DOMAIN_ERRORS)[number] | (typeof EXTENSION_ERRORS)[number];

/** The details of a refusal, next to its message. `fieldErrors` maps a dotted member path to messages. */
export interface RefusalDetails {
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * A refusal that the caller can act on: branch on `code`, show `message` to people. It is thrown, so that the transaction rolls back.
 * Another layer can extend `Code` with its own words.
 */
export class DomainError<Code extends string = DomainErrorCode> extends Error {
  override readonly name = 'DomainError';

  constructor(
    // NoInfer: otherwise `Code` would be inferred from the argument, and any word would compile.
    readonly code: NoInfer<Code>,
    message: string,
    /** The members of the error response next to the message. */
    readonly more: RefusalDetails = {},
  ) {
    super(message);
  }
}

/** Throws `VALIDATION_ERROR`, which names the member with the invalid value. */
export function invalid(member: string, problem: string): never {
  throw new DomainError('VALIDATION_ERROR', `${member} ${problem}.`, { fieldErrors: { [member]: [problem] } });
}
