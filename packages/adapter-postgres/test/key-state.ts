import {
  KeyTaken,
  type CompletedMutation,
  type IdempotencyKey,
  type KeptReplies,
  type UnitOfWork,
} from '@worktrack/application';
import type { UserId } from '@worktrack/domain';

/** The state of a key for a request with it. */
export type KeyState =
  | { readonly state: 'free'; readonly kept: KeptReplies }
  | { readonly state: 'running' }
  | ({ readonly state: 'completed' } & CompletedMutation);

/** Claims a key as a request does, and finds its record where it is taken. */
export async function stateOfKey(unitOfWork: UnitOfWork, user: UserId, key: IdempotencyKey): Promise<KeyState> {
  try {
    return { state: 'free', kept: await unitOfWork.run((tx) => tx.idempotency.claim(user, key)()) };
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    const record = await unitOfWork.run((tx) => tx.idempotency.find(user, key));
    return record ? { state: 'completed', ...record } : { state: 'running' };
  }
}
