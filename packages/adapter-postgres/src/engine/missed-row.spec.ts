import { refusalOf } from '@worktrack/domain/testing';
import { DatabaseError } from 'pg';
import { TestDatabase } from '../../test/test-database.js';
import { failingWhenMissed, refuseMissedRow } from './missed-row.js';

describe('An update that fails when it meets no row', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await TestDatabase.create({ migrated: false });
    await database.sql('create table things (id integer, revision integer)');
    await database.sql('insert into things values (1, 5)');
  });
  afterAll(() => database.drop());

  const update = (id: number, loaded: number) =>
    database.sql(
      failingWhenMissed(
        'update things set revision = revision + 1 where id = $1 and revision = $2::integer',
        '$2',
        'select revision from things where id = $1',
      ),
      [id, loaded],
    );

  /** The refusal that follows from the error of an update. */
  const refusalAfter = async (id: number, loaded: number) => {
    const error: unknown = await update(id, loaded).then(
      () => 'none',
      (thrown: unknown) => thrown,
    );
    try {
      refuseMissedRow(error);
      return 'none';
    } catch (refused) {
      return refused;
    }
  };

  it('changes the row with its loaded revision, and nothing else', async () => {
    expect(await update(1, 5)).toEqual([{ missed: 0 }]);
    expect(await refusalAfter(1, 5)).toMatchObject({
      code: 'REVISION_CONFLICT',
      more: { details: { expectedRevision: 5, currentRevision: 6 } },
    });
    expect(await refusalAfter(2, 5)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await database.sql('select * from things')).toEqual([{ id: 1, revision: 6 }]);
  });
});

describe('An error of a statement', () => {
  const errorOf = (message: string, code = '22P02', severity = 'ERROR') =>
    Object.assign(new DatabaseError(message, message.length, 'error'), { code, severity });
  const refusalFor = (error: unknown) =>
    refusalOf(() => {
      refuseMissedRow(error);
    });
  const missed = 'invalid: "The row does not have its loaded revision. Loaded: 3, stored: 12."';

  it('is a refusal when it is that of a missed row', () => {
    expect(refusalFor(errorOf(missed))).toBe('REVISION_CONFLICT');
    expect(refusalFor(errorOf(missed.replace('12', 'none')))).toBe('NOT_FOUND');
  });

  it.each<[string, unknown]>([
    ['of another code', errorOf(missed, '23505')],
    ['that ended the connection', errorOf(missed, '22P02', 'FATAL')],
    ['of another text', errorOf('invalid input syntax for type integer: "x"')],
    ['of the driver', new Error(missed)],
  ])('is none %s', (_, error) => {
    expect(refusalFor(error)).toBeUndefined();
  });
});
