import { setTimeout as delay } from 'node:timers/promises';
import { ONE_HOUR, ONE_MINUTE } from '@worktrack/domain';
import type { ServerLogger } from '../logging.js';
import type { JobMonitor, JobName, PurgedTable } from './job-monitor.js';

/** Milliseconds between two batches, so that other work goes on. */
const PAUSE = 100;
/** The most batches of a round. */
const MOST_BATCHES = 5;
/** Milliseconds to the next round after one that might have left something: ten times as many rows as a busy server adds. */
const SOON = 5_000;
/** The part of a period by which a wait is shorter or longer at most: processes that started together do not purge together. */
const JITTER = 0.25;

/** A purge job that runs until `end` is called. */
export interface Purging {
  /** Resolves when no batch is under way any more. */
  end(): Promise<void>;
}

/** Rows that are deleted in rounds. */
interface Purged {
  readonly job: JobName;
  readonly table: PurgedTable;
  /** The rows, as the log calls them. */
  readonly what: string;
  /** Milliseconds from the start to the first round, and from each round to the next. */
  readonly period: number;
}

/** The monitor of a purge job, and its timing: by the timers of the process unless `wait` is given. */
interface PurgeOptions {
  readonly monitor?: JobMonitor | undefined;
  /** Milliseconds from the start to the first round, and from each round to the next. */
  readonly period?: number;
  /** Returns a number from 0 to 1. */
  readonly random?: () => number;
  readonly wait?: (milliseconds: number, then: () => void) => NodeJS.Timeout;
}

const later = (milliseconds: number, then: () => void): NodeJS.Timeout => setTimeout(then, milliseconds);

/** Deletes the sessions, links and mails that ended long ago, in rounds of batches every hour. Parameters and failures as for keys. */
export function beginPurgingSessions(
  purge: () => Promise<number>,
  log: ServerLogger,
  options: PurgeOptions = {},
): Purging {
  const sessions = {
    job: 'purge_sessions',
    table: 'sessions',
    what: 'Old sessions, links and mails',
    period: ONE_HOUR,
  } as const;
  return beginPurging(purge, log, { ...sessions, ...options });
}

/** Deletes the events of feeds that are kept no longer, in rounds of batches every hour. Parameters and failures as for keys. */
export function beginPurgingChanges(
  purge: () => Promise<number>,
  log: ServerLogger,
  options: PurgeOptions = {},
): Purging {
  const changes = { job: 'purge_changes', table: 'changes', what: 'Old events', period: ONE_HOUR } as const;
  return beginPurging(purge, log, { ...changes, ...options });
}

/**
 * Deletes the records of expired idempotency keys, in rounds of small batches, about every minute: the first a minute after the start.
 * @param purge deletes a batch unless another process is doing so; returns the number of records. A batch that fails is logged,
 * and the next round tries again.
 */
export function beginPurgingKeys(purge: () => Promise<number>, log: ServerLogger, options: PurgeOptions = {}): Purging {
  const table = 'idempotency_records';
  const keys = { job: 'purge_keys', table, what: 'Expired idempotency records', period: ONE_MINUTE } as const;
  return beginPurging(purge, log, { ...keys, ...options });
}

function beginPurging(
  purge: () => Promise<number>,
  log: ServerLogger,
  { job, table, what, period, monitor, random = Math.random, wait = later }: Purged & PurgeOptions,
): Purging {
  let isEnding = false;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout;

  /** Returns true when there can be more to delete. */
  const deleteBatches = async (): Promise<boolean> => {
    let purged = 0;
    try {
      for (let batch = 1; batch <= MOST_BATCHES && !isEnding; batch += 1) {
        const deleted = await purge();
        if (deleted === 0) {
          monitor?.succeeded(job);
          return false;
        }
        purged += deleted;
        monitor?.purged(table, deleted);
        await delay(PAUSE);
      }
      monitor?.succeeded(job);
      return true;
    } catch (error) {
      log.warn({ err: error }, `${what} could not be deleted; the next round tries again.`);
      return false;
    } finally {
      if (purged > 0) log.info({ purged }, `${what} were deleted.`);
    }
  };
  const schedule = (milliseconds: number): void => {
    const jittered = milliseconds * (1 - JITTER + 2 * JITTER * random());
    timer = wait(jittered, goThrough).unref();
  };
  const goThrough = (): void => {
    round = deleteBatches().then((isMore) => {
      if (!isEnding) schedule(isMore ? Math.min(SOON, period) : period);
    });
  };
  schedule(period);

  return {
    end: () => {
      isEnding = true;
      clearTimeout(timer);
      return round;
    },
  };
}
