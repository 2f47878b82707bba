import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Avatars of users: small images, stored beside their accounts. */
export class Avatars1795824000000 implements MigrationInterface {
  readonly name = '0009-avatars-1795824000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(AVATARS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table user_avatars');
  }
}

const AVATARS = /* sql */ `
create table user_avatars (
  user_id uuid primary key constraint avatar_is_of_a_user references users (id),
  version text collate "C" not null,
  content bytea not null constraint avatar_is_small check (octet_length(content) between 1 and 1048576)
);
grant select, insert, delete on user_avatars to worktrack_app;
`;
