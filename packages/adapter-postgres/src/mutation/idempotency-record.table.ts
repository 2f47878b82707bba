import type { Fingerprint, IdempotencyKey } from '@worktrack/application';
import type { ProjectId, UserId } from '@worktrack/domain';
import { DATABASE_CLOCK } from '../engine/statement.js';
import { tableOf } from '../engine/table.js';

/** The reply of a mutation, stored under the key of its request. Its body is in one of two members, or there is none. */
export interface IdempotencyRecordRow {
  readonly userId: UserId;
  readonly key: IdempotencyKey;
  readonly fingerprint: Fingerprint;
  readonly status: number;
  readonly etag: string | null;
  readonly location: string | null;
  readonly body: Buffer | null;
  readonly gzip: Buffer | null;
  /** The Projects whose data the body shows. */
  readonly shows: readonly ProjectId[];
  /** The instant of the insert, by the clock of the database. */
  readonly createdAt?: Date;
}

/** A row is an `IdempotencyRecordRow`. */
export const IdempotencyRecordTable = tableOf<IdempotencyRecordRow>('IdempotencyRecord', 'idempotency_records', {
  userId: { type: 'uuid', primary: true },
  key: { type: 'text', primary: true },
  fingerprint: { type: 'bytea' },
  status: { type: 'smallint' },
  etag: { type: 'text', nullable: true },
  location: { type: 'text', nullable: true },
  body: { type: 'bytea', nullable: true },
  gzip: { name: 'body_gzip', type: 'bytea', nullable: true },
  shows: { name: 'project_ids', type: 'uuid', array: true },
  createdAt: { type: 'timestamptz', precision: 3, computed: DATABASE_CLOCK },
});
