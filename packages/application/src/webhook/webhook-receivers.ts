import type { WebhookOutcome } from './webhook.views.js';

/** A request to a receiver. */
export interface WebhookRequest {
  readonly url: string;
  /** The id of the event: the same at each attempt. */
  readonly id: string;
  /** The JSON text of the event. */
  readonly body: string;
  /** The secrets that sign it, the present one first. */
  readonly secrets: readonly string[];
}

/** The result of one attempt. */
export interface WebhookResult {
  /** `ended`: the attempt was cut because this process ends. */
  readonly outcome: WebhookOutcome | 'ended';
  /** The status of the response; `null`: none came. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** The seconds that the receiver asks to wait; `null`: it says nothing. */
  readonly retryAfter: number | null;
}

/** The receivers of webhooks, outside of this server. Abstract class rather than interface: it is also the injection token. */
export abstract class WebhookReceivers {
  /** Returns why events are never sent to this address, in words that follow its name; `undefined` when they can be. Looks up no name. */
  abstract problemOf(url: string): string | undefined;

  /** Sends one event, once. Never throws. */
  abstract send(request: WebhookRequest, cut: AbortSignal): Promise<WebhookResult>;
}
