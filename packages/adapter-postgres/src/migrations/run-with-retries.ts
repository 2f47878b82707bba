import { setTimeout as delay } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

const LOCK_TIMEOUT = '55P03';
/** Milliseconds that a statement waits for its lock. A request that comes meanwhile waits at most as long. */
const SHORT = 200;
/** Between two attempts, so that those who waited get on. Milliseconds. */
const PAUSE = 500;
const ATTEMPTS = 120;

/**
 * Runs a short statement that locks others out of a table, an index or some rows. While it waited for its lock, everybody who came later
 * would wait after it: so it waits only for a moment, and tries again, for about a minute and a half. For migrations that run without a
 * transaction.
 */
export async function runWithRetries(runner: QueryRunner, sql: string, values: readonly unknown[] = []): Promise<void> {
  await runner.query(`set lock_timeout = ${SHORT}`);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await runner.query(sql, [...values]);
        return;
      } catch (error) {
        if (attempt === ATTEMPTS || !isLockTimeout(error)) throw error;
        await delay(PAUSE);
      }
    }
  } finally {
    await runner.query('reset lock_timeout');
  }
}

/** True for the error of a statement that did not get its lock in time. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_TIMEOUT;
}
