import type {
  AnyScope,
  NextStep,
  OrganizationId,
  ProjectId,
  Slug,
  UserId,
  WebhookId,
  WebhookPauseReason,
} from '@worktrack/domain';
import type { FeedType } from '../feed/feed-entry.js';
import type { WebhookOutcome } from './webhook.views.js';

/** A webhook that has something to do. */
export interface DueWebhook {
  readonly organizationId: OrganizationId;
  readonly id: WebhookId;
}

/** A webhook that this process works on, until the lease ends. */
export interface TakenWebhook extends DueWebhook {
  readonly organizationSlug: Slug;
  readonly organizationName: string;
  readonly ownerId: UserId;
  /** False when the owner is not an administrator of the Organization any more: then nothing is sent. */
  readonly ownerHasAccess: boolean;
  readonly url: string;
  readonly types: readonly FeedType[] | null;
  readonly projectIds: readonly ProjectId[] | null;
  readonly grantedProjectIds: readonly ProjectId[] | null;
  readonly scopes: readonly AnyScope[];
  readonly position: number;
  readonly attempt: number;
  readonly refusals: number;
  /** False while it is paused, and before its next attempt. */
  readonly isDue: boolean;
  readonly leaseToken: number;
  readonly leasedUntil: Date;
  readonly pingId: string | null;
  /** The secrets that sign now, the present one first. */
  readonly secrets: readonly string[];
  /** The dead letter to send once more. */
  readonly redelivery: { readonly eventId: string; readonly attempts: number } | null;
}

/** An attempt to remember. */
export interface AttemptRecord {
  readonly eventId: string;
  readonly type: FeedType | 'webhook.ping';
  readonly attempt: number;
  readonly outcome: WebhookOutcome;
  readonly status: number | null;
  readonly milliseconds: number;
}

/**
 * The webhooks as the job sees that sends their events. Every write is guarded by the lease: who has lost it, or works on a webhook that
 * people have changed meanwhile, changes nothing.
 */
export interface WebhookQueue {
  /** Finds webhooks that have something to do and that nobody works on. None of an Organization that is suspended. */
  due(most: number): Promise<readonly DueWebhook[]>;
  /** Takes a webhook for 60 seconds; `undefined` when another process was faster. */
  take(due: DueWebhook): Promise<TakenWebhook | undefined>;
  /** Records that the event at a position was delivered. Returns false when this process must not go on. */
  delivered(taken: TakenWebhook, position: number, record: AttemptRecord): Promise<boolean>;
  /** Records an attempt that failed, and its consequence. Returns true when the next event follows. */
  failed(taken: TakenWebhook, position: number, record: AttemptRecord, step: NextStep): Promise<boolean>;
  /** Moves on to a position over events that the webhook does not see. */
  skip(taken: TakenWebhook, position: number): Promise<void>;
  /** Pauses the webhook, and forgets a ping and redeliveries that wait. */
  pause(taken: TakenWebhook, reason: WebhookPauseReason): Promise<void>;
  /** Records the only attempt of a ping. */
  pinged(taken: TakenWebhook, record: AttemptRecord): Promise<void>;
  /** Records an attempt to send a dead letter once more; one that was delivered is deleted. */
  redelivered(taken: TakenWebhook, record: AttemptRecord): Promise<void>;
  /** Ends the lease, and deletes attempts and dead letters that are kept no longer. */
  release(taken: TakenWebhook): Promise<void>;
}
