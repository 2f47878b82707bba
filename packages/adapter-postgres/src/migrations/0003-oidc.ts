import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrently.js';
import { runWithRetries } from './run-with-retries.js';

/** Who an account is at a provider of identities. The row of a removed account stays: whoever it belonged to stays out. */
const EXTERNAL_IDENTITIES = /* sql */ `
create table if not exists external_identities (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id uuid not null constraint identity_is_of_a_user references users (id),
  created_at timestamptz(3) not null,
  constraint external_identity_is_taken primary key (issuer, subject)
);
create index if not exists identities_of_a_user on external_identities (user_id);
`;

/** Responses of providers that were used, as hashes: each is accepted once. */
const SPENT_PROOFS = /* sql */ `
create table if not exists spent_proofs (
  hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index if not exists spent_proofs_by_end on spent_proofs (expires_at);
`;

/** Sign-in with providers of identities: their accounts, and which session began at which provider. */
export class Oidc1798070406000 implements MigrationInterface {
  readonly name = '0003-oidc-1798070406000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, EXTERNAL_IDENTITIES);
    await runner.query(SPENT_PROOFS);
    await runWithRetries(runner, 'alter table users add column if not exists email_confirmed_at timestamptz(3)');
    await runWithRetries(
      runner,
      `alter table sessions add column if not exists oidc_issuer text collate "C",
         add column if not exists oidc_sid text collate "C"`,
    );
    await buildConcurrently(
      runner,
      'sessions_of_a_provider',
      `create index concurrently sessions_of_a_provider on sessions (oidc_issuer, oidc_sid)
         where oidc_issuer is not null and ended_at is null`,
    );
  }

  /** There is no way back that keeps the identities. */
  down(): Promise<void> {
    return Promise.reject(new Error('This migration cannot be undone.'));
  }
}
