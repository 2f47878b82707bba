/** Every rule the domain can refuse by. Closed: adding one breaks the build of whoever maps the codes. */
export const DOMAIN_ERRORS = [
  'CONFLICT',
  'INVALID_STATUS_TRANSITION',
  'NOT_FOUND',
  'PROJECT_ARCHIVED',
  'REVISION_CONFLICT',
  'VALIDATION_ERROR',
  'WORK_ITEM_ARCHIVED',
  'WORK_ITEM_STATUS_REQUIRES_TRANSITION',
] as const;

export type DomainErrorCode = (typeof DOMAIN_ERRORS)[number];

/** What a refusal tells beside its sentence. `fieldErrors` maps a dotted member path to sentences. */
export interface RefusalDetails {
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A refusal the caller can act on. Thrown, so that the transaction around it rolls back. */
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

/** A member that holds no legal value. Throws `VALIDATION_ERROR` naming the member. */
export function invalid(member: string, problem: string): never {
  throw new DomainError('VALIDATION_ERROR', `${member} ${problem}.`, { fieldErrors: { [member]: [problem] } });
}
