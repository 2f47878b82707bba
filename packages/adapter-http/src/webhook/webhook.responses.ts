import { ApiSchema } from '@nestjs/swagger';
import {
  FEED_TYPES,
  WEBHOOK_OUTCOMES,
  type FeedType,
  type RotatedSecret,
  type WebhookDeadLetterView,
  type WebhookDeliveryView,
  type WebhookOutcome,
  type WebhookView,
} from '@worktrack/application';
import {
  WEBHOOK_PAUSE_REASONS,
  WEBHOOK_STATES,
  type WebhookId,
  type WebhookPauseReason,
  type WebhookState,
} from '@worktrack/domain';
import { PublicUserSummary } from '../identity/user.responses.js';
import { ProjectSummary } from '../link/link.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'The events that wait to be sent.' })
export class WebhookLag {
  @Shows.integer(0, { description: 'Their number, at most 1,000.' }) readonly events!: number;
  @Shows.integer(0, { description: 'The seconds since the first of them.' }) readonly seconds!: number;
}

@ApiSchema({ description: 'A subscription to the feed: a cursor with an address.' })
export class Webhook implements WebhookView {
  @Shows.uuid() readonly id!: WebhookId;
  @Shows.text({ description: 'The name of the webhook.' }) readonly name!: string;
  @Shows.uri({ description: 'The address of the receiver.' }) readonly url!: string;
  @Shows.words(FEED_TYPES, { nullable: true, description: 'The types of events; `null`: all.' })
  readonly types!: readonly FeedType[] | null;
  @Shows.many(ProjectSummary, { nullable: true, description: 'The Projects; `null`: the whole Organization.' })
  readonly projects!: readonly ProjectSummary[] | null;
  @Shows.word(WEBHOOK_STATES, { description: '`retrying`: the last attempt failed, and there will be another one.' })
  readonly state!: WebhookState;
  @Shows.word(WEBHOOK_PAUSE_REASONS, { nullable: true, description: 'The reason of `paused`.' })
  readonly pausedReason!: WebhookPauseReason | null;
  @Shows.text({ description: 'Covers all events that were delivered or left out: an `after` of `listEvents`.' })
  readonly cursor!: string;
  @Shows.one(WebhookLag) readonly lag!: WebhookLag;
  @Shows.instant({ nullable: true, description: 'The first of the attempts in a row that failed.' })
  readonly failingSince!: string | null;
  @Shows.instant({ nullable: true, description: 'The next attempt after one that failed.' })
  readonly nextAttemptAt!: string | null;
  @Shows.instant({ nullable: true, description: 'Until then the secret before the present one signs too.' })
  readonly previousSecretValidUntil!: string | null;
  @Shows.one(PublicUserSummary, {
    nullable: true,
    description: 'The webhook sees what its owner sees, an administrator; `null`: the account was removed.',
  })
  readonly owner!: PublicUserSummary | null;
  @Shows.integer(1) readonly revision!: number;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
}

@ApiSchema({ description: 'A new webhook with its secret.' })
export class NewWebhook extends Webhook {
  @Shows.text({ description: 'Signs the requests, by Standard Webhooks. No other response shows it.' })
  readonly secret!: string;
}

@ApiSchema({ description: 'All webhooks that you see: an Organization has at most 20.' })
export class WebhookList {
  @Shows.many(Webhook) readonly items!: readonly Webhook[];
}

@ApiSchema({ description: 'A new secret, shown once.' })
export class WebhookSecret implements RotatedSecret {
  @Shows.text({ description: 'Signs the requests from now on.' }) readonly secret!: string;
  @Shows.instant({ nullable: true, description: 'Until then the secret before signs too; `null`: it does not.' })
  readonly previousValidUntil!: string | null;
}

@ApiSchema({ description: 'One attempt to deliver an event. The response of the receiver is not kept.' })
export class WebhookDelivery implements WebhookDeliveryView {
  @Shows.uuid() readonly id!: string;
  @Shows.uuid({ description: 'The event: `getEvent` shows it.' }) readonly eventId!: string;
  @Shows.word([...FEED_TYPES, 'webhook.ping'], { description: 'The type of the event.' })
  readonly type!: FeedType | 'webhook.ping';
  @Shows.instant({ description: 'The end of the attempt.' }) readonly at!: string;
  @Shows.integer(1, { description: 'Counts the attempts for this event.' }) readonly attempt!: number;
  @Shows.word(WEBHOOK_OUTCOMES, { description: 'The result.' }) readonly outcome!: WebhookOutcome;
  @Shows.integer(100, { nullable: true, description: 'The status of the response; `null`: none came.' })
  readonly status!: number | null;
  @Shows.integer(0, { description: 'How long the attempt took.' }) readonly milliseconds!: number;
}

@ApiSchema({ description: 'A page of attempts, newest first.' })
export class WebhookDeliveryList {
  @Shows.many(WebhookDelivery) readonly items!: readonly WebhookDelivery[];
  @Shows.one(Page) readonly page!: Page;
}

@ApiSchema({ description: 'An event that the receiver refused at every attempt.' })
export class WebhookDeadLetter implements WebhookDeadLetterView {
  @Shows.uuid() readonly eventId!: string;
  @Shows.word(FEED_TYPES, { description: 'The type of the event.' }) readonly type!: FeedType;
  @Shows.instant({ description: 'The last attempt.' }) readonly at!: string;
  @Shows.integer(1, { description: 'The number of attempts.' }) readonly attempts!: number;
  @Shows.integer(100, { nullable: true, description: 'The status of the last response.' })
  readonly status!: number | null;
  @Shows.flag({ description: 'True while it waits to be sent once more.' }) readonly isRequested!: boolean;
}

@ApiSchema({ description: 'A page of dead letters, newest first.' })
export class WebhookDeadLetterList {
  @Shows.many(WebhookDeadLetter) readonly items!: readonly WebhookDeadLetter[];
  @Shows.one(Page) readonly page!: Page;
}
