import type { Brand } from '../shared/brand.js';

/** Identifiers are UUIDs in lower case, made outside the domain and handed in. */
export type OrganizationId = Brand<string, 'OrganizationId'>;
export type UserId = Brand<string, 'UserId'>;
export type ProjectId = Brand<string, 'ProjectId'>;
export type SprintId = Brand<string, 'SprintId'>;
export type LabelId = Brand<string, 'LabelId'>;
export type WorkItemId = Brand<string, 'WorkItemId'>;
export type AccessTokenId = Brand<string, 'AccessTokenId'>;
