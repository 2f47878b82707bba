import { refuse, UnknownOutcome } from '@worktrack/application';
import type { Connections } from './connections.js';
import { statement, type Statement } from './statement.js';
import type { RevisedTable } from './table.js';
import { inTransaction, SqlTransaction } from './transaction.js';

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

const named = (name: string): Statement => ({ ...STATEMENT, name });
const RESTRICTION = { statement: named('restrict'), values: ['acme'] };

/** The rows of the response to a statement, or the error that it fails with, by its name. */
type Answers = Readonly<Record<string, readonly object[] | Error>>;

/** Makes a connection whose statements have these responses; without one they affect no row. An error named `breaks` breaks the connection. */
function answering(answers: Answers) {
  const line = {
    sent: [] as [name: string, values: readonly unknown[]][][],
    isBroken: false,
    send: (requests: readonly { statement: Statement; values: readonly unknown[] }[]) => {
      line.sent.push(requests.map((one) => [one.statement.name, one.values]));
      const failed = requests.map(({ statement: { name } }) => answers[name]).find((answer) => answer instanceof Error);
      if (failed instanceof Error) {
        line.isBroken = failed.name === 'breaks';
        return Promise.reject(failed);
      }
      return Promise.resolve(
        requests.map(({ statement: { name } }) => {
          const rows = (answers[name] ?? []) as object[];
          return { command: name.toUpperCase(), rowCount: rows.length, rows };
        }),
      );
    },
    names: () => line.sent.map((batch) => batch.map(([name]) => name)),
  };
  return line;
}

const breaking = () => Object.assign(new Error('The line is cut.'), { name: 'breaks' });

describe('The work of a transaction', () => {
  /** Runs work on a connection, and tells what was sent and whether the connection was given back. */
  async function worked(answers: Answers, work: (transaction: SqlTransaction) => Promise<unknown>) {
    const line = answering(answers);
    const release = jest.fn();
    const connections = { acquire: () => Promise.resolve({ ...line, release, send: line.send }) };
    const outcome = await inTransaction(connections as unknown as Connections, work, RESTRICTION).catch(
      (error: unknown) => ({ error }),
    );
    return { outcome, sent: line.sent, released: release.mock.calls.length };
  }

  it('is committed with its result, limited to its Organization from the first statement on', async () => {
    const { outcome, sent, released } = await worked({ read: [{ n: 1 }] }, async (transaction) => {
      transaction.write(STATEMENT, ['a']);
      const rows = await transaction.rows(named('read'), ['b']);
      await transaction.rows(named('read'), ['c']);
      return rows;
    });
    expect(outcome).toEqual([{ n: 1 }]);
    expect(sent).toEqual([
      [
        ['begin', []],
        ['restrict', ['acme']],
        ['test', ['a']],
        ['read', ['b']],
      ],
      [['read', ['c']]],
      [['commit', []]],
    ]);
    expect(released).toBe(1);
  });

  it('sends nothing where it asks nothing', async () => {
    expect(await worked({}, () => Promise.resolve('done'))).toEqual({ outcome: 'done', sent: [], released: 1 });
  });

  it('is rolled back where it fails, and throws what it failed with', async () => {
    const fault = new Error('No.');
    const { outcome, sent, released } = await worked({}, async (transaction) => {
      await transaction.rows(STATEMENT, []);
      throw fault;
    });
    expect(outcome).toEqual({ error: fault });
    expect(sent.at(-1)).toEqual([['rollback', []]]);
    expect(released).toBe(1);
  });

  it('is given up with what failed first, though a rollback fails too', async () => {
    const fault = new Error('No.');
    const { outcome, released } = await worked({ rollback: new Error('Not that either.') }, async (transaction) => {
      await transaction.rows(STATEMENT, []);
      throw fault;
    });
    expect([outcome, released]).toEqual([{ error: fault }, 1]);
  });
});

describe('The end of a transaction', () => {
  it('is unknown where the line is cut under COMMIT, and nothing else is', async () => {
    const cut = new SqlTransaction(answering({ commit: breaking() }));
    cut.write(STATEMENT, []);
    const failed = await cut.commit().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(UnknownOutcome);
    expect(failed).toMatchObject({ cause: { name: 'breaks' }, message: expect.stringContaining('COMMIT') });
    const refused = new SqlTransaction(answering({ commit: new Error('Refused.') }));
    refused.write(STATEMENT, []);
    await expect(refused.commit()).rejects.toThrow('Refused.');
  });

  it('allows no further statement', async () => {
    const transaction = new SqlTransaction(answering({}));
    await transaction.rows(STATEMENT, []);
    await transaction.commit();
    await expect(transaction.rows(STATEMENT, [])).rejects.toThrow('This transaction has ended.');
  });

  it('is no rollback before a statement was sent, after COMMIT, or on a connection that is broken', async () => {
    const line = answering({});
    await new SqlTransaction(line).rollback();
    const committed = new SqlTransaction(line);
    await committed.rows(STATEMENT, []);
    await committed.commit();
    await committed.rollback();
    expect(line.names()).toEqual([['begin', 'test'], ['commit']]);
    const broken = answering({ test: breaking() });
    const cut = new SqlTransaction(broken);
    await cut.rows(STATEMENT, []).catch(() => undefined);
    await cut.rollback();
    expect(broken.names()).toEqual([['begin', 'test']]);
  });
});

