import { createLabel } from '@worktrack/application';
import { Color, LabelName } from '@worktrack/domain';
import { projectSuite } from '../../test/suite.js';
import { REFUSAL_BY_CONSTRAINT } from './failures.js';

/** Characters that a machine of a cluster writes after the name of a constraint: `_` and the number of a part of a table. */
const LONGEST_NUMBER = 8;

describe('An error that a machine of a cluster passes on', () => {
  const suite = projectSuite();

  /** Makes each insert of a label fail with this error, which has no other fields. */
  const fail = (code: string, message: string) =>
    suite.database.sql(`
      create or replace function test_failure() returns trigger language plpgsql as $$
      begin raise exception $message$${message}$message$ using errcode = '${code}'; end $$;
      create or replace trigger test_failure before insert on labels for each row execute function test_failure();`);
  const label = () =>
    suite.run((tx) => createLabel(tx, suite.scope, { name: LabelName.parse('bug')!, color: Color.default }));

  it('is the refusal of the constraint that its message names, with the number of a part', async () => {
    await fail('23505', 'duplicate key value violates unique constraint "label_name_is_taken_102432"');
    await expect(label()).rejects.toMatchObject({ code: 'CONFLICT', message: 'The label name is taken.' });
    await fail(
      '23503',
      'insert or update on table "work_item_labels_102010" violates foreign key constraint "label_of_an_item_is_of_its_project_102010"',
    );
    await expect(label()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await fail('23505', 'doppelter Schlüsselwert verletzt Unique-Constraint »label_name_is_taken«');
    await expect(label()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is no refusal where no constraint was violated, or an unknown one', async () => {
    await fail('P0001', 'label_name_is_taken');
    await expect(label()).rejects.toMatchObject({ code: 'P0001' });
    await fail('23505', 'duplicate key value violates unique constraint "another_rule_102432"');
    await expect(label()).rejects.toMatchObject({ code: '23505' });
  });

  it('is overload where the machine cannot be reached', async () => {
    await fail('08006', 'connection to the remote node 10.0.0.2:5432 failed');
    await expect(label()).rejects.toMatchObject({
      name: 'Overloaded',
      message: 'A machine of the database cannot be reached.',
    });
  });

  it('has the whole name of each constraint that is a refusal, and no other one has it in its name', async () => {
    const rows = await suite.database.sql<{ name: string }>(
      `select conname as name from pg_constraint union select relname from pg_class where relkind in ('i', 'I')`,
    );
    for (const name of Object.keys(REFUSAL_BY_CONSTRAINT)) {
      expect(name.length).toBeLessThanOrEqual(63 - 1 - LONGEST_NUMBER);
      expect(rows.filter((one) => one.name.includes(name))).toEqual([{ name }]);
    }
  });
});
