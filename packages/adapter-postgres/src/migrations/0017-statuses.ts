import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index of the statuses that each Work Item ever had: whether it was in one is a look-up, and reads no history of anything else. */
export class Statuses1796515200000 implements MigrationInterface {
  readonly name = '0017-statuses-1796515200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index statuses_of_work_items');
  }
}

const INDEX = /* sql */ `
create index statuses_of_work_items on work_item_history (organization_id, work_item_id,
    (case action when 'created' then detail -> 'initial' ->> 'status' else detail ->> 'to' end))
  where action in ('created', 'status_changed');
`;
