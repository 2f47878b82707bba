import type { CredentialId, OrganizationId, ProjectId, UserId } from '@worktrack/domain';
import type { Principal } from './access/principal.js';
import { QuotaExhausted } from './shared/faults.js';
import {
  KeyTaken,
  type Fingerprint,
  type IdempotencyKey,
  type KeptReplies,
  type StoredReply,
} from './mutation/ports.js';
import type { Reply } from './mutation/reply.js';
import { refuse } from './shared/refusals.js';
import type { Transaction, TransactionLimits, UnitOfWork } from './unit-of-work.js';

/** The request of one mutation. */
export interface MutationRequest {
  readonly operation: string;
  readonly requestId: string;
  readonly actorId: UserId;
  readonly tokenId: CredentialId;
  /** The Organization of the path, for the audit trail; `null` without one. */
  readonly organizationId: OrganizationId | null;
  /** True when the current credential covers a Project. A replay checks it for every Project that the stored reply shows. */
  readonly covers: (project: ProjectId) => boolean;
  readonly key: IdempotencyKey | undefined;
  readonly fingerprint: Fingerprint;
  /** True when the path names a deleted resource: only a replay of an earlier request can still succeed. */
  readonly gone: boolean;
  readonly right: Right;
  readonly limits: TransactionLimits;
}

/** The right by which a mutation was accepted. It might have ended while the request arrived or waited. */
export interface Right {
  /** True when the right was read too long ago to act on it. */
  isStale(): boolean;
  /** Renews the right for the token's current principal. Throws the refusal that a new request would get. */
  renew(principal: Principal | undefined): void;
}

/** The reply to the client. `replayed` is true when an earlier request with the same key produced it. */
export interface MutationReply extends StoredReply {
  readonly replayed: boolean;
}

/**
 * The end of a mutation with a key: the `first` request with it, a `replay` of its reply, or refused because the first one still runs
 * (`in_progress`) or was a different request (`reused`).
 */
export type KeyUse = 'first' | 'replay' | 'in_progress' | 'reused';

/** Runs a mutation at most once per key. Claim, effects, audit row and stored reply commit together or not at all. */
export class Mutations {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    /** The maximum number of bytes of stored replies per user. Above it a mutation that would store another reply is refused. */
    private readonly quotaBytes = Infinity,
    /** Receives how each mutation with a key ended, except by any other refusal. Must neither throw nor wait. */
    private readonly keyUsed: (use: KeyUse) => void = () => undefined,
  ) {}

  /**
   * Runs a mutation in one transaction: the right still holds, the key is claimed, `mutate` finds, locks and writes, and the audit row and the
   * stored reply are written with it. Returns the stored reply when the key was used before. Throws the refusal of a right that has
   * ended, `QuotaExhausted` when too many bytes are stored for the user, `IDEMPOTENCY_REQUEST_IN_PROGRESS`, `IDEMPOTENCY_KEY_REUSED`,
   * `NOT_FOUND` for a deleted target or a stored reply that the token cannot see, and any refusal of `mutate`. After a refusal nothing is
   * stored, not even the claim.
   */
  async run(request: MutationRequest, mutate: (tx: Transaction) => Promise<Reply>): Promise<MutationReply> {
    const { requestId, actorId } = request;
    const limits = { ...request.limits, by: { requestId, actorId } };
    const replay = () => this.unitOfWork.run((tx) => this.replay(tx, request), limits);
    if (request.gone) return replay();
    try {
      const reply = await this.unitOfWork.run((tx) => this.performFirst(tx, request, mutate), limits);
      if (request.key !== undefined) this.keyUsed('first');
      return reply;
    } catch (error) {
      if (error instanceof KeyTaken) return replay();
      throw error;
    }
  }

  private async performFirst(
    tx: Transaction,
    request: MutationRequest,
    mutate: (tx: Transaction) => Promise<Reply>,
  ): Promise<MutationReply> {
    const { operation, organizationId, actorId, tokenId, requestId, key } = request;
    await renewRight(tx, request);
    const claim = key === undefined ? undefined : tx.idempotency.claim(actorId, key);
    const { touched, ...reply } = await mutate(tx).catch(async (error: unknown) => {
      // A replay and the refusal of a key come before any refusal of the mutation.
      await claim?.();
      throw error;
    });
    if (claim) this.assertRoom(await claim());
    tx.audit.record({ operation, organizationId, actorId, tokenId, requestId, touched });
    if (key !== undefined) await tx.idempotency.complete(actorId, key, request.fingerprint, reply);
    return { ...reply, replayed: false };
  }

  /** Returns the stored reply to a request whose key was used before, or whose target is deleted. */
  private async replay(tx: Transaction, request: MutationRequest): Promise<MutationReply> {
    const { actorId, key, gone, covers } = request;
    await renewRight(tx, request);
    const record = key === undefined ? undefined : await tx.idempotency.find(actorId, key);
    if (record?.fingerprint.equals(request.fingerprint)) {
      if (!record.reply.shows.every(covers)) refuse('NOT_FOUND');
      this.keyUsed('replay');
      return { ...record.reply, replayed: true };
    }
    if (gone) refuse('NOT_FOUND');
    this.keyUsed(record ? 'reused' : 'in_progress');
    if (record) refuse('IDEMPOTENCY_KEY_REUSED', 'This key belongs to a different request.');
    refuse('IDEMPOTENCY_REQUEST_IN_PROGRESS', 'A request with this key is still running.');
  }

  private assertRoom({ bytes, roomInSeconds }: KeptReplies): void {
    if (bytes < this.quotaBytes) return;
    throw new QuotaExhausted(
      'Too many answers are kept for the keys of this user: try again when the oldest have expired.',
      roomInSeconds,
    );
  }
}

/** Reads a stale right again. Throws the refusal of one that has ended. */
async function renewRight(tx: Transaction, { tokenId, right }: MutationRequest): Promise<void> {
  if (right.isStale()) right.renew(await tx.principals.find(tokenId));
}
