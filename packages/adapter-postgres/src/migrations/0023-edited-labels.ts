import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Labels and Sprints that people change and delete: the revision of a label, and what history knows of its use. */
export class EditedLabels1797033600000 implements MigrationInterface {
  readonly name = '0023-edited-labels-1797033600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EDITED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      revoke delete on labels, sprints from worktrack_app;
      drop index attachments_of_a_label;
      drop trigger revision_moves_by_exactly_one on labels;
      alter table labels drop column revision;
    `);
  }
}

const EDITED = /* sql */ `
alter table labels add column revision integer not null default 1
  constraint label_revision_starts_at_one check (revision >= 1);
create trigger revision_moves_by_exactly_one before update on labels for each row
  when (new.revision <> old.revision and new.revision <> old.revision + 1) execute function refuse_revision();
-- A label that history names is never deleted.
create index attachments_of_a_label on work_item_history (organization_id, (detail ->> 'label'))
  where action = 'label_added';
grant delete on labels, sprints to worktrack_app;
`;
