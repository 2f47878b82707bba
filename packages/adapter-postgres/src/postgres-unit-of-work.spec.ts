import { randomUUID } from 'node:crypto';
import { createWorkItem, Overloaded, UnknownOutcome, type AuditEntry, type ProjectScope } from '@worktrack/application';
import { Color, Project, type ProjectId, type ProjectKey } from '@worktrack/domain';
import { CONTENT } from '../test/content.js';
import { eventually } from '../test/eventually.js';
import { TestDatabase } from '../test/test-database.js';
import { World } from '../test/world.js';

const AUDIT: AuditEntry = {
  operation: 'test',
  organizationId: null,
  actorId: null,
  tokenId: null,
  requestId: '10000000-0000-4000-8000-000000000000',
  touched: [],
};

describe('A unit of work', () => {
  let database: TestDatabase;
  let scope: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    const ada = await world.user();
    const acme = await world.organization();
    await world.member(acme, ada, 'owner');
    scope = await world.project(acme, ada, 'WEB');
  });

  afterAll(() => database.drop());

  const audited = async (operation: string) =>
    (await database.sql('select from audit_log where operation = $1', [operation])).length;

  /** Runs `body` in a trigger for every new audit row. It may count in the sequence `attempts`, which a rollback does not reset. */
  async function withTrigger(body: string, work: () => Promise<void>): Promise<void> {
    await database.sql(`create sequence attempts`);
    await database.sql(`grant usage on sequence attempts to worktrack_app`);
    await database.sql(
      `create function on_audit() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    );
    await database.sql(
      `create constraint trigger on_audit after insert on audit_log deferrable initially deferred
       for each row execute function on_audit()`,
    );
    try {
      await work();
    } finally {
      await database.sql('drop trigger on_audit on audit_log');
      await database.sql('drop function on_audit');
      await database.sql('drop sequence attempts');
    }
  }

  const failing = (times: number, sqlState: string) =>
    `if nextval('attempts') <= ${times} then raise exception using errcode = '${sqlState}'; end if;`;

  const attempts = async () => {
    const [row] = await database.sql<{ made: string; called: boolean }>(
      'select last_value as made, is_called as called from attempts',
    );
    return row?.called ? Number(row.made) : 0;
  };

  it('saves everything when the work returns', async () => {
    const { unitOfWork } = await database.ports();
    const result = await unitOfWork.run((tx) => {
      tx.audit.record({ ...AUDIT, operation: 'returned' });
      return Promise.resolve('the result');
    });
    expect(result).toBe('the result');
    expect(await audited('returned')).toBe(1);
  });

  it('saves nothing when the work throws, and throws the same', async () => {
    const { unitOfWork } = await database.ports({ poolMax: 1 });
    const fault = new Error('no');
    const attempt = unitOfWork.run(async (tx) => {
      await createWorkItem(tx, scope, CONTENT);
      tx.audit.record({ ...AUDIT, operation: 'thrown' });
      await tx.projectViews.one(scope);
      throw fault;
    });
    await expect(attempt).rejects.toBe(fault);
    expect(await audited('thrown')).toBe(0);
    // The only connection is usable again.
    await expect(unitOfWork.run((tx) => tx.projectViews.one(scope))).resolves.toMatchObject({ key: 'WEB' });
  });

  it('asks nothing of the database for work that asks nothing', async () => {
    const exchanges: (readonly string[])[] = [];
    const { unitOfWork } = await database.ports({ observe: (names) => exchanges.push(names) });
    exchanges.length = 0;
    await unitOfWork.run(() => Promise.resolve());
    expect(exchanges).toEqual([]);
  });

  it('does not call a transaction a success in which an SQL error was caught', async () => {
    const { unitOfWork } = await database.ports();
    const taken = Project.create(
      {
        id: randomUUID() as string as ProjectId,
        organizationId: scope.organizationId,
        key: 'WEB' as ProjectKey,
        name: 'Another',
        description: null,
        color: Color.default,
      },
      new Date(),
    );
    const attempt = unitOfWork.run(async (tx) => {
      tx.audit.record({ ...AUDIT, operation: 'swallowed' });
      tx.projects.add(taken);
      await tx.projectViews.one(scope).catch(() => undefined);
      return 'a success that is none';
    });
    await expect(attempt).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await audited('swallowed')).toBe(0);
  });

  it('is over when it is over: a transaction that leaks out reaches nobody else', async () => {
    const { unitOfWork } = await database.ports({ poolMax: 1 });
    const leaked = await unitOfWork.run(async (tx) => {
      await tx.projectViews.one(scope);
      return tx;
    });
    await expect(leaked.projectViews.one(scope)).rejects.toThrow('ended');
  });

  it.each([
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
  ])(
    'begins the whole work again after %s, at most three times, then says that the database is busy',
    async (_, sqlState) => {
      const { unitOfWork } = await database.ports();
      let begun = 0;
      const attempt = () =>
        unitOfWork.run((tx) => {
          begun += 1;
          tx.audit.record({ ...AUDIT, operation: `retried ${sqlState}` });
          return Promise.resolve();
        });
      await withTrigger(failing(3, sqlState), async () => {
        await attempt();
        expect(await audited(`retried ${sqlState}`)).toBe(1);
        expect(begun).toBe(4);
      });
      begun = 0;
      await withTrigger(failing(4, sqlState), async () => {
        await expect(attempt()).rejects.toMatchObject({ name: 'Overloaded', cause: { code: sqlState } });
        expect(begun).toBe(4);
      });
      expect(await audited(`retried ${sqlState}`)).toBe(1);
    },
  );

  it('waits for a lock a second time, then says that the database is busy', async () => {
    const { unitOfWork } = await database.ports();
    await withTrigger(failing(5, '55P03'), async () => {
      const attempt = unitOfWork.run((tx) => {
        tx.audit.record(AUDIT);
        return Promise.resolve();
      });
      await expect(attempt).rejects.toBeInstanceOf(Overloaded);
      expect(await attempts()).toBe(2);
    });
  });

  it('does not begin again after a statement that ran too long', async () => {
    const { unitOfWork } = await database.ports();
    await withTrigger(failing(5, '57014'), async () => {
      const attempt = unitOfWork.run((tx) => {
        tx.audit.record(AUDIT);
        return Promise.resolve();
      });
      await expect(attempt).rejects.toBeInstanceOf(Overloaded);
      expect(await attempts()).toBe(1);
    });
  });

  it('begins again on another connection when its own dies before COMMIT', async () => {
    const { unitOfWork } = await database.ports({ applicationName: 'dies before commit' });
    let begun = 0;
    await unitOfWork.run(async (tx) => {
      begun += 1;
      await tx.projectViews.one(scope);
      if (begun === 1) {
        await database.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1`, [
          'dies before commit',
        ]);
      }
      tx.audit.record({ ...AUDIT, operation: 'died before' });
      await tx.projectViews.one(scope);
    });
    expect(begun).toBe(2);
    expect(await audited('died before')).toBe(1);
  });

  it('reports an unknown outcome when the connection dies while COMMIT is under way, and does not repeat the work', async () => {
    const { unitOfWork } = await database.ports({ applicationName: 'dies in commit' });
    const slow = `perform pg_sleep(4);`;
    await withTrigger(slow, async () => {
      let begun = 0;
      const attempt = unitOfWork.run((tx) => {
        begun += 1;
        tx.audit.record({ ...AUDIT, operation: 'died in commit' });
        return Promise.resolve();
      });
      const outcome = expect(attempt).rejects.toBeInstanceOf(UnknownOutcome);
      await eventually(async () => {
        const terminated = await database.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'dies in commit' and wait_event = 'PgSleep'`,
        );
        return terminated.length > 0;
      });
      await outcome;
      expect(begun).toBe(1);
    });
  });

  it('goes on with one connection after every kind of failure', async () => {
    const { unitOfWork } = await database.ports({ poolMax: 1 });
    await withTrigger(failing(1, '22000'), async () => {
      const record = () =>
        unitOfWork.run((tx) => {
          tx.audit.record({ ...AUDIT, operation: 'went on' });
          return Promise.resolve();
        });
      await expect(record()).rejects.toMatchObject({ code: '22000' });
      await record();
      await record();
    });
    expect(await audited('went on')).toBe(2);
  });

  it('says that the database is busy when no connection comes free', async () => {
    const { unitOfWork } = await database.ports({ poolMax: 1 });
    const inner = unitOfWork.run(async (tx) => {
      await tx.projectViews.one(scope);
      return unitOfWork.run((second) => second.projectViews.one(scope));
    });
    await expect(inner).rejects.toBeInstanceOf(Overloaded);
  });
});
