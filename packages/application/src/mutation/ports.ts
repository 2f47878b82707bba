import type { Brand, CredentialId, OrganizationId, UserId } from '@worktrack/domain';
import type { Reply, Touched } from './reply.js';

/** The client's name of one logical mutation: `^[A-Za-z0-9._:-]{8,128}$`. Keys belong to the user. */
export type IdempotencyKey = Brand<string, 'IdempotencyKey'>;

/** The identity of a request: a SHA-256 that is equal for equal requests. */
export type Fingerprint = Brand<Buffer, 'Fingerprint'>;

/** The stored part of a reply: all of it except the data for the audit trail. */
export type StoredReply = Omit<Reply, 'touched'>;

/** The size of a user's stored replies, including records that expire within the hour. */
export interface KeptReplies {
  readonly bytes: number;
  /** Whole seconds until a part of the size is freed. */
  readonly roomInSeconds: number;
}

/** The record of a completed mutation. */
export interface CompletedMutation {
  readonly fingerprint: Fingerprint;
  readonly reply: StoredReply;
}

/** The error for a key that another request holds, or that was used before. The transaction can only be rolled back. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** The completed mutations of the last 24 hours, by user and key. */
export interface IdempotencyRecords {
  /**
   * Claims the key for this transaction. The claim is sent before the next statement, in its round trip, and that statement has no effect
   * and waits for nobody unless the key is free. The returned function waits for the claim, and throws `KeyTaken`.
   */
  claim(user: UserId, key: IdempotencyKey): () => Promise<KeptReplies>;
  /** Finds the record of the mutation that was completed under the key. */
  find(user: UserId, key: IdempotencyKey): Promise<CompletedMutation | undefined>;
  /** Registers the record, with a long body compressed; it is written with the next flush. */
  complete(user: UserId, key: IdempotencyKey, fingerprint: Fingerprint, reply: StoredReply): Promise<void>;
}

/** One audit row: the operation, its actor, and the actor's token or session. A task of administration has neither. */
export interface AuditEntry {
  readonly operation: string;
  readonly organizationId: OrganizationId | null;
  readonly actorId: UserId | null;
  readonly tokenId: CredentialId | null;
  readonly requestId: string;
  readonly touched: readonly Touched[];
}

/** The audit trail: one row for each successful mutation, no-ops included. */
export interface AuditTrail {
  /** Registers the row; it is written with the next flush. */
  record(entry: AuditEntry): void;
}

/** The ports of every mutation in its transaction. */
export interface AuditPorts {
  readonly idempotency: IdempotencyRecords;
  readonly audit: AuditTrail;
}
