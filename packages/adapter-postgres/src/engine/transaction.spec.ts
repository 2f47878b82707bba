import { refuse } from '@worktrack/application';
import { Session } from './session.js';

const STATEMENT = { name: 'test', text: 'select 1', instants: 'date' } as const;

/** Makes a connection that returns for each statement its name as the command tag, or the given tag. */
function connection(answers: Readonly<Record<string, string>> = {}) {
  const exchanges: string[][] = [];
  return {
    exchanges,
    isBroken: false,
    exchange: (requests: readonly { statement: { name: string } }[]) => {
      const names = requests.map(({ statement }) => statement.name);
      exchanges.push(names);
      return Promise.resolve(
        names.map((name) => ({ command: answers[name] ?? name.toUpperCase(), rowCount: 0, rows: [] })),
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

  it('reads later with whatever is sent next, in the order of asking', async () => {
    const line = connection();
    const session = new Session(line);
    session.write({ ...STATEMENT, name: 'first' }, []);
    const later = session.later.rows({ ...STATEMENT, name: 'later' }, []);
    session.write({ ...STATEMENT, name: 'second' }, []);
    expect(line.exchanges).toEqual([]);
    await session.rows({ ...STATEMENT, name: 'now' }, []);
    expect(await later).toEqual([]);
    expect(line.exchanges).toEqual([['begin', 'first', 'later', 'second', 'now']]);
  });

  it('does not send COMMIT before what was to be read later is read', async () => {
    const line = connection();
    const session = new Session(line);
    const later = session.later.rows({ ...STATEMENT, name: 'later' }, []);
    await session.commit();
    expect(await later).toEqual([]);
    expect(line.exchanges).toEqual([['begin', 'later'], ['commit']]);
  });

  it('makes later reads fail when what was sent ahead has failed', async () => {
    const session = new Session(connection());
    session.write(STATEMENT, [], () => Promise.reject(new Error('missed')));
    const later = session.later.rows(STATEMENT, []);
    await Promise.all([expect(session.flush()).rejects.toThrow('missed'), expect(later).rejects.toThrow('missed')]);
    expect(session.hasFailed).toBe(true);
  });

  it.each([
    ['apart, releases a savepoint when every answer was read', true, [['begin', 'savepoint', 'test'], ['release']]],
    ['together, in one round trip', false, [['begin', 'savepoint', 'test', 'release']]],
  ])('%s', async (_what, apart, exchanges) => {
    const line = connection();
    const session = new Session(line);
    await session.savepoint(() => {
      session.write(STATEMENT, []);
      return Promise.resolve();
    }, apart);
    await session.flush();
    expect(line.exchanges).toEqual(exchanges);
  });

  it('sends nothing of a savepoint that was refused before it left', async () => {
    const line = connection();
    const session = new Session(line);
    const refused = session.savepoint(() => {
      session.write(STATEMENT, []);
      return refuse('CONFLICT');
    }, false);
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
    await session.commit();
    expect(line.exchanges).toEqual([]);
  });
});
