import { setTimeout as pause } from 'node:timers/promises';
import { ONE_SECOND } from '@worktrack/domain';
import type { Leases } from '../housekeeping/leases.js';
import { LONGEST_ATTEMPT, type ClaimedMail, type MailLimits, type MailQueue, type NextMail } from './mail-queue.js';
import type { MailSender } from './mail-sender.js';

/** The ports of the job that sends mails. */
export interface MailJobPorts {
  readonly queue: MailQueue;
  readonly sender: MailSender;
  readonly leases: Leases;
}

/** Receives the results of attempts. Its methods must neither throw nor wait. */
export interface MailMonitor {
  sent(): void;
  /** An attempt failed, and there will be another one. */
  retried(cause: string, failure: string): void;
  /** A mail has failed for good. */
  failed(cause: string, failure: string): void;
}

/** How the job is told to end. */
export interface MailSignals {
  /** Begin no further attempt. */
  readonly stop: AbortSignal;
  /** Cut the attempt under way. */
  readonly cut: AbortSignal;
}

/** Minutes from each failed attempt to the next one. After the last one a mail has failed. */
export const RETRY_MINUTES: readonly number[] = [1, 5, 30, 120, 720];

/** Seconds for which the job belongs to a process after its last sign of life. */
const LEASE_SECONDS = 30;
/** Milliseconds between two signs of life: one mail can take minutes. */
const RENEWAL = 10_000;

/**
 * Sends the mails that are due, one after the other, unless another process is doing so. Ends when none is due, when the limit of all mails
 * is reached, or when it is told to stop.
 */
export async function sendMails(
  ports: MailJobPorts,
  limits: MailLimits,
  signals: MailSignals,
  monitor: MailMonitor,
): Promise<void> {
  // Without this look, an idle process would write the lease every second.
  const first = await ports.queue.next(limits);
  if (!first || (first.fullUntil && hopelessnessOf(first) === null)) return;
  await ports.leases.hold('mail', LEASE_SECONDS, async (lease) => {
    const lost = new AbortController();
    const renewal = setInterval(() => {
      lease.renew().then(
        (isRenewed) => {
          if (!isRenewed) lost.abort();
        },
        () => undefined,
      );
    }, RENEWAL).unref();
    try {
      while (!lost.signal.aborted && !signals.stop.aborted && (await sendNext(ports, limits, signals, monitor)));
    } finally {
      clearInterval(renewal);
    }
  });
}

/** Returns false when there is nothing more to send now. */
async function sendNext(
  { queue, sender }: MailJobPorts,
  limits: MailLimits,
  signals: MailSignals,
  monitor: MailMonitor,
): Promise<boolean> {
  const next = await queue.next(limits);
  if (!next) return false;
  const { cause, address, fullUntil, addressFullUntil, organizationId, organizationFullUntil } = next;
  const hopeless = hopelessnessOf(next);
  if (hopeless !== null) {
    await queue.failed(cause, hopeless, false);
    monitor.failed(cause, hopeless);
    return true;
  }
  if (fullUntil) return false;
  if (addressFullUntil) {
    await queue.postpone(address, addressFullUntil);
    return true;
  }
  if (organizationId !== null && organizationFullUntil) {
    await queue.postponeInvitations(organizationId, organizationFullUntil);
    return true;
  }
  const claimed = await queue.claim(next);
  if (claimed) await attempt(queue, sender, claimed, signals, monitor);
  return true;
}

/** Returns why a mail must not be sent at all; `null` when it can be. */
const hopelessnessOf = ({ isExpired, refusal }: NextMail): string | null => (isExpired ? EXPIRED : refusal);

const EXPIRED = 'The link of this mail ended before the mail could be sent.';

async function attempt(
  queue: MailQueue,
  sender: MailSender,
  claimed: ClaimedMail,
  { stop, cut }: MailSignals,
  monitor: MailMonitor,
): Promise<void> {
  const { cause } = claimed.mail;
  const result = await sender.send(claimed, cut);
  if (result.outcome === 'sent') {
    await markAsSent(queue, cause, stop);
    monitor.sent();
    return;
  }
  if (result.outcome === 'ended') {
    await queue.release(cause);
    return;
  }
  const { failure } = result;
  const minutes = RETRY_MINUTES[claimed.attempt - 1];
  if (result.outcome === 'refused' || minutes === undefined) {
    await queue.failed(cause, failure, result.outcome === 'refused');
    monitor.failed(cause, failure);
  } else {
    await queue.retryIn(cause, minutes * 60, failure);
    monitor.retried(cause, failure);
  }
}

/**
 * Marks a mail as sent, with an attempt each second while the database is away: without the mark, the mail would be sent again. Ends before
 * the mail can be claimed by another process.
 */
async function markAsSent(queue: MailQueue, cause: string, stop: AbortSignal): Promise<void> {
  const end = performance.now() + LONGEST_ATTEMPT.markingSeconds * ONE_SECOND;
  for (;;) {
    try {
      await queue.sent(cause);
      return;
    } catch (error) {
      if (performance.now() >= end || stop.aborted) throw error;
      await pause(ONE_SECOND);
    }
  }
}
