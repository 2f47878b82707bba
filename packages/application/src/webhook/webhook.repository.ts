import type { FeedRange, ProjectId, ProjectKey, UserId, Webhook, WebhookId } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';

/**
 * The webhooks of one transaction. `lock` comes before everything else: changes of the webhooks of an Organization run one after the other,
 * so their number stays valid.
 */
export interface WebhookRepository {
  /** Blocks other changes of the webhooks of the Organization until this transaction ends. */
  lock(scope: OrganizationScope): void;
  /** Finds and locks a webhook of the Organization, also one that the caller cannot see. */
  find(scope: OrganizationScope, id: WebhookId): Promise<Webhook | undefined>;
  /** Counts the webhooks of the Organization, and looks Projects up by their keys; a key that no Project has is not there. */
  factsFor(
    scope: OrganizationScope,
    keys: readonly ProjectKey[],
  ): Promise<{ readonly count: number; readonly projects: ReadonlyMap<ProjectKey, ProjectId> }>;
  /** Reads the bounds of the feed, and whether this user is an administrator of the Organization. */
  factsToResume(
    scope: OrganizationScope,
    owner: UserId,
  ): Promise<{ readonly range: FeedRange; readonly ownerHasAccess: boolean }>;
  /** Registers a new webhook with its secret. */
  add(webhook: Webhook, secret: string): void;
  /** Registers the change, if there is one. */
  save(webhook: Webhook): void;
  /** Registers a new secret; the present one signs too for these hours. Returns until when; `null` for no hours. */
  replaceSecret(webhook: Webhook, secret: string, overlapHours: number): Promise<Date | null>;
  /** Registers the deletion of a webhook with its attempts and dead letters. */
  delete(webhook: Webhook): void;
  /** Registers a ping with this id, in place of one that was not sent yet. */
  ping(webhook: Webhook, pingId: string): void;
  /** Registers that a dead letter is sent once more. Returns `false` when there is none of this event. */
  redeliver(webhook: Webhook, eventId: string): Promise<boolean>;
}
