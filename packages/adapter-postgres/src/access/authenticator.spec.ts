import { newAccessToken, type Principal } from '@worktrack/application';
import { ALL_SCOPES, type CredentialId, type OrganizationId, type UserId } from '@worktrack/domain';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import type { Database } from '../database.js';
import { PostgresAuthenticator } from './authenticator.js';
import { NotedUses } from './noted-uses.js';

describe('The authenticator', () => {
  let database: TestDatabase;
  let server: Database;
  let world: World;
  let ada: UserId;
  let acme: OrganizationId;
  let lookUps = 0;

  beforeAll(async () => {
    database = await TestDatabase.create();
    server = await database.open({ observe: () => (lookUps += 1) });
    world = new World(database);
    acme = await world.organization({ name: 'Acme', slug: 'acme' });
  });

  beforeEach(async () => {
    ada = await world.user();
    await world.member(acme, ada, 'admin');
    lookUps = 0;
  });

  afterAll(() => database.drop());

  /** Makes an authenticator with a clock that only the test advances. */
  const authenticator = () => {
    const clock = { now: 1_000 };
    return { clock, authenticator: new PostgresAuthenticator(server.connections, new NotedUses(), () => clock.now) };
  };

  const authenticate = (token: string) =>
    new PostgresAuthenticator(server.connections, new NotedUses()).authenticate(token);

  it.each([
    ['revoked', 'update access_tokens set revoked_at = now() where user_id = $1'],
    ['expired', `update access_tokens set expires_at = clock_timestamp() where user_id = $1`],
    ['of a removed account', 'update users set removed_at = now(), email = null where id = $1'],
  ])('refuses a token that is %s', async (_, change) => {
    const token = await world.token(ada, [{ organization: acme }]);
    expect(await authenticate(token)).toBeDefined();
    await database.sql(change, [ada]);
    expect(await authenticate(token)).toBeUndefined();
  });

  it('knows an accepted token without a lookup, until the next one is due', async () => {
    const token = await world.token(ada, [{ organization: acme }]);
    const { clock, authenticator: subject } = authenticator();
    const principal = await subject.authenticate(token);
    lookUps = 0;
    clock.now = principal!.believedUntil - 1;
    expect(await subject.authenticate(token)).toBe(principal);
    expect(lookUps).toBe(0);
    clock.now = principal!.believedUntil;
    expect(await subject.authenticate(token)).not.toBe(principal);
    expect(lookUps).toBe(1);
  });

  it('looks a credential up again that it was told to forget, and no other', async () => {
    const tokens = [await world.token(ada, [{ organization: acme }]), await world.token(ada, [{ organization: acme }])];
    const { authenticator: subject } = authenticator();
    const [one, other] = await Promise.all(tokens.map((token) => subject.authenticate(token)));
    subject.forget(one!.token.id);
    lookUps = 0;
    expect(await subject.authenticate(tokens[1]!)).toBe(other);
    expect(lookUps).toBe(0);
    expect(await subject.authenticate(tokens[0]!)).not.toBe(one);
    expect(lookUps).toBe(1);
  });

  it('distinguishes tokens that it knows', async () => {
    const bob = await world.user();
    await world.member(acme, bob);
    const tokens = [await world.token(ada, [{ organization: acme }]), await world.token(bob, [{ organization: acme }])];
    const { authenticator: subject } = authenticator();
    const found = [await subject.authenticate(tokens[0]!), await subject.authenticate(tokens[1]!)];
    expect(found.map((principal) => principal!.user.id)).toEqual([ada, bob]);
    lookUps = 0;
    expect([await subject.authenticate(tokens[0]!), await subject.authenticate(tokens[1]!)]).toEqual(found);
    expect(lookUps).toBe(0);
  });

  it('remembers ten thousand tokens, and forgets the oldest for one more', async () => {
    const token = await world.token(ada, [{ organization: acme }]);
    let rows: Promise<unknown[]> | undefined;
    let asked = 0;
    const reader: Pick<Database['connections'], 'rows'> = {
      rows: async (...request) => {
        asked += 1;
        return (await (rows ??= server.connections.rows(...request))) as never;
      },
    };
    const subject = new PostgresAuthenticator(reader, new NotedUses(), () => 1_000);
    const tokens = [token, ...Array.from({ length: 10_000 }, newAccessToken)];
    const isKnown = async (at: number) => {
      const before = asked;
      await subject.authenticate(tokens[at]!);
      return asked === before;
    };
    for (const each of tokens.slice(0, 10_000)) await subject.authenticate(each);
    expect([await isKnown(0), await isKnown(9_999)]).toEqual([true, true]);
    await subject.authenticate(tokens[10_000]!);
    expect([await isKnown(1), await isKnown(10_000), await isKnown(0)]).toEqual([true, true, false]);
  });

  it('never knows a token that was refused', async () => {
    const { authenticator: subject } = authenticator();
    const token = newAccessToken();
    await subject.authenticate(token);
    lookUps = 0;
    expect(await subject.authenticate(token)).toBeUndefined();
    expect(lookUps).toBe(1);
  });

  it('looks nothing up for what cannot be a token', async () => {
    const token = await world.token(ada, [{ organization: acme }]);
    for (const text of [
      '',
      'wtp_',
      `${token}0`,
      token.slice(0, -1),
      `${token.slice(0, -1)}${token.endsWith('0') ? 1 : 0}`,
    ]) {
      expect(await authenticate(text)).toBeUndefined();
    }
    expect(lookUps).toBe(0);
  });

  it('believes what it accepted for a second, and not a moment longer', async () => {
    const token = await world.token(ada, [{ organization: acme }]);
    const { clock, authenticator: trusting } = authenticator();
    expect(await trusting.authenticate(token)).toBeDefined();
    await database.sql('update access_tokens set revoked_at = now() where user_id = $1', [ada]);
    clock.now += 999;
    expect(await trusting.authenticate(token)).toBeDefined();
    expect(lookUps).toBe(1);
    clock.now += 1;
    expect(await trusting.authenticate(token)).toBeUndefined();
    expect(lookUps).toBe(2);
  });

  describe('notes the day on which a token was used', () => {
    const lastUses = async () => {
      const rows = await database.sql<{ day: string | null; version: string }>(
        'select last_used_on::text as day, xmin::text as version from access_tokens where user_id = $1 order by id',
        [ada],
      );
      return { days: rows.map(({ day }) => day), versions: rows.map(({ version }) => version) };
    };
    const today = async () => {
      const [row] = await database.sql<{ day: string }>(`select (now() at time zone 'UTC')::date::text as day`);
      return row!.day;
    };
    /** A process with the uses that it has noted, and the statements that it sent to write them. */
    const process = () => {
      const clock = { now: 1_000 };
      const uses = new NotedUses();
      const subject = new PostgresAuthenticator(server.connections, uses, () => clock.now);
      const write = async () => {
        lookUps = 0;
        await uses.write(server.connections);
        return lookUps;
      };
      const authenticateLater = (token: string) => {
        clock.now += 10_000;
        return subject.authenticate(token);
      };
      return { authenticateLater, write };
    };

    it.each([
      ['was never used', null],
      ['was used yesterday', 1],
    ])('once, when it %s', async (_, usedDaysAgo) => {
      const token = await world.token(ada, [{ organization: acme }], { usedDaysAgo });
      const [one, other] = [process(), process()];
      for (const { authenticateLater } of [one, one, other]) expect(await authenticateLater(token)).toBeDefined();
      expect(lookUps).toBe(3);
      expect(await one.write()).toBe(1);
      const { days, versions } = await lastUses();
      expect(days).toEqual([await today()]);
      // Another process has noted it too: the row stays as it is, as it does after later look-ups.
      expect(await other.write()).toBe(1);
      for (const { authenticateLater, write } of [one, other]) {
        expect(await authenticateLater(token)).toBeDefined();
        expect(await write()).toBe(0);
      }
      expect(await lastUses()).toEqual({ days, versions });
    });

    it('of all tokens by one statement, up to a thousand', async () => {
      const { authenticateLater, write } = process();
      const tokens = await Promise.all(
        Array.from({ length: 20 }, () => world.token(ada, [{ organization: acme }], { usedDaysAgo: 1 })),
      );
      await Promise.all(tokens.map(authenticateLater));
      expect(await write()).toBe(1);
      expect(new Set((await lastUses()).days)).toEqual(new Set([await today()]));

      const sent: number[] = [];
      const uses = new NotedUses();
      for (let n = 0; n < 1_500; n += 1) uses.noteToken(`token ${n}` as CredentialId);
      await uses.write({
        once: (_, [tokens]) => Promise.resolve(void sent.push((tokens as string[]).length) as never),
      });
      expect(sent).toEqual([1_000]);
    });

    it('not at all for a token that is refused', async () => {
      const { authenticateLater, write } = process();
      const token = await world.token(ada, [{ organization: acme }]);
      await database.sql('update access_tokens set revoked_at = now() where user_id = $1', [ada]);
      expect(await authenticateLater(token)).toBeUndefined();
      expect(await write()).toBe(0);
    });
  });

  it('calls a principal stale after a second, and asks for it again in a transaction by the id of its token', async () => {
    const { unitOfWork } = await database.ports();
    const again = ({ token }: Principal) => unitOfWork.run((tx) => tx.principals.find(token.id));
    const token = await world.token(ada, [{ organization: acme }]);
    const { clock, authenticator: trusting } = authenticator();
    const principal = (await trusting.authenticate(token))!;
    clock.now += 999;
    expect(trusting.isStale(principal)).toBe(false);
    clock.now += 1;
    expect(trusting.isStale(principal)).toBe(true);
    const { believedUntil, ...same } = (await again(principal))!;
    expect(principal).toMatchObject(same);
    expect(believedUntil).toBeGreaterThan(performance.now());
    await database.sql('update access_tokens set revoked_at = now() where user_id = $1', [ada]);
    expect(await again(principal)).toBeUndefined();
  });

  it('believes a token no longer than it lives', async () => {
    const token = await world.token(ada, [{ organization: acme }], { expiresIn: '0.5 seconds' });
    const { clock, authenticator: trusting } = authenticator();
    expect(await trusting.authenticate(token)).toBeDefined();
    clock.now += 500;
    await trusting.authenticate(token);
    expect(lookUps).toBe(2);
  });

  it('does not remember what it refused', async () => {
    const token = newAccessToken();
    const { authenticator: trusting } = authenticator();
    expect(await trusting.authenticate(token)).toBeUndefined();
    expect(await trusting.authenticate(token)).toBeUndefined();
    expect(lookUps).toBe(2);
  });
});

