import type { Brand } from '../shared/brand.js';

// Identifiers are UUIDs in lower case. The caller generates them, because the domain has no randomness.

/** A UUID in lower case. */
export type OrganizationId = Brand<string, 'OrganizationId'>;

/** A UUID in lower case. Public responses show the `PublicUserId` instead. */
export type UserId = Brand<string, 'UserId'>;

/** A UUID in lower case. */
export type ProjectId = Brand<string, 'ProjectId'>;

/** A UUID in lower case. */
export type SprintId = Brand<string, 'SprintId'>;

/** A UUID in lower case. */
export type LabelId = Brand<string, 'LabelId'>;

/** A UUID in lower case. People use the `WorkItemKey` instead. */
export type WorkItemId = Brand<string, 'WorkItemId'>;

/** A UUID in lower case. */
export type LinkId = Brand<string, 'LinkId'>;

/** A UUID in lower case. */
export type CommentId = Brand<string, 'CommentId'>;

/** A UUID in lower case. */
export type AttachmentId = Brand<string, 'AttachmentId'>;

/** A UUID in lower case. It identifies a token and reveals nothing about it. */
export type AccessTokenId = Brand<string, 'AccessTokenId'>;

/** A UUID in lower case. It identifies the session of a browser and reveals nothing about its cookie. */
export type SessionId = Brand<string, 'SessionId'>;

/** The id of the credential of a request: of a token, or of a session. */
export type CredentialId = AccessTokenId | SessionId;

/** A UUID in lower case. */
export type SavedViewId = Brand<string, 'SavedViewId'>;

/** A UUID in lower case. */
export type SavedSprintReportId = Brand<string, 'SavedSprintReportId'>;

/** A UUID in lower case. */
export type WebhookId = Brand<string, 'WebhookId'>;
