import { assertKinds } from '../shared/wrong-use.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds from each attempt that got no use of the receiver to the next one. After the last one a webhook is paused. Source: the extension for webhooks. */
export const WEBHOOK_RETRY_SECONDS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Seconds from each attempt at which the receiver refused an event to the next one. After the last one the event is a dead letter. */
export const WEBHOOK_REFUSAL_SECONDS: readonly number[] = [5, 30, 2 * MINUTE, 7 * MINUTE];

/** The part by which a pause is shorter or longer at most: receivers that failed together are not tried together. */
const JITTER = 0.2;

/** The most seconds of a `Retry-After` that are kept. */
const LONGEST_RETRY_AFTER = 24 * HOUR;

/** The states of a webhook: it works, it waits for the next attempt, or it does nothing until somebody resumes it. */
export const WEBHOOK_STATES = ['active', 'retrying', 'paused'] as const;

/** One of `WEBHOOK_STATES`. */
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** The reasons why a webhook is paused. */
export const WEBHOOK_PAUSE_REASONS = ['user', 'failing', 'gone', 'owner_lost_access', 'events_expired'] as const;

/** One of `WEBHOOK_PAUSE_REASONS`. */
export type WebhookPauseReason = (typeof WEBHOOK_PAUSE_REASONS)[number];

/**
 * The result of one attempt, by its meaning: `delivered` (2xx); `gone` (410, no more events are wanted); `refused` (another
 * 4xx: the event is the problem); `unavailable` (everything else: the receiver is the problem).
 */
export type WebhookAnswer = 'delivered' | 'gone' | 'refused' | 'unavailable';

/** Returns the meaning of a status of HTTP; `null`: no response came. */
export function answerOfStatus(status: number | null): WebhookAnswer {
  if (status === null) return 'unavailable';
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  if (status === 408 || status === 425 || status === 429) return 'unavailable';
  return status >= 400 && status < 500 ? 'refused' : 'unavailable';
}

/** The attempts that failed for the event which is next. */
export interface FailedAttempts {
  /** The attempts in a row at which the receiver was unavailable. */
  readonly attempt: number;
  /** The attempts at which the receiver refused the event. */
  readonly refusals: number;
}

/** The consequence of an attempt that failed. */
export interface NextStep extends FailedAttempts {
  readonly state: WebhookState;
  readonly pausedReason: WebhookPauseReason | null;
  /** Seconds until the next attempt; `null`: there is none for this event. */
  readonly seconds: number | null;
  /** True when the event becomes a dead letter and the next one follows. */
  readonly isDeadLetter: boolean;
}

/**
 * Decides what follows an attempt that failed.
 * @param random a number from 0 to 1
 * @param retryAfter the seconds that the receiver asked to wait; `null`: it said nothing. A shorter pause than that of the table is not taken.
 */
export function stepAfterFailure(
  failures: FailedAttempts,
  answer: Exclude<WebhookAnswer, 'delivered'>,
  random: number,
  retryAfter: number | null,
): NextStep {
  const call = 'stepAfterFailure';
  assertKinds(call, failures, { attempt: 'number', refusals: 'number' });
  assertKinds(call, { random }, { random: 'number' });
  const { attempt, refusals } = failures;
  const paused = { state: 'paused', seconds: null, isDeadLetter: false } as const;
  if (answer === 'gone') return { ...paused, pausedReason: 'gone', attempt: attempt + 1, refusals };
  const isRefused = answer === 'refused';
  const failed = { attempt: isRefused ? attempt : attempt + 1, refusals: isRefused ? refusals + 1 : refusals };
  const table = isRefused ? WEBHOOK_REFUSAL_SECONDS : WEBHOOK_RETRY_SECONDS;
  const seconds = table[(isRefused ? failed.refusals : failed.attempt) - 1];
  if (seconds !== undefined) {
    const jittered = Math.round(seconds * (1 - JITTER + 2 * JITTER * random));
    const asked = isRefused ? 0 : Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER);
    const next = { seconds: Math.max(jittered, asked), isDeadLetter: false };
    return { ...failed, ...next, state: 'retrying', pausedReason: null };
  }
  if (!isRefused) return { ...paused, ...failed, pausedReason: 'failing' };
  return { attempt: 0, refusals: 0, state: 'active', pausedReason: null, seconds: null, isDeadLetter: true };
}
