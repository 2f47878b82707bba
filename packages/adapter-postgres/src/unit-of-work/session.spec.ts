import type { QueryResult } from 'pg';
import { Session } from './session.js';

const STATEMENT = { name: 'test', text: 'select 1', instants: 'date' } as const;

/** A connection that answers every statement by its name, except as it is told. */
function connection(answers: Readonly<Record<string, string>> = {}) {
  const exchanges: string[][] = [];
  return {
    exchanges,
    isBroken: false,
    exchange: (requests: readonly { statement: { name: string } }[]) => {
      const names = requests.map(({ statement }) => statement.name);
      exchanges.push(names);
      return Promise.resolve(
        names.map(
          (name) => ({ command: answers[name] ?? name.toUpperCase(), rowCount: 0, rows: [] }) as unknown as QueryResult,
        ),
      );
    },
  };
}

describe('A session', () => {
  it('does not take a COMMIT for one that the database answered with ROLLBACK', async () => {
    const session = new Session(connection({ commit: 'ROLLBACK' }));
    session.write(STATEMENT, []);
    await expect(session.commit()).rejects.toThrow('nothing was saved');
  });

  it('sends COMMIT along only with what cannot miss', async () => {
    const line = connection();
    const session = new Session(line);
    session.write(STATEMENT, [], () => Promise.reject(new Error('missed')));
    await expect(session.commit()).rejects.toThrow('missed');
    await session.rollback();
    expect(line.exchanges).toEqual([['begin', 'test'], ['rollback']]);
  });

  it('throws again what went wrong before, though it was caught', async () => {
    const line = connection();
    const session = new Session(line);
    session.write(STATEMENT, [], () => Promise.reject(new Error('missed')));
    await session.rows(STATEMENT, []).catch(() => undefined);
    await expect(session.rows(STATEMENT, [])).rejects.toThrow('missed');
    await expect(session.commit()).rejects.toThrow('missed');
    expect(line.exchanges).toEqual([['begin', 'test', 'test']]);
  });

  it('sends what was registered ahead of what is read, once', async () => {
    const line = connection();
    const session = new Session(line);
    session.write({ ...STATEMENT, name: 'first' }, []);
    session.write({ ...STATEMENT, name: 'second' }, []);
    await session.rows({ ...STATEMENT, name: 'view' }, []);
    session.write({ ...STATEMENT, name: 'third' }, []);
    await session.commit();
    expect(line.exchanges).toEqual([
      ['begin', 'first', 'second', 'view'],
      ['third', 'commit'],
    ]);
  });
});
