import type { components } from './application.js';

/** The codes of the public API and of the operations of the application. */
export type RefusalCode =
  | components['schemas']['ApplicationErrorBody']['code']
  /** The response came from something between the browser and the server. */
  | 'UNREADABLE_RESPONSE';

interface Envelope {
  readonly error?: {
    readonly code?: RefusalCode;
    readonly message?: string;
    readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** A response of the server that is not a success. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  /** Sentences by member of the request. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    readonly status: number,
    { error = {} }: Envelope,
    /** Finds the request in the log of the server. */
    readonly requestId: string | null,
    /** Seconds to wait before the next attempt. */
    readonly retryAfter: number | undefined,
  ) {
    super(error.message ?? `The server answered ${status}.`);
    this.code = error.code ?? 'UNREADABLE_RESPONSE';
    this.fieldErrors = error.fieldErrors ?? {};
    this.details = error.details ?? {};
  }

  static of(response: Response, body: unknown): Refusal {
    const envelope = typeof body === 'object' && body !== null ? (body as Envelope) : {};
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
    return new Refusal(response.status, envelope, response.headers.get('x-request-id'), retryAfter);
  }
}

const SENTENCES: Partial<Record<RefusalCode, string>> = {
  AUTH_REQUIRED: 'Your session has ended. Sign in again.',
  FORBIDDEN: 'Your role does not permit this.',
  IDEMPOTENCY_REQUEST_IN_PROGRESS: 'This change is still being made. Wait a moment.',
  INVALID_CREDENTIALS: 'The e-mail address or the password is wrong.',
  NOT_FOUND: 'This does not exist, or you may not see it.',
  ORGANIZATION_SUSPENDED: 'This Organization is suspended: nothing in it can be read or changed.',
  PAYLOAD_TOO_LARGE: 'This is too large to be saved.',
  PROJECT_ARCHIVED: 'This Project is archived: no Work Item and no Sprint can be created in it.',
  REVISION_CONFLICT: 'Somebody else changed this meanwhile.',
  WORK_ITEM_ARCHIVED: 'This Work Item is archived: it cannot be changed.',
  UNREADABLE_RESPONSE: 'The server cannot be reached at the moment. Try again soon.',
};

/** One sentence for people about a request that failed. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Refusal)) return 'There is no connection to the server.';
  if (error.code === 'RATE_LIMITED') return `Too many requests. Try again in ${error.retryAfter ?? 30} seconds.`;
  if (error.code === 'INTERNAL_ERROR')
    return `The server failed. Its log knows this request as ${error.requestId ?? '–'}.`;
  return SENTENCES[error.code] ?? error.message;
}
