import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the table of the heartbeat, by which a replica shows up to which instant it has everything. It gets its row from the servers. */
export class ReplicaHeartbeat1798070401000 implements MigrationInterface {
  readonly name = '0038-replica-heartbeat-1798070401000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table replica_heartbeat');
  }
}

const UP = /* sql */ `
create table replica_heartbeat (
  is_only boolean primary key constraint replica_heartbeat_is_one_row check (is_only),
  at timestamptz(3) not null
);
grant select, insert, update on replica_heartbeat to worktrack_app;
`;
