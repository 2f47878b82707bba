import type { FeedType } from '@worktrack/application';
import type { AnyScope, ProjectId, WebhookRecord } from '@worktrack/domain';
import { revisedTableOf } from '../engine/table.js';

/** A stored webhook. Its secret is encrypted, and read only to sign. */
export interface WebhookRow extends Omit<WebhookRecord, 'types' | 'projectIds' | 'grantedProjectIds' | 'scopes'> {
  readonly types: FeedType[] | null;
  readonly projectIds: ProjectId[] | null;
  readonly grantedProjectIds: ProjectId[] | null;
  readonly scopes: AnyScope[];
  readonly secret: Buffer;
}

export const WebhookTable = revisedTableOf<WebhookRow>('Webhook', 'webhooks', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  name: { type: 'text' },
  url: { type: 'text' },
  types: { type: 'text', array: true, nullable: true },
  projectIds: { type: 'uuid', array: true, nullable: true },
  grantedProjectIds: { type: 'uuid', array: true, nullable: true, update: false },
  ownerId: { type: 'uuid', update: false },
  scopes: { type: 'text', array: true, update: false },
  position: { type: 'bigint' },
  state: { type: 'text' },
  pausedReason: { type: 'text', nullable: true },
  attempt: { type: 'integer' },
  refusals: { type: 'integer' },
  failingSince: { type: 'timestamptz', precision: 3, nullable: true },
  nextAttemptAt: { type: 'timestamptz', precision: 3, nullable: true },
  leaseToken: { type: 'bigint' },
  pingId: { type: 'uuid', nullable: true, update: false },
  secret: { type: 'bytea', select: false, update: false },
  revision: { type: 'integer' },
  createdAt: { type: 'timestamptz', precision: 3, update: false },
  updatedAt: { type: 'timestamptz', precision: 3 },
});

const copied = <Item>(list: readonly Item[] | null): Item[] | null => list && [...list];

/** Builds the row of a record. Only the insert writes the secret. */
export const rowOf = (record: WebhookRecord, secret: Buffer = Buffer.alloc(0)): WebhookRow => ({
  ...record,
  types: copied(record.types) as FeedType[] | null,
  projectIds: copied(record.projectIds),
  grantedProjectIds: copied(record.grantedProjectIds),
  scopes: [...record.scopes],
  secret,
});
