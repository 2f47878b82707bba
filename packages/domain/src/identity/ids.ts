import type { Brand } from '../shared/brand.js';

// Identifiers are UUIDs in lower case, made outside the domain and handed in: the domain has no randomness.

/** A UUID in lower case. */
export type OrganizationId = Brand<string, 'OrganizationId'>;

/** A UUID in lower case. What the public sees instead is the `PublicUserId`. */
export type UserId = Brand<string, 'UserId'>;

/** A UUID in lower case. */
export type ProjectId = Brand<string, 'ProjectId'>;

/** A UUID in lower case. */
export type SprintId = Brand<string, 'SprintId'>;

/** A UUID in lower case. */
export type LabelId = Brand<string, 'LabelId'>;

/** A UUID in lower case. What people say instead is the `WorkItemKey`. */
export type WorkItemId = Brand<string, 'WorkItemId'>;

/** A UUID in lower case. */
export type LinkId = Brand<string, 'LinkId'>;

/** A UUID in lower case. */
export type CommentId = Brand<string, 'CommentId'>;

/** A UUID in lower case. */
export type AttachmentId = Brand<string, 'AttachmentId'>;

/** A UUID in lower case; it names a token and reveals nothing of it. */
export type AccessTokenId = Brand<string, 'AccessTokenId'>;
