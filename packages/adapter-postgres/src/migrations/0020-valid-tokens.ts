import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index of the tokens that are not revoked, by expiry: a list of valid ones reads none of the many that were revoked or expired. */
export class ValidTokens1796774400000 implements MigrationInterface {
  readonly name = '0020-valid-tokens-1796774400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index valid_tokens_of_a_user');
  }
}

const INDEX = /* sql */ `
create index valid_tokens_of_a_user on access_tokens (user_id, expires_at) where revoked_at is null;
`;
