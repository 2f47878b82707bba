import type { AnyErrorCode } from '@worktrack/application';

/** Sentences of what a client does about each error code, for the document. A code without one does not compile. */
export const REMEDIES: Readonly<Record<AnyErrorCode, string>> = {
  VALIDATION_ERROR: 'Correct the members that `fieldErrors` names.',
  INVALID_CURSOR: 'Start again at the first page, with the filters that you want.',
  IDEMPOTENCY_KEY_REQUIRED: 'Send an `Idempotency-Key`.',
  INVALID_COMPLETION_TARGET: 'Name a `future` Sprint of the same Project.',
  AUTH_REQUIRED: 'Send `Authorization: Bearer` with a token.',
  INVALID_CREDENTIALS: 'Correct the e-mail address or the password.',
  INVALID_TOKEN: 'Use a token that is neither expired nor revoked.',
  INSUFFICIENT_SCOPE: 'Use a token with the scope in `details.requiredScope`.',
  FORBIDDEN: 'Use another token: `message` names the role, the person or the kind of token that is needed.',
  ORGANIZATION_SUSPENDED: 'Ask the operator: everything in the Organization is refused.',
  NOT_FOUND: 'Check the path, and what the token covers: the response does not tell hidden from missing.',
  METHOD_NOT_ALLOWED: 'Use a method that `Allow` lists.',
  CONFLICT: 'Read `message`: a name is taken, a limit is reached, or a comment has replies.',
  USERNAME_TAKEN: 'Choose another username.',
  WORK_ITEM_STATUS_REQUIRES_TRANSITION: 'Leave `status` out, and use the transition operation.',
  INVALID_STATUS_TRANSITION: 'Choose a status of `details.allowedTargets`.',
  LINK_DUPLICATE: 'Nothing to do: the two Work Items have this link.',
  LINK_CONTRADICTION: 'Delete the opposite link first.',
  INVALID_SPRINT_TRANSITION: 'Start a `future` Sprint, or complete an `active` one.',
  ACTIVE_SPRINT_EXISTS: 'Complete the active Sprint of the Project first.',
  SPRINT_HAS_UNFINISHED_WORK_ITEMS: 'Send `completionAction`.',
  WORK_ITEM_ARCHIVED: 'Unarchive the Work Item first.',
  WORK_ITEM_HAS_CHILDREN: 'Send `cascade: true`, or delete the children first.',
  PROJECT_ARCHIVED: 'Unarchive the Project first.',
  IDEMPOTENCY_KEY_REUSED: 'Use a new key: this one belongs to another request.',
  IDEMPOTENCY_REQUEST_IN_PROGRESS: 'Wait for `Retry-After` seconds, then send the same request again.',
  REVISION_CONFLICT:
    'Read the resource again, apply your change to it, and send its new `ETag` with a new `Idempotency-Key`.',
  PAYLOAD_TOO_LARGE: 'Send less: JSON has at most 1 MiB, and a file at most what the operator allows.',
  PRECONDITION_REQUIRED: 'Send `If-Match` with the `ETag` that you read, or with `*`.',
  RATE_LIMITED:
    'Wait for `Retry-After` seconds, then send the same request again. One that is refused each time asks for too much: ask for less.',
  INTERNAL_ERROR: 'Do not repeat it. Give the `requestId` to the operator.',
};
