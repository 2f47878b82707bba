import type { Principal } from '../access/principal.js';
import type { AccessTokenId, OrganizationId, ProjectId, UserId } from '@worktrack/domain';
import { QuotaExhausted } from '../faults.js';
import { refuse } from '../refusals.js';
import type { Transaction, TransactionLimits, UnitOfWork } from '../unit-of-work.js';
import type { Claim, Fingerprint, IdempotencyKey, KeptReplies, StoredReply } from './ports.js';
import type { Reply } from './reply.js';

/** Who asks for what, once. */
export interface MutationRequest {
  readonly operation: string;
  readonly requestId: string;
  readonly actorId: UserId;
  readonly tokenId: AccessTokenId;
  readonly organizationId: OrganizationId;
  /** Whether the present token may see a Project: asked of every Project that a stored answer shows. */
  readonly covers: (project: ProjectId) => boolean;
  readonly key: IdempotencyKey | undefined;
  readonly fingerprint: Fingerprint;
  /** The path names something that is deleted: only the replay of an earlier request may still answer. */
  readonly gone: boolean;
  readonly right: Right;
  readonly limits: TransactionLimits;
}

/** The right that a mutation was let in by. It may have ended while the request arrived or waited. */
export interface Right {
  /** Tells whether it was looked up too long ago to act by it. */
  isStale(): boolean;
  /** Renews it by who holds the token now. Throws the refusal that a new request would get. */
  renew(principal: Principal | undefined): void;
}

/** What the client gets, and whether an earlier request with the same key made it. */
export interface Answer extends StoredReply {
  readonly replayed: boolean;
}

/** Of a mutation without a key nothing is stored. */
const NOTHING: KeptReplies = { bytes: 0, roomInSeconds: 0 };

/** Runs a mutation at most once per key. Claim, effects, audit and stored reply commit together or not at all. */
export class Mutations {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    /** How many bytes of replies may be stored of one user before mutations that would store another are refused. */
    private readonly quotaBytes = Infinity,
  ) {}

  /**
   * A right that is stale when the transaction begins is looked up again in it, before a replay too, and with a key in the same
   * exchange. Throws what that refuses, `QuotaExhausted` where a user keeps too much already and no stored answer is asked for,
   * `IDEMPOTENCY_REQUEST_IN_PROGRESS`, `IDEMPOTENCY_KEY_REUSED`, `NOT_FOUND` for a target that is gone or a stored answer
   * that the token may not see, and whatever `mutate` refuses: then nothing is left, the claim included.
   */
  run(request: MutationRequest, mutate: (tx: Transaction) => Promise<Reply>): Promise<Answer> {
    return this.unitOfWork.run(async (tx) => {
      const replay = await this.replayOf(tx, request);
      if (replay) return { ...replay, replayed: true };

      const { touched, ...reply } = await mutate(tx);
      const { operation, organizationId, actorId, tokenId, requestId, key, fingerprint } = request;
      tx.audit.record({ operation, organizationId, actorId, tokenId, requestId, touched });
      if (key !== undefined) await tx.idempotency.complete(actorId, key, fingerprint, reply);
      return { ...reply, replayed: false };
    }, request.limits);
  }

  private async replayOf(tx: Transaction, request: MutationRequest): Promise<StoredReply | undefined> {
    const { fingerprint, gone, covers } = request;
    const claim = await this.claim(tx, request);
    if (claim.state === 'completed' && claim.fingerprint.equals(fingerprint)) {
      return claim.reply.shows.every(covers) ? claim.reply : refuse('NOT_FOUND');
    }
    if (gone) refuse('NOT_FOUND');
    if (claim.state === 'running') {
      refuse('IDEMPOTENCY_REQUEST_IN_PROGRESS', 'A request with this key is still running.');
    }
    if (claim.state === 'completed') refuse('IDEMPOTENCY_KEY_REUSED', 'This key belongs to a different request.');
    if (claim.kept.bytes >= this.quotaBytes) {
      throw new QuotaExhausted(
        'Too many answers are kept for the keys of this user: try again when the oldest have expired.',
        claim.kept.roomInSeconds,
      );
    }
    return undefined;
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
