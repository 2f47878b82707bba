import type { AccessTokenId, Brand, OrganizationId, UserId } from '@worktrack/domain';
import type { Reply, Touched } from './reply.js';

/** A client's name for one logical mutation: `^[A-Za-z0-9._:-]{8,128}$`. Keys belong to the user. */
export type IdempotencyKey = Brand<string, 'IdempotencyKey'>;

/** SHA-256 over all that makes two requests the same. */
export type Fingerprint = Brand<Buffer, 'Fingerprint'>;

/** What is stored of a reply: all of it but what only the audit trail wants. */
export type StoredReply = Omit<Reply, 'touched'>;

/** How much is stored of a user's replies, records that expire within the hour included. */
export interface KeptReplies {
  readonly bytes: number;
  /** Whole seconds until some of it counts no longer. */
  readonly roomInSeconds: number;
}

/** What became of a key: it is this transaction's, or another request holds it, or its mutation is done. */
export type Claim =
  | { readonly state: 'free'; readonly kept: KeptReplies }
  | { readonly state: 'running' }
  | { readonly state: 'completed'; readonly fingerprint: Fingerprint; readonly reply: StoredReply };

/** The completed mutations of the last 24 hours, by user and key. */
export interface IdempotencyRecords {
  /** Takes the key for this transaction. A record that is completed is told even while another request holds the key. */
  claim(user: UserId, key: IdempotencyKey): Promise<Claim>;
  /** Registers the record, a long body compressed; it is written with the next flush. */
  complete(user: UserId, key: IdempotencyKey, fingerprint: Fingerprint, reply: StoredReply): Promise<void>;
}

/** Who did what through which door. A task of administration has neither user nor token. */
export interface AuditEntry {
  readonly operation: string;
  readonly organizationId: OrganizationId | null;
  readonly actorId: UserId | null;
  readonly tokenId: AccessTokenId | null;
  readonly requestId: string;
  readonly touched: readonly Touched[];
}

/** One row for each successful mutation of anything, no-ops included. */
export interface AuditTrail {
  /** Registers the row; it is written with the next flush. */
  record(entry: AuditEntry): void;
}
