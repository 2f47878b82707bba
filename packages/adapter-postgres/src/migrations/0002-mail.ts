import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Mails that wait, were sent or have failed. A row is written in the transaction of what causes the mail. The content, whose links hold
 * secrets, is there only while the mail waits.
 */
const OUTBOX = /* sql */ `
create table if not exists outbox (
  cause uuid primary key,
  organization_id uuid,
  kind text collate "C" not null,
  address text collate "C" not null,
  -- Not jsonb, which refuses some texts of people.
  content json,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  attempts smallint not null default 0,
  due_at timestamptz(3),
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  failure text collate "C" constraint failure_of_a_mail_is_short check (length(failure) <= 500),
  -- The server refused the address for good.
  is_refused boolean not null default false,
  constraint mail_waits_or_was_sent_or_has_failed check (num_nonnulls(due_at, sent_at, failed_at) = 1),
  constraint only_a_waiting_mail_has_its_content check ((content is null) = (due_at is null))
);
create index if not exists outbox_by_turn on outbox (due_at, created_at, cause) where due_at is not null;
create index if not exists outbox_by_end on outbox ((coalesce(sent_at, failed_at)));
create index if not exists outbox_sent on outbox (sent_at) where sent_at is not null;
create index if not exists outbox_of_an_address on outbox (address, sent_at);
create index if not exists outbox_refused on outbox (address, failed_at) where is_refused;
create index if not exists outbox_of_an_organization on outbox (organization_id) where organization_id is not null;
`;

/** The outbox of mails. */
export class Mail1798070405000 implements MigrationInterface {
  readonly name = '0002-mail-1798070405000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTBOX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table if exists outbox');
  }
}