describe('The authenticator of sessions', () => {
  let database: TestDatabase;
  let server: Database;
  let world: World;
  let ada: UserId;
  let acme: OrganizationId;
  let statements: string[] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
    server = await database.open({ observe: (names) => statements.push(...names) });
    world = new World(database);
  });

  beforeEach(async () => {
    [ada, acme] = [await world.user(), await world.organization({ name: 'Acme' })];
    await world.member(acme, ada, 'admin');
    statements = [];
  });

  afterAll(() => database.drop());

  const fresh = () => new PostgresAuthenticator(server.connections, new NotedUses());
  const authenticate = (secret: string) => fresh().authenticateSession(secret);
  const lookUps = () => statements.filter((name) => name === 'principal.of-session').length;

  it('returns the user, all scopes, and each whole Organization of which the user is a member', async () => {
    const zeta = await world.organization({ name: 'Zeta', suspended: true });
    await world.member(zeta, ada, 'owner');
    await world.organization({ name: 'Other' });
    const { id, secret } = await world.session(ada, { byLink: 'set-password' });
    expect(await authenticate(secret)).toMatchObject({
      user: { id: ada, name: 'Ada' },
      token: { id, name: 'session', scopes: ALL_SCOPES },
      session: { id, byLink: 'set-password' },
      organizations: [
        { id: acme, suspended: false, role: 'admin', grant: { kind: 'organization' } },
        { id: zeta, suspended: true, role: 'owner', grant: { kind: 'organization' } },
      ],
      defaultOrganizationId: acme,
    });
  });

  it.each([
    ['ended', 'update sessions set ended_at = now() where user_id = $1'],
    ['expired', 'update sessions set expires_at = clock_timestamp() where user_id = $1'],
    ['unused for seven days', `update sessions set last_seen_at = now() - interval '7 days' where user_id = $1`],
    ['of a removed account', 'update users set removed_at = now(), email = null where id = $1'],
  ])('refuses a session that is %s', async (_, change) => {
    const { id, secret } = await world.session(ada);
    const { unitOfWork } = await database.ports();
    const byId = () => unitOfWork.run((tx) => tx.principals.find(id));
    expect([await authenticate(secret), await byId()]).toMatchObject([{ session: { id } }, { session: { id } }]);
    await database.sql(change, [ada]);
    expect([await authenticate(secret), await byId()]).toEqual([undefined, undefined]);
  });

  it('believes a session for a second, and not a moment longer', async () => {
    const { secret } = await world.session(ada);
    const clock = { now: 1_000 };
    const trusting = new PostgresAuthenticator(server.connections, new NotedUses(), () => clock.now);
    expect(await trusting.authenticateSession(secret)).toBeDefined();
    await database.sql('update sessions set ended_at = now() where user_id = $1', [ada]);
    clock.now += 999;
    expect(await trusting.authenticateSession(secret)).toBeDefined();
    expect(lookUps()).toBe(1);
    clock.now += 1;
    expect(await trusting.authenticateSession(secret)).toBeUndefined();
  });

  it('knows an accepted session without a lookup, and no token by its secret', async () => {
    const [one, other] = [await world.session(ada), await world.session(await world.user())];
    const subject = fresh();
    const principal = await subject.authenticateSession(one.secret);
    statements = [];
    expect(await subject.authenticateSession(one.secret)).toBe(principal);
    expect(await subject.authenticate(one.secret)).toBeUndefined();
    expect(statements).toEqual([]);
    expect(await subject.authenticateSession(other.secret)).not.toBe(principal);
    expect(statements).not.toEqual([]);
  });

  it('believes a session no longer than it may be unused', async () => {
    const { secret } = await world.session(ada);
    await database.sql(
      `update sessions set last_seen_at = clock_timestamp() - interval '7 days' + interval '0.5 seconds' where user_id = $1`,
      [ada],
    );
    const before = performance.now();
    const principal = await authenticate(secret);
    expect(principal!.believedUntil - before).toBeLessThanOrEqual(600);
  });

  it('does not take the secret of a session for a token, nor a token for one', async () => {
    const { secret } = await world.session(ada);
    const token = await world.token(ada, [{ organization: acme }]);
    expect(await fresh().authenticate(secret)).toBeUndefined();
    expect(await fresh().authenticateSession(token)).toBeUndefined();
    expect(statements).toEqual([]);
  });

  it('notes when a session was last seen, at most once in ten minutes', async () => {
    const uses = new NotedUses();
    const { secret } = await world.session(ada);
    const minutesUnseen = async () =>
      (
        await database.sql<{ minutes: number }>(
          `select extract(epoch from clock_timestamp() - last_seen_at)::float8 / 60 as minutes from sessions where user_id = $1`,
          [ada],
        )
      )[0]!.minutes;
    const useAfter = async (minutes: number) => {
      await database.sql(`update sessions set last_seen_at = now() - $2 * interval '1 minute' where user_id = $1`, [
        ada,
        minutes,
      ]);
      statements = [];
      await new PostgresAuthenticator(server.connections, uses).authenticateSession(secret);
      await uses.write(server.connections);
      return statements;
    };
    expect(await useAfter(9)).toEqual(['principal.of-session']);
    expect(await useAfter(11)).toEqual(['principal.of-session', 'sessions.seen']);
    expect(await minutesUnseen()).toBeLessThan(1);
  });
});
