import { refuse } from '@worktrack/application';
import { statement } from './statement.js';
import type { RevisedTable } from './table.js';
import { SqlTransaction } from './transaction.js';

const STATEMENT = { name: 'test', text: 'select 1', instants: 'date' } as const;

/** Makes a connection that returns for each statement its name as the command tag, or the given tag. */
function connection(answers: Readonly<Record<string, string>> = {}) {
  const sent: string[][] = [];
  return {
    sent,
    isBroken: false,
    send: (requests: readonly { statement: { name: string } }[]) => {
      const names = requests.map(({ statement }) => statement.name);
      sent.push(names);
      return Promise.resolve(
        names.map((name) => ({ command: answers[name] ?? name.toUpperCase(), rowCount: 0, rows: [] })),
      );
    },
  };
}

describe('A transaction', () => {
  it('does not take a COMMIT for one that the database answered with ROLLBACK', async () => {
    const transaction = new SqlTransaction(connection({ commit: 'ROLLBACK' }));
    transaction.write(STATEMENT, []);
    await expect(transaction.commit()).rejects.toThrow('nothing was saved');
  });

  it('sends COMMIT along only with what cannot miss', async () => {
    const line = connection();
    const transaction = new SqlTransaction(line);
    transaction.write(STATEMENT, [], () => Promise.reject(new Error('missed')));
    await expect(transaction.commit()).rejects.toThrow('missed');
    await transaction.rollback();
    expect(line.sent).toEqual([['begin', 'test'], ['rollback']]);
  });

  it('throws again what went wrong before, though it was caught', async () => {
    const line = connection();
    const transaction = new SqlTransaction(line);
    transaction.write(STATEMENT, [], () => Promise.reject(new Error('missed')));
    await transaction.rows(STATEMENT, []).catch(() => undefined);
    await expect(transaction.rows(STATEMENT, [])).rejects.toThrow('missed');
    await expect(transaction.commit()).rejects.toThrow('missed');
    expect(line.sent).toEqual([['begin', 'test', 'test']]);
  });

  it('sends what was registered ahead of what is read, once', async () => {
    const line = connection();
    const transaction = new SqlTransaction(line);
    transaction.write({ ...STATEMENT, name: 'first' }, []);
    transaction.write({ ...STATEMENT, name: 'second' }, []);
    await transaction.rows({ ...STATEMENT, name: 'view' }, []);
    transaction.write({ ...STATEMENT, name: 'third' }, []);
    await transaction.commit();
    expect(line.sent).toEqual([
      ['begin', 'first', 'second', 'view'],
      ['third', 'commit'],
    ]);
  });

  it('reads later with whatever is sent next, in the order of asking', async () => {
    const line = connection();
    const transaction = new SqlTransaction(line);
    transaction.write({ ...STATEMENT, name: 'first' }, []);
    const later = transaction.later.rows({ ...STATEMENT, name: 'later' }, []);
    transaction.write({ ...STATEMENT, name: 'second' }, []);
    expect(line.sent).toEqual([]);
    await transaction.rows({ ...STATEMENT, name: 'now' }, []);
    expect(await later).toEqual([]);
    expect(line.sent).toEqual([['begin', 'first', 'later', 'second', 'now']]);
  });

  it('does not send COMMIT before what was to be read later is read', async () => {
    const line = connection();
    const transaction = new SqlTransaction(line);
    const later = transaction.later.rows({ ...STATEMENT, name: 'later' }, []);
    await transaction.commit();
    expect(await later).toEqual([]);
    expect(line.sent).toEqual([['begin', 'later'], ['commit']]);
  });

  it('makes later reads fail when what was sent ahead has failed', async () => {
    const transaction = new SqlTransaction(connection());
    transaction.write(STATEMENT, [], () => Promise.reject(new Error('missed')));
    const later = transaction.later.rows(STATEMENT, []);
    await Promise.all([expect(transaction.flush()).rejects.toThrow('missed'), expect(later).rejects.toThrow('missed')]);
    expect(transaction.hasFailed).toBe(true);
  });

  it.each([
    ['apart, releases a savepoint when every answer was read', true, [['begin', 'savepoint', 'test'], ['release']]],
    ['together, in one round trip', false, [['begin', 'savepoint', 'test', 'release']]],
  ])('%s', async (_what, apart, sent) => {
    const line = connection();
    const transaction = new SqlTransaction(line);
    await transaction.savepoint(() => {
      transaction.write(STATEMENT, []);
      return Promise.resolve();
    }, apart);
    await transaction.flush();
    expect(line.sent).toEqual(sent);
  });

  it('sends nothing of a savepoint that was refused before it left', async () => {
    const line = connection();
    const transaction = new SqlTransaction(line);
    const refused = transaction.savepoint(() => {
      transaction.write(STATEMENT, []);
      return refuse('CONFLICT');
    }, false);
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
    await transaction.commit();
    expect(line.sent).toEqual([]);
  });
});

interface Row {
  readonly id: string;
  revision: number;
}

const table = {
  update: statement('test.guarded.update', 'update'),
  updateValues: (row: Row, loaded: number) => [row.id, row.revision, loaded],
  revision: statement('test.guarded.revision', 'select revision'),
  keyValues: ({ id }: Row) => [id],
} as unknown as RevisedTable<Row>;

/** Registers the update of a row that was loaded at revision 3, as a session whose row now has these revisions. */
function registered(...stored: number[]) {
  const asked: unknown[] = [];
  const writes: { readonly sent: readonly unknown[]; readonly onMiss: () => Promise<never> }[] = [];
  const of = new SqlTransaction(connection());
  jest.spyOn(of, 'write').mockImplementation(({ name }, values, onMiss) => {
    if (onMiss) writes.push({ sent: [name, values], onMiss });
  });
  jest.spyOn(of, 'rows').mockImplementation(({ name }, values) => {
    asked.push([name, values]);
    return Promise.resolve(stored.map((revision) => ({ revision })) as object[] as never[]);
  });
  of.writeRevised(table, { id: 'a', revision: 4 }, 3);
  return { asked, writes };
}

describe('A guarded update', () => {
  it('is one statement with the loaded revision, and asks nothing when it meets its row', () => {
    const { asked, writes } = registered(3);
    expect(writes.map(({ sent }) => sent)).toEqual([['test.guarded.update', ['a', 4, 3]]]);
    expect(asked).toEqual([]);
  });

  it.each<[string, number[], object]>([
    ['the row is gone', [], { code: 'NOT_FOUND' }],
    [
      'the row was changed',
      [7],
      { code: 'REVISION_CONFLICT', more: { details: { expectedRevision: 3, currentRevision: 7 } } },
    ],
    ['the row is there unchanged', [3], { message: 'A guarded write met no row although its revision is there.' }],
  ])('that meets no row is refused: %s', async (_, stored, error) => {
    const { asked, writes } = registered(...stored);
    await expect(writes[0]?.onMiss()).rejects.toMatchObject(error);
    expect(asked).toEqual([['test.guarded.revision', ['a']]]);
  });
});
