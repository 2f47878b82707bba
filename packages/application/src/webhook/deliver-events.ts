import { answerOfStatus, stepAfterFailure } from '@worktrack/domain';
import { Access } from '../access/access.js';
import { FEED_TYPES } from '../feed/feed-entry.js';
import { coversType, type FeedEventView, type FeedReader, type FeedViews } from '../feed/feed.views.js';
import { isRefusal } from '../shared/refusals.js';
import type { AttemptRecord, DueWebhook, TakenWebhook, WebhookQueue } from './webhook-queue.js';
import type { WebhookReceivers, WebhookResult } from './webhook-receivers.js';

/** The ports of the job that sends events. */
export interface WebhookJobPorts {
  readonly queue: WebhookQueue;
  readonly receivers: WebhookReceivers;
  readonly feed: FeedViews;
}

/** How the job is told to end. */
export interface WebhookSignals {
  /** Begin no further attempt. */
  readonly stop: AbortSignal;
  /** Cut the attempts under way. */
  readonly cut: AbortSignal;
}

/** The most events that are read together. */
const MOST_EVENTS = 100;
/** Milliseconds after which no further event is sent: with the longest attempt it is less than the lease. */
const LONGEST_ROUND = 30_000;

/**
 * Works on one webhook: sends its ping, a dead letter that is wanted once more, and the events after its position, strictly in order and one
 * at a time. Ends after an attempt that failed, after `MOST_EVENTS` events or `LONGEST_ROUND`; what is left is due again. Returns false when
 * another process works on it.
 */
export async function deliverEvents(
  ports: WebhookJobPorts,
  due: DueWebhook,
  signals: WebhookSignals,
  random: () => number = Math.random,
): Promise<boolean> {
  const { queue } = ports;
  const taken = await queue.take(due);
  if (!taken) return false;
  try {
    if (!taken.ownerHasAccess) {
      await queue.pause(taken, 'owner_lost_access');
      return true;
    }
    if (taken.pingId !== null) await sendPing(ports, taken, taken.pingId, signals);
    if (taken.redelivery && !signals.stop.aborted) await redeliver(ports, taken, taken.redelivery, signals);
    if (taken.isDue) await sendInOrder(ports, taken, signals, random);
    return true;
  } finally {
    await queue.release(taken);
  }
}

async function sendInOrder(
  { queue, receivers, feed }: WebhookJobPorts,
  taken: TakenWebhook,
  { stop, cut }: WebhookSignals,
  random: () => number,
): Promise<void> {
  const end = performance.now() + LONGEST_ROUND;
  const { position, projectIds } = taken;
  const page = await feed
    .after(readerOf(taken), { position, limit: MOST_EVENTS, projectIds })
    .catch((error: unknown) => {
      if (isRefusal(error) && error.code === 'EVENTS_EXPIRED') return undefined;
      throw error;
    });
  if (!page) {
    await queue.pause(taken, 'events_expired');
    return;
  }
  let { attempt, refusals } = taken;
  for (const { position: at, event } of page.events) {
    if (stop.aborted || performance.now() > end) return;
    const result = await receivers.send(requestOf(taken, event), cut);
    const record = recordOf(event, attempt + refusals + 1, result);
    if (!record) return;
    const answer = answerOfStatus(result.status);
    if (answer === 'delivered') {
      if (!(await queue.delivered(taken, at, record))) return;
    } else {
      const step = stepAfterFailure({ attempt, refusals }, answer, random(), result.retryAfter);
      if (!(await queue.failed(taken, at, record, step))) return;
    }
    [attempt, refusals] = [0, 0];
  }
  await queue.skip(taken, page.end);
}

/** Sends an event that says nothing but that the webhook works. It is in no feed. */
async function sendPing(
  { queue, receivers }: WebhookJobPorts,
  taken: TakenWebhook,
  id: string,
  { cut }: WebhookSignals,
): Promise<void> {
  const { organizationId, organizationSlug: slug, organizationName: name } = taken;
  const organization = { id: organizationId, slug, name };
  const event = { id, type: 'webhook.ping', timestamp: new Date().toISOString(), organization, data: {} } as const;
  const record = recordOf(event, 1, await receivers.send(requestOf(taken, event), cut));
  if (record) await queue.pinged(taken, record);
}

async function redeliver(
  { queue, receivers, feed }: WebhookJobPorts,
  taken: TakenWebhook,
  { eventId, attempts }: NonNullable<TakenWebhook['redelivery']>,
  { cut }: WebhookSignals,
): Promise<void> {
  const event = await feed.one(readerOf(taken), eventId).catch((error: unknown) => {
    if (isRefusal(error)) return undefined;
    throw error;
  });
  if (!event) {
    const expired = { outcome: 'event_expired', status: null, milliseconds: 0 } as const;
    await queue.redelivered(taken, { eventId, type: 'work_item.updated', attempt: attempts + 1, ...expired });
    return;
  }
  const record = recordOf(event, attempts + 1, await receivers.send(requestOf(taken, event), cut));
  if (record) await queue.redelivered(taken, record);
}

/** The right of the webhook: that of its owner, limited to what the creating credential saw. */
function readerOf({ organizationId, ownerId, grantedProjectIds, scopes, types }: TakenWebhook): FeedReader {
  const whole = Access.onBehalfOf(organizationId, ownerId, 'admin');
  return {
    scope: grantedProjectIds ? Access.narrowed(whole, new Set(grantedProjectIds)) : whole,
    types: FEED_TYPES.filter((type) => coversType(scopes, type) && (!types || types.includes(type))),
  };
}

type Sent = Pick<FeedEventView, 'id'> & { readonly type: AttemptRecord['type'] };

const requestOf = ({ url, secrets }: TakenWebhook, event: Sent) => ({
  url,
  secrets,
  id: event.id,
  body: JSON.stringify(event),
});

/** Returns the record of an attempt; `undefined` when it was cut: then it is made again. */
function recordOf({ id, type }: Sent, attempt: number, result: WebhookResult): AttemptRecord | undefined {
  const { outcome, status, milliseconds } = result;
  return outcome === 'ended' ? undefined : { eventId: id, type, attempt, outcome, status, milliseconds };
}
