/**
 * Every rule the domain can refuse by (contract §7). Closed: adding one breaks the build of whoever maps the codes.
 * `WORK_ITEM_STATUS_REQUIRES_TRANSITION` and mostly `NOT_FOUND` and `CONFLICT` are for whoever stores the aggregates and reads
 * the requests: only they see that a thing is missing, that a body names a status, or that a key is taken.
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

/** One of the codes of `DOMAIN_ERRORS`. */
export type DomainErrorCode = (typeof DOMAIN_ERRORS)[number];

/** What a refusal tells beside its sentence. `fieldErrors` maps a dotted member path to sentences. */
export interface RefusalDetails {
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * A refusal the caller can act on: branch on `code`, show `message` to people. Thrown, so that the transaction around it
 * rolls back. Another layer may widen `Code` by words of its own.
 */
export class DomainError<Code extends string = DomainErrorCode> extends Error {
  override readonly name = 'DomainError';

  constructor(
    // NoInfer: without it any word would compile as its own list.
    readonly code: NoInfer<Code>,
    message: string,
    /** What an error envelope shows beside the message. */
    readonly more: RefusalDetails = {},
  ) {
    super(message);
  }
}

/** Refuses a member that holds no legal value. Throws `VALIDATION_ERROR` naming the member. */
export function invalid(member: string, problem: string): never {
  throw new DomainError('VALIDATION_ERROR', `${member} ${problem}.`, { fieldErrors: { [member]: [problem] } });
}
