import {
  Mutations,
  type Fingerprint,
  type IdempotencyKey,
  type MutationRequest,
  type ProjectScope,
  type Right,
  type Transaction,
  type UnitOfWork,
} from '@worktrack/application';
import type { AccessTokenId } from '@worktrack/domain';

const FRESH_RIGHT: Right = { isStale: () => false, renew: () => undefined };

let keys = 0;

/** Returns a key that no other call has returned. */
export const newKey = (): IdempotencyKey => `test-key-${(keys += 1)}` as IdempotencyKey;

/** Runs a mutation as a request does: with the claim of its key, an audit row and the stored reply. */
export async function mutate(
  unitOfWork: UnitOfWork,
  scope: ProjectScope,
  work: (tx: Transaction) => Promise<unknown>,
  { key = newKey(), right = FRESH_RIGHT }: { key?: IdempotencyKey | null; right?: Right } = {},
): Promise<void> {
  const request: MutationRequest = {
    operation: 'test',
    requestId: '10000000-0000-4000-8000-000000000000',
    actorId: scope.actorId,
    tokenId: '10000000-0000-4000-8000-000000000000' as AccessTokenId,
    organizationId: scope.organizationId,
    covers: () => true,
    key: key ?? undefined,
    fingerprint: Buffer.alloc(32) as Buffer as Fingerprint,
    gone: false,
    right,
    limits: { organizationId: scope.organizationId, spendText: () => undefined },
  };
  await new Mutations(unitOfWork).run(request, async (tx) => ({
    status: 200,
    body: JSON.stringify((await work(tx)) ?? null),
    shows: [],
    touched: [],
  }));
}