describe('A write', () => {
  const missed = () => Promise.reject(new Error('missed'));

  it.each([
    [2, 2, undefined],
    [1, 2, 'missed'],
    [0, 1, 'missed'],
  ])('that affects %d rows of %d: %s', async (affected, wanted, error) => {
    const transaction = new SqlTransaction(answering({ test: Array.from({ length: affected }, () => ({})) }));
    transaction.writeEach(STATEMENT, [], wanted, missed);
    const flushed = transaction.flush();
    await (error === undefined ? flushed : expect(flushed).rejects.toThrow(error));
    expect(transaction.hasFailed).toBe(error !== undefined);
  });

  it('that misses locked rows is a fault that names its statement', async () => {
    const transaction = new SqlTransaction(answering({}));
    transaction.writeAll(named('give-on'), [], 3);
    await expect(transaction.flush()).rejects.toThrow('give-on missed some of 3 rows that are locked.');
  });

  it('of a list has its rows as JSON at the end, and is none for an empty list', async () => {
    const line = answering({});
    const transaction = new SqlTransaction(line);
    transaction.writeRows(STATEMENT, [{ id: 1 }], 'acme', 2);
    transaction.writeRows(STATEMENT, []);
    await transaction.flush();
    await transaction.flush();
    expect(line.sent).toEqual([
      [
        ['begin', []],
        ['test', ['acme', 2, '[{"id":1}]']],
      ],
    ]);
  });
});

describe('The rows of several statements', () => {
  const answers = { one: [{ n: 1 }], two: [{ n: 2 }, { n: 3 }] };
  const requests = [
    { statement: named('one'), values: [] },
    { statement: named('two'), values: [] },
  ];

  it('are those of each, after writes with rows of their own', async () => {
    const line = answering({ ...answers, test: [{ written: true }] });
    const transaction = new SqlTransaction(line, RESTRICTION);
    transaction.write(STATEMENT, []);
    expect(await transaction.rowsOfEach(requests)).toEqual([answers.one, answers.two]);
    transaction.write(STATEMENT, []);
    expect(await transaction.read(requests[1]!, requests[0]!)).toEqual([answers.two, answers.one]);
    expect(line.names()).toEqual([
      ['begin', 'restrict', 'test', 'one', 'two'],
      ['test', 'two', 'one'],
    ]);
  });

  it('that are read later are those of each too', async () => {
    const transaction = new SqlTransaction(answering(answers), RESTRICTION);
    const later = transaction.later.rowsOfEach(requests);
    await transaction.flush();
    expect(await later).toEqual([answers.one, answers.two]);
  });
});

describe('A savepoint', () => {
  /** Runs a work that sends a statement and is then refused or fails, in a transaction that goes on. */
  async function failed(
    error: () => never,
    { apart, isSent }: { apart: boolean; isSent: boolean },
    answers: Answers = {},
  ) {
    const line = answering(answers);
    const transaction = new SqlTransaction(line);
    await transaction.rows(named('before'), []);
    const refused = transaction.savepoint(async () => {
      transaction.write(named('in'), []);
      if (isSent) await transaction.flush();
      return error();
    }, apart);
    await expect(refused).rejects.toThrow();
    return { transaction, names: line.names().slice(1) };
  }
  const conflict = () => refuse('CONFLICT');
  const fault = (): never => {
    throw new Error('Broken.');
  };

  it('is rolled back to when its work is refused, and the transaction goes on', async () => {
    const { transaction, names } = await failed(conflict, { apart: false, isSent: true });
    expect(names).toEqual([
      ['savepoint', 'in'],
      ['rollback-to', 'release'],
    ]);
    expect(transaction.hasFailed).toBe(false);
    await transaction.commit();
  });

  it('is not rolled back to after a fault', async () => {
    const { names } = await failed(fault, { apart: true, isSent: true });
    expect(names).toEqual([['savepoint', 'in']]);
  });

  it('is rolled back to after a statement of its own that was refused, only where works are apart', async () => {
    const violation = () =>
      Object.assign(new Error('duplicate'), { code: '23505', constraint: 'labels_name_is_unique' });
    for (const apart of [true, false]) {
      const line = answering({ in: violation() });
      const transaction = new SqlTransaction(line);
      await transaction.rows(named('before'), []);
      const refused = transaction.savepoint(async () => {
        await transaction.rows(named('in'), []).catch(() => refuse('CONFLICT'));
      }, apart);
      await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
      expect([apart, line.names().length, transaction.hasFailed]).toEqual([apart, apart ? 3 : 2, !apart]);
    }
  });

  it('is left to a connection that is broken', async () => {
    const line = answering({ in: breaking() });
    const transaction = new SqlTransaction(line);
    const refused = transaction.savepoint(async () => {
      await transaction.rows(named('in'), []).catch(() => refuse('CONFLICT'));
    }, true);
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(line.names()).toEqual([['begin', 'savepoint', 'in']]);
  });

  it('is none for a work without a statement, and ends with its work', async () => {
    const line = answering({});
    const transaction = new SqlTransaction(line);
    await transaction.savepoint(() => Promise.resolve(), true);
    await transaction.savepoint(() => Promise.resolve(), false);
    transaction.write(named('after'), []);
    await transaction.commit();
    expect(line.names()).toEqual([['begin', 'after', 'commit']]);
  });

  it('stands between what earlier works have collected and what its own work has', async () => {
    const line = answering({});
    const transaction = new SqlTransaction(line);
    const registered = { earlier: 0, present: 0 };
    transaction.collect({
      registerEarlier: () => {
        registered.earlier += 1;
        if (registered.earlier === 1) transaction.write(named('earlier'), []);
      },
      registerPresent: () => {
        registered.present += 1;
        if (registered.present === 1) transaction.write(named('present'), []);
      },
    });
    await transaction.savepoint(() => {
      transaction.write(named('in'), []);
      return Promise.resolve();
    }, false);
    await transaction.commit();
    expect(line.names()).toEqual([['begin', 'earlier', 'savepoint', 'present', 'in', 'release', 'commit']]);
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
