import type { MigrationInterface, QueryRunner } from 'typeorm';
import { patiently } from './patiently.js';
import { secureRows, TABLES_WITH_ROW_SECURITY, unsecuring } from './row-security.js';

/**
 * Limits the transactions of one Organization to its rows. Each run of `migrate` brings the policies and privileges up to date again: the
 * owner may have changed, or a copy may lack them.
 *
 * Without a transaction: each table is locked for a moment.
 */
export class RowSecurity1797984000000 implements MigrationInterface {
  readonly name = '0034-row-security-1797984000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await secureRows(
      (sql, values) => runner.query(sql, values) as Promise<object[]>,
      async (sql) => {
        await patiently(runner, sql);
        return [];
      },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES_WITH_ROW_SECURITY) await patiently(runner, unsecuring(table));
  }
}
