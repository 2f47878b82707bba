import type { WebhookId, WebhookPauseReason, WebhookState } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { FeedType } from '../feed/feed-entry.js';
import type { ProjectSummaryView } from '../link/link.views.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { PublicUserSummaryView } from '../work-item/work-item.views.js';

/** The most events that the lag of a webhook counts. */
export const MOST_LAG = 1_000;

/** A webhook as an administrator sees it. Instants are RFC 3339 text, UTC, three fraction digits. */
export interface WebhookView {
  readonly id: WebhookId;
  readonly name: string;
  readonly url: string;
  /** `null`: all, those that are added later included. */
  readonly types: readonly FeedType[] | null;
  /** `null`: the whole Organization. */
  readonly projects: readonly ProjectSummaryView[] | null;
  readonly state: WebhookState;
  readonly pausedReason: WebhookPauseReason | null;
  /** Covers all events that were delivered or left out. */
  readonly cursor: string;
  /** The events that wait, at most `MOST_LAG`, and the seconds since the first of them; 0 when none waits. */
  readonly lag: { readonly events: number; readonly seconds: number };
  readonly failingSince: string | null;
  readonly nextAttemptAt: string | null;
  /** The instant until which the secret before the present one signs too; `null`: it does not. */
  readonly previousSecretValidUntil: string | null;
  /** `null` when the account was removed. */
  readonly owner: PublicUserSummaryView | null;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The words for the results of attempts. */
export const WEBHOOK_OUTCOMES = [
  'delivered',
  'refused',
  'unavailable',
  'gone',
  'timed_out',
  'no_connection',
  'address_refused',
  'event_expired',
] as const;

/** One of `WEBHOOK_OUTCOMES`. */
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

/** One attempt to deliver an event. */
export interface WebhookDeliveryView {
  readonly id: string;
  readonly eventId: string;
  readonly type: FeedType | 'webhook.ping';
  readonly at: string;
  /** Counts the attempts for this event. */
  readonly attempt: number;
  readonly outcome: WebhookOutcome;
  /** The status of the response; `null`: none came. */
  readonly status: number | null;
  readonly milliseconds: number;
}

/** An event that the receiver refused at every attempt. */
export interface WebhookDeadLetterView {
  readonly eventId: string;
  readonly type: FeedType;
  /** The instant of the last attempt. */
  readonly at: string;
  readonly attempts: number;
  readonly status: number | null;
  /** True while it waits to be sent once more. */
  readonly isRequested: boolean;
}

/**
 * Webhooks as an administrator reads them. A credential that is limited to some Projects sees the webhooks for some of these Projects only.
 * Throws `NOT_FOUND` for a webhook that the caller does not see.
 */
export abstract class WebhookViews {
  abstract one(scope: OrganizationScope, id: WebhookId): Promise<WebhookView>;
  /** Lists all by name. */
  abstract list(scope: OrganizationScope): Promise<readonly WebhookView[]>;
  /** Lists the attempts of the last 14 days, at most 1,000, newest first. Throws `INVALID_CURSOR`. */
  abstract deliveries(scope: OrganizationScope, id: WebhookId, page: PageRequest): Promise<Page<WebhookDeliveryView>>;
  /** Lists dead letters, newest first. Throws `INVALID_CURSOR`. */
  abstract deadLetters(
    scope: OrganizationScope,
    id: WebhookId,
    page: PageRequest,
  ): Promise<Page<WebhookDeadLetterView>>;
  abstract deadLetter(scope: OrganizationScope, id: WebhookId, eventId: string): Promise<WebhookDeadLetterView>;
}
