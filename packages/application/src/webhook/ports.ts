import type { WebhookRepository } from './webhook.repository.js';
import type { WebhookViews } from './webhook.views.js';

/** The ports of webhooks in a transaction. */
export interface WebhookPorts {
  readonly webhooks: WebhookRepository;
  readonly webhookViews: WebhookViews;
}
