import type { AccessTokenId, OrganizationId, ProjectId, UserId } from '@worktrack/domain';
import { refuse } from '../refusals.js';
import type { Transaction, UnitOfWork } from '../unit-of-work.js';
import type { Fingerprint, IdempotencyKey, StoredReply } from './ports.js';
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
}

/** What the client gets, and whether an earlier request with the same key made it. */
export interface Answer extends StoredReply {
  readonly replayed: boolean;
}

/** Runs a mutation at most once per key. Claim, effects, audit and stored reply commit together or not at all. */
export class Mutations {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Throws `IDEMPOTENCY_REQUEST_IN_PROGRESS`, `IDEMPOTENCY_KEY_REUSED`, `NOT_FOUND` for a target that is gone or a stored answer
   * that the token may not see, and whatever `mutate` refuses: then nothing is left, the claim included.
   */
  run(request: MutationRequest, mutate: (tx: Transaction) => Promise<Reply>): Promise<Answer> {
    return this.unitOfWork.run(async (tx) => {
      const replay = await this.replayOf(tx, request);
      if (replay) return { ...replay, replayed: true };

      const { touched, ...reply } = await mutate(tx);
      const { operation, organizationId, actorId, tokenId, requestId, key, fingerprint } = request;
      tx.audit.record({ operation, organizationId, actorId, tokenId, requestId, touched });
      if (key !== undefined) tx.idempotency.complete(actorId, key, fingerprint, reply);
      return { ...reply, replayed: false };
    });
  }

  private async replayOf(
    tx: Transaction,
    { actorId, key, fingerprint, gone, covers }: MutationRequest,
  ): Promise<StoredReply | undefined> {
    const claim = key === undefined ? { state: 'free' as const } : await tx.idempotency.claim(actorId, key);
    if (claim.state === 'completed' && claim.fingerprint.equals(fingerprint)) {
      return claim.reply.shows.every(covers) ? claim.reply : refuse('NOT_FOUND');
    }
    if (gone) refuse('NOT_FOUND');
    if (claim.state === 'running') {
      refuse('IDEMPOTENCY_REQUEST_IN_PROGRESS', 'A request with this key is still running.');
    }
    if (claim.state === 'completed') refuse('IDEMPOTENCY_KEY_REUSED', 'This key belongs to a different request.');
    return undefined;
  }
}
