import { randomBytes } from 'node:crypto';
import type { SessionId, UserId } from '@worktrack/domain';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { World } from '../../test/world.js';

const HOUR = 1;
const DAY = 24 * HOUR;
/** Hours for which a session or a link stays after its end. */
const KEPT = 30 * DAY;

describe('The purge of ended sessions and links', () => {
  let database: TestDatabase;
  let world: World;
  let ada: UserId;
  let purge: () => Promise<number>;
  let purgeElsewhere: () => Promise<number>;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ada = await world.user();
    ({ purgeEndedSessions: purge } = await database.ports());
    ({ purgeEndedSessions: purgeElsewhere } = await database.ports());
  });

  afterEach(() => database.sql('truncate sessions, sign_in_links'));
  afterAll(() => database.drop());

  /** Creates a session that expired this number of hours ago, and that was ended before. A negative number is in the future. */
  async function session(hours: { readonly expired: number; readonly ended?: number }): Promise<SessionId> {
    const { id } = await world.session(ada);
    await database.sql(
      `update sessions set created_at = now() - interval '90 days', last_seen_at = now() - interval '90 days',
         expires_at = now() - $2 * interval '1 hour', ended_at = now() - $3::float8 * interval '1 hour' where id = $1`,
      [id, hours.expired, hours.ended ?? null],
    );
    return id;
  }

  /** Creates a link that expired this number of hours ago, and that was used before. */
  async function link(hours: { readonly expired: number; readonly used?: number }): Promise<string> {
    const hash = randomBytes(32);
    await database.sql(
      `insert into sign_in_links (token_hash, user_id, purpose, expires_at, used_at)
       values ($1, $2, 'sign-in', now() - $3 * interval '1 hour', now() - $4::float8 * interval '1 hour')`,
      [hash, ada, hours.expired, hours.used ?? null],
    );
    return hash.toString('hex');
  }

  const sessions = async () => (await database.sql<{ id: SessionId }>('select id from sessions')).map(({ id }) => id);
  const links = async () =>
    (await database.sql<{ hash: string }>(`select encode(token_hash, 'hex') as hash from sign_in_links`)).map(
      ({ hash }) => hash,
    );
  const many = (count: number) =>
    database.sql(
      `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
       select gen_random_uuid(), $1, sha256(n::text::bytea), now() - interval '90 days', now() - interval '90 days',
         now() - interval '60 days' from generate_series(1, $2::int) n`,
      [ada, count],
    );

  it('deletes the sessions that were ended, or that expired, more than 30 days ago', async () => {
    await session({ expired: KEPT + HOUR });
    await session({ expired: -DAY, ended: KEPT + HOUR });
    const kept = [
      await session({ expired: KEPT - HOUR }),
      await session({ expired: 10 * DAY, ended: KEPT - HOUR }),
      await session({ expired: -DAY, ended: KEPT - HOUR }),
      // Unused for seven days: no request is accepted, and the row stays until 30 days after its expiry.
      await session({ expired: -DAY }),
      (await world.session(ada)).id,
    ];
    expect(await purge()).toBe(2);
    expect((await sessions()).sort()).toEqual(kept.sort());
    expect(await purge()).toBe(0);
  });

  it('deletes invitations, join links, changes of an address, set-up links and former slugs that have expired, and no others', async () => {
    const [organization, other] = [await world.organization(), await world.organization()];
    const expiries = [
      [organization, "now() - interval '1 hour'"],
      [other, "now() + interval '1 hour'"],
    ] as const;
    for (const [id, expiresAt] of expiries) {
      const hash = randomBytes(32);
      const user = await world.user();
      await database.sql(
        `insert into invitations (organization_id, id, email, role, token_hash, invited_by, by_link, created_at, expires_at)
         values ($1, gen_random_uuid(), 'x@example.org', 'member', $2, $3, false, now(), ${expiresAt})`,
        [id, hash, user],
      );
      await database.sql(
        `insert into join_links (organization_id, token_hash, created_by, created_at, expires_at, most_uses, uses, domains)
         values ($1, $2, $3, now(), ${expiresAt}, 1, 0, '{}')`,
        [id, hash, user],
      );
      await database.sql(
        `insert into email_changes (user_id, email, token_hash, expires_at) values ($1, 'y@example.org', $2, ${expiresAt})`,
        [user, hash],
      );
      await database.sql(`insert into setup_links (token_hash, expires_at) values ($1, ${expiresAt})`, [hash]);
      await database.sql(
        `insert into former_slugs (slug, organization_id, ends_at) values ($1::text, $1::uuid, ${expiresAt})`,
        [id],
      );
    }
    expect(await purge()).toBe(5);
    for (const table of ['invitations', 'join_links', 'email_changes', 'setup_links', 'former_slugs'])
      expect(await database.sql(`select 1 from ${table}`)).toHaveLength(1);
    expect(await purge()).toBe(0);
  });

  it('deletes the links that expired more than 30 days ago, used or not', async () => {
    await link({ expired: KEPT + HOUR });
    await link({ expired: KEPT + HOUR, used: KEPT + DAY });
    const kept = [
      await link({ expired: KEPT - HOUR }),
      await link({ expired: KEPT - HOUR, used: KEPT + DAY }),
      await link({ expired: -HOUR }),
    ];
    expect(await purge()).toBe(2);
    expect((await links()).sort()).toEqual(kept.sort());
    expect(await purge()).toBe(0);
  });

  it('leaves a session that is accepted, and the password of its user', async () => {
    const { id, secret } = await world.session(ada);
    await database.sql(
      `insert into passwords (user_id, hash, set_at) values ($1, 'hash', now() - interval '90 days')`,
      [ada],
    );
    await session({ expired: KEPT + HOUR });
    expect(await purge()).toBe(1);
    const { authenticator } = await database.ports();
    expect(await authenticator.authenticateSession(secret)).toMatchObject({ session: { id } });
    expect(await database.sql('select from passwords where user_id = $1', [ada])).toHaveLength(1);
  });

  it('deletes at most 1,000 of a kind at once', async () => {
    await many(1_001);
    expect([await purge(), await purge(), await purge()]).toEqual([1_000, 1, 0]);
  });

  it('shares the rows with the purge of another server: none is deleted twice, and neither fails', async () => {
    await many(3_000);
    for (let round = 0; round < 5; round += 1) await link({ expired: KEPT + HOUR });
    let deleted = 0;
    for (let batch = -1; batch !== 0;) {
      batch = (await Promise.all([purge(), purgeElsewhere()])).reduce((sum, count) => sum + count, 0);
      deleted += batch;
    }
    expect(deleted).toBe(3_005);
    expect([await sessions(), await links()]).toEqual([[], []]);
  });

  it('does not wait for rows that another transaction holds; a later round deletes them', async () => {
    const [held] = [await session({ expired: KEPT + HOUR }), await session({ expired: KEPT + HOUR })];
    const heldLink = await link({ expired: KEPT + HOUR });
    await link({ expired: KEPT + HOUR });
    await withClient(database.url, async (client) => {
      await client.query('begin');
      await client.query('select from sessions where id = $1 for update', [held]);
      await client.query(`select from sign_in_links where token_hash = decode($1, 'hex') for update`, [heldLink]);
      expect(await purge()).toBe(2);
      expect([await sessions(), await links()]).toEqual([[held], [heldLink]]);
      await client.query('rollback');
    });
    expect(await purge()).toBe(2);
    expect([await sessions(), await links()]).toEqual([[], []]);
  });
});
