import type { Principal } from '../access/principal.js';
import type { CredentialId, OrganizationId, ProjectId, UserId } from '@worktrack/domain';
import { QuotaExhausted } from '../faults.js';
import { refuse } from '../refusals.js';
import type { Transaction, TransactionLimits, UnitOfWork } from '../unit-of-work.js';
import {
  KeyNotFree,
  type Claim,
  type Fingerprint,
  type IdempotencyKey,
  type KeptReplies,
  type StoredReply,
} from './ports.js';
import type { Reply } from './reply.js';

/** The request of one mutation. */
export interface MutationRequest {
  readonly operation: string;
  readonly requestId: string;
  readonly actorId: UserId;
  readonly tokenId: CredentialId;
  readonly organizationId: OrganizationId;
  /** True when the current credential covers a Project. A replay checks it for every Project that the stored reply shows. */
  readonly covers: (project: ProjectId) => boolean;
  readonly key: IdempotencyKey | undefined;
  readonly fingerprint: Fingerprint;
  /** True when the path names a deleted resource: only a replay of an earlier request may still be answered. */
  readonly gone: boolean;
  /**
   * Looks the target up, where `mutate` finds it by itself: `fingerprint` and `gone` are then known only after one of both. Throws
   * `NOT_FOUND`.
   */
  readonly lookUpTarget?: (() => Promise<void>) | undefined;
  readonly right: Right;
  readonly limits: Omit<TransactionLimits, 'organizationId'>;
}

/** The right by which a mutation was accepted. It may have ended while the request arrived or waited. */
export interface Right {
  /** True when the right was read too long ago to act on it. */
  isStale(): boolean;
  /** Renews the right for the token's current principal. Throws the refusal that a new request would get. */
  renew(principal: Principal | undefined): void;
}

/** The reply to the client. `replayed` is true when an earlier request with the same key produced it. */
export interface Answer extends StoredReply {
  readonly replayed: boolean;
}

/** The stored replies for a mutation without a key: it stores none. */
const NOTHING: KeptReplies = { bytes: 0, roomInSeconds: 0 };

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
   * Runs a mutation in one transaction. A new request has a free key, so the claim travels with the first statement of `mutate`; if the key
   * is not free, nothing was done, and a second transaction claims it first. A stale right is read again at the start, before a replay
   * too, in the round trip of the claim. Throws the refusal of a right that has ended, `QuotaExhausted` when too many bytes are stored for
   * the user and the request is not a replay, `IDEMPOTENCY_REQUEST_IN_PROGRESS`, `IDEMPOTENCY_KEY_REUSED`, `NOT_FOUND` for a deleted
   * target or a stored reply that the token may not see, and any refusal of `mutate`. After a refusal nothing is stored, not even the
   * claim.
   */
  async run(request: MutationRequest, mutate: (tx: Transaction) => Promise<Reply>): Promise<Answer> {
    const answer = await this.answerOf(request, mutate);
    if (request.key !== undefined) this.keyUsed(answer.replayed ? 'replay' : 'first');
    return answer;
  }

  private async answerOf(request: MutationRequest, mutate: (tx: Transaction) => Promise<Reply>): Promise<Answer> {
    const { key, gone, right, organizationId, lookUpTarget } = request;
    const limits = { ...request.limits, organizationId };
    const isFresh = key !== undefined && !gone;
    const isClaimedFirst = isFresh && right.isStale();
    if (isClaimedFirst) await lookUpTarget?.();
    try {
      return await this.unitOfWork.run((tx) => {
        if (isFresh && !right.isStale()) return this.underFreeKey(tx, key, request, mutate);
        // The right became stale while a connection was awaited.
        if (isFresh && !isClaimedFirst && lookUpTarget)
          return Promise.reject(new KeyNotFree('The target is looked up before the claim.'));
        return this.afterClaim(tx, request, mutate);
      }, limits);
    } catch (error) {
      if (!(error instanceof KeyNotFree)) throw error;
      await lookUpTarget?.();
      return this.unitOfWork.run((tx) => this.afterClaim(tx, request, mutate), limits);
    }
  }

  private async underFreeKey(
    tx: Transaction,
    key: IdempotencyKey,
    request: MutationRequest,
    mutate: (tx: Transaction) => Promise<Reply>,
  ): Promise<Answer> {
    const claimed = tx.idempotency.claimFree(request.actorId, key);
    try {
      const reply = await mutate(tx);
      this.assertRoom(await claimed());
      return await done(tx, request, reply);
    } catch (error) {
      // A replay and the refusal of a key come before any refusal of the mutation.
      await claimed();
      throw error;
    }
  }

  private async afterClaim(
    tx: Transaction,
    request: MutationRequest,
    mutate: (tx: Transaction) => Promise<Reply>,
  ): Promise<Answer> {
    const replay = await this.replayOf(tx, request);
    return replay ? { ...replay, replayed: true } : done(tx, request, await mutate(tx));
  }

  private async replayOf(tx: Transaction, request: MutationRequest): Promise<StoredReply | undefined> {
    const { gone, covers } = request;
    const claim = await this.claim(tx, request);
    if (claim.state === 'completed' && claim.fingerprint.equals(request.fingerprint)) {
      return claim.reply.shows.every(covers) ? claim.reply : refuse('NOT_FOUND');
    }
    if (gone) refuse('NOT_FOUND');
    if (claim.state === 'running') {
      this.keyUsed('in_progress');
      refuse('IDEMPOTENCY_REQUEST_IN_PROGRESS', 'A request with this key is still running.');
    }
    if (claim.state === 'completed') {
      this.keyUsed('reused');
      refuse('IDEMPOTENCY_KEY_REUSED', 'This key belongs to a different request.');
    }
    this.assertRoom(claim.kept);
    return undefined;
  }

  private assertRoom({ bytes, roomInSeconds }: KeptReplies): void {
    if (bytes < this.quotaBytes) return;
    throw new QuotaExhausted(
      'Too many answers are kept for the keys of this user: try again when the oldest have expired.',
      roomInSeconds,
    );
  }

  private async claim(tx: Transaction, { actorId, tokenId, key, right }: MutationRequest): Promise<Claim> {
    const isStale = right.isStale();
    if (key === undefined) {
      if (isStale) right.renew(await tx.principals.find(tokenId));
      return { state: 'free', kept: NOTHING };
    }
    if (!isStale) return tx.idempotency.claim(actorId, key);
    const [principal, claim] = await Promise.all([
      tx.principals.findWithNext(tokenId),
      tx.idempotency.claim(actorId, key),
    ]);
    right.renew(principal);
    return claim;
  }
}

/** Registers the audit row and the stored reply of a mutation. */
async function done(
  tx: Transaction,
  { operation, organizationId, actorId, tokenId, requestId, key, fingerprint }: MutationRequest,
  { touched, ...reply }: Reply,
): Promise<Answer> {
  tx.audit.record({ operation, organizationId, actorId, tokenId, requestId, touched });
  if (key !== undefined) await tx.idempotency.complete(actorId, key, fingerprint, reply);
  return { ...reply, replayed: false };
}
