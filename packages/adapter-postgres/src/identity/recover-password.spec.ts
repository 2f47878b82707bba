import { recoverPassword, type RecoverPassword, type Transaction } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { eventually } from '../../test/eventually.js';
import { codesOf, inTurn } from '../../test/races.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { postgresAdapters } from '../adapters.js';

describe('The recovery of a password', () => {
  let database: TestDatabase;
  let seen: string[] = [];
  let ports: ReturnType<typeof postgresAdapters>;
  let known: Email;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const opened = await database.open({ observe: (names) => seen.push(...names) });
    ports = postgresAdapters(opened, { sendsMail: true });
    const id = await new World(database).user();
    const [row] = await database.sql<{ email: Email }>('select email from users where id = $1', [id]);
    known = row!.email;
  });
  beforeEach(async () => {
    seen = [];
    await database.sql('truncate outbox, sign_in_links');
  });
  afterAll(() => database.drop());

  const WRITES = /put|add|withdraw/;
  const unknown = 'nobody@example.org' as Email;
  const linkOf = (secret: string) => `https://work.example.org/welcome#${secret}`;
  const recover = (email: Email) => {
    const command: RecoverPassword = { email, linkOf };
    return ports.unitOfWork.run((tx) => recoverPassword(tx, command));
  };
  const mails = () => database.sql<{ address: string }>('select address from outbox');
  const links = () => database.sql('select from sign_in_links');

  /** Counts the rows that the tables of a recovery ever got, those that were taken back too. */
  const rowsWritten = async (): Promise<number> => {
    const [row] = await database.sql<{ count: number }>(
      `select sum(n_tup_ins)::integer as count from pg_stat_user_tables where relname in ('outbox', 'sign_in_links')`,
    );
    return row!.count;
  };

  it('mails one link to the account, and nothing to an address without one', async () => {
    expect(await recover(known)).toBeDefined();
    expect(await recover(unknown)).toBeUndefined();
    expect(await mails()).toEqual([{ address: known }]);
    expect(await links()).toHaveLength(1);
  });

  it('sends as many statements, in as many round trips, whether there is an account or not, and when it had enough mails', async () => {
    const counted = async (email: Email) => {
      seen = [];
      await recover(email);
      return {
        first: seen.slice(0, 4),
        count: seen.length,
        writes: seen.filter((name) => WRITES.test(name)).length,
      };
    };
    const ofKnown = await counted(known);
    expect(await counted(unknown)).toEqual(ofKnown);
    await recover(known);
    await recover(known);
    expect(await mails()).toHaveLength(3);
    expect(await counted(known)).toEqual(ofKnown);
    expect(await mails()).toHaveLength(3);
    expect(ofKnown.writes).toBe(3);
  });

  it('mails at most three links in an hour to an account, however many are asked for at the same time, and more after it', async () => {
    await Promise.all(Array.from({ length: 20 }, () => recover(known)));
    expect(await mails()).toHaveLength(3);
    expect(await links()).toHaveLength(3);
    await database.sql(`update outbox set created_at = created_at - interval '61 minutes'`);
    await recover(known);
    expect(await mails()).toHaveLength(4);
  });

  it.each([
    ['an account', () => known],
    ['no account', () => unknown],
  ])('waits for another recovery of the same address, which has %s', async (_, address) => {
    const attempt = (tx: Transaction) => recoverPassword(tx, { email: address(), linkOf });
    const outcomes = await inTurn(database, ports.unitOfWork, attempt, attempt);
    expect(codesOf(outcomes)).toEqual(['done', 'done']);
  });

  it('sends as many statements for twenty requests at the same time, whether there is an account or not', async () => {
    const counted = async (email: Email) => {
      seen = [];
      await Promise.all(Array.from({ length: 20 }, () => recover(email)));
      return { all: seen.length, writes: seen.filter((name) => WRITES.test(name)).length };
    };
    expect(await counted(unknown)).toEqual(await counted(known));
  });

  it('mails nothing to an account that a provider has made, until its address is confirmed', async () => {
    const id = await new World(database).user();
    const [row] = await database.sql<{ email: Email }>('select email from users where id = $1', [id]);
    await database.sql(
      `insert into external_identities (issuer, subject, user_id, created_at) values ('https://issuer.test', 'ada', $1, now())`,
      [id],
    );
    const before = seen.length;
    expect(await recover(row!.email)).toBeUndefined();
    const ofIt = seen.slice(before);
    expect(await mails()).toEqual([]);
    seen = [];
    await recover(unknown);
    expect(ofIt).toEqual(seen);
    await database.sql('update users set email_confirmed_at = now() where id = $1', [id]);
    expect(await recover(row!.email)).toBe(id);
    expect(await mails()).toEqual([{ address: row!.email }]);
  });

  it('writes as many rows, whether there is an account or not', async () => {
    const reopen = async () => {
      await database.closeAll();
      ports = postgresAdapters(await database.open({ observe: (names) => seen.push(...names) }), { sendsMail: true });
    };
    const written = async (email: Email) => {
      await reopen();
      const before = await rowsWritten();
      await recover(email);
      // A connection hands its counts over when it ends.
      await reopen();
      await eventually(async () => (await rowsWritten()) > before);
      return (await rowsWritten()) - before;
    };
    expect([await written(known), await written(unknown)]).toEqual([2, 2]);
  });
});
