import type { QueryRunner } from 'typeorm';

/** The longest wait for transactions that began before. */
const LOCK_TIMEOUT = '5min';

/**
 * Builds an index while others write to its table. An attempt that failed leaves an index that is not valid: it is dropped first. For
 * migrations that run without a transaction.
 */
export async function buildConcurrently(runner: QueryRunner, name: string, definition: string): Promise<void> {
  const found = (await runner.query(`select indisvalid as valid from pg_index where indexrelid = to_regclass($1)`, [
    name,
  ])) as { readonly valid: boolean }[];
  if (found[0]?.valid === true) return;
  await runner.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    if (found.length > 0) await runner.query(`drop index concurrently ${name}`);
    await runner.query(definition);
  } finally {
    await runner.query('reset lock_timeout');
  }
}
