import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal, removeMember, type AdministrationTransaction } from '@worktrack/application';
import type { Email, Slug } from '@worktrack/domain';
import { answerOf, run } from '../../test/task-run.js';
import { ScratchDatabase } from '../../test/scratch-database.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const codeOf = (error: unknown): unknown => (isRefusal(error) ? error.code : error);

describe('Administration', () => {
  let database: ScratchDatabase;
  const environment = () => ({ DATABASE_URL: database.url });
  const task = (...parameters: string[]): Promise<any> => answerOf(parameters, environment());
  /** Runs a task that must fail with exit code 1, and returns its error line. */
  const failure = async (...parameters: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run([...parameters, '--json'], environment());
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    return stderr.slice('error: '.length, -1);
  };
  const person = (email: string) => task('user:create', '--email', email, '--name', email.split('@')[0]!);
  const member = (org: string, email: string, ...more: string[]) =>
    task('member:add', '--org', org, '--email', email, ...more);

  beforeAll(async () => {
    database = await ScratchDatabase.create();
  });
  afterAll(() => database.drop());

  /** The latest audit rows of a task. */
  const auditOf = (operation: string) =>
    database.rows<{ actor: string | null; token: string | null; request: string; touched: { kind: string }[] }>(
      `select actor_id as actor, token_id as token, request_id as request, touched from audit_log
       where operation = '${operation}' order by id desc`,
    );

  describe('of users', () => {
    it('makes an account with a public id of 128 random bits, its e-mail address in lower case', async () => {
      const user = await task('user:create', '--email=Grace@Example.ORG', '--name', '  Grace Hopper ');
      expect(user).toEqual({
        id: expect.stringMatching(UUID),
        publicId: expect.stringMatching(/^usr_[A-Za-z0-9_-]{21}[AQgw]$/),
        email: 'grace@example.org',
        name: 'Grace Hopper',
      });
      expect(await task('user:list')).toContainEqual({ ...user, organizations: [] });
    });

    it('refuses an e-mail address that is in use, in whatever case', async () => {
      await person('twice@example.org');
      expect(await failure('user:create', '--email', 'TWICE@example.org', '--name', 'Other')).toContain(
        'exists already',
      );
    });

    it('leaves one audit row a task, without an actor', async () => {
      const { id } = await person('audited@example.org');
      const [latest] = await auditOf('user:create');
      expect(latest).toEqual({
        actor: null,
        token: null,
        request: expect.stringMatching(UUID),
        touched: [{ kind: 'user', id }],
      });
      await task('user:list');
      expect(await auditOf('user:list')).toEqual([]);
    });
  });

  describe('of Organizations', () => {
    it('makes one with its first owner, whose default it becomes', async () => {
      await person('first@example.org');
      const made = await task('org:create', '--slug', 'acme', '--name', ' Acme ', '--owner', 'First@example.org');
      expect(made).toEqual({ id: expect.stringMatching(UUID), slug: 'acme', name: 'Acme' });
      expect(await task('org:list')).toContainEqual({
        ...made,
        ...{ timeZone: 'UTC', suspended: false, members: 1, projects: 0 },
      });
      const [user] = await database.rows<{ isDefault: boolean }>(
        `select default_organization_id = '${made.id}' as "isDefault" from users where email = 'first@example.org'`,
      );
      expect(user).toEqual({ isDefault: true });
    });

    it('refuses a slug that is taken and an owner who is nobody', async () => {
      expect(await failure('org:create', '--slug', 'acme', '--name', 'B', '--owner', 'first@example.org')).toContain(
        'acme',
      );
      expect(await failure('org:create', '--slug', 'b', '--name', 'B', '--owner', 'no@example.org')).toContain(
        'no@example.org',
      );
      expect((await task('org:list')).map(({ slug }: { slug: string }) => slug)).not.toContain('b');
    });

    it('suspends and resumes, and a repeat is nothing to do', async () => {
      for (const [name, suspended] of [
        ['org:suspend', true],
        ['org:suspend', true],
        ['org:resume', false],
        ['org:resume', false],
      ] as const) {
        expect(await task(name, '--slug', 'acme')).toEqual({ slug: 'acme', suspended });
      }
      expect(await failure('org:suspend', '--slug', 'nowhere')).toContain('nowhere');
    });
  });

  describe('of members', () => {
    beforeAll(async () => {
      for (const name of ['owner', 'two', 'three']) await person(`${name}@members.test`);
      await task('org:create', '--slug', 'members', '--name', 'Members', '--owner', 'owner@members.test');
    });

    it('adds one, with a username in lower case', async () => {
      expect(await member('members', 'two@members.test', '--role', 'member', '--username', 'Two.2')).toEqual({
        org: 'members',
        email: 'two@members.test',
        role: 'member',
        username: 'two.2',
      });
    });

    it('proposes a username from the name, with a number where it is taken', async () => {
      for (const name of ['ada', 'other-ada']) {
        await task('user:create', '--email', `${name}@members.test`, '--name', 'Ada Lovelace');
      }
      const add = (name: string) => member('members', `${name}@members.test`, '--role', 'member');
      expect(await add('ada')).toMatchObject({ username: 'ada-lovelace' });
      expect(await add('other-ada')).toMatchObject({ username: 'ada-lovelace-2' });
    });

    it('refuses somebody who is a member already, and a username that is taken in whatever case', async () => {
      const add = (email: string, ...more: string[]) =>
        failure('member:add', '--org', 'members', '--email', email, '--role', 'member', ...more);
      expect(await add('two@members.test')).toContain('already');
      expect(await add('three@members.test', '--username', 'TWO.2')).toContain('two.2');
    });

    it('changes role and username, takes the username away, and leaves what is not named', async () => {
      const change = (...options: string[]) =>
        task('member:role', '--org', 'members', '--email', 'two@members.test', ...options);
      expect(await change('--role', 'admin')).toMatchObject({ role: 'admin', username: 'two.2' });
      expect(await change('--username', 'Deux')).toMatchObject({ role: 'admin', username: 'deux' });
      expect(await change('--clear-username')).toMatchObject({ role: 'admin', username: null });
    });

    it('keeps at least one owner', async () => {
      const owner = ['--org', 'members', '--email', 'owner@members.test'];
      expect(await failure('member:role', ...owner, '--role', 'admin')).toContain('owner');
      expect(await failure('member:remove', ...owner)).toContain('owner');
      expect(await failure('user:remove', '--email', 'owner@members.test')).toContain('owner');
      await task('member:role', '--org', 'members', '--email', 'two@members.test', '--role', 'owner');
      expect(await task('member:role', ...owner, '--role', 'admin')).toMatchObject({ role: 'admin' });
    });

    it('keeps one owner even when two of them go at the same moment', async () => {
      for (const name of ['left', 'right']) await person(`${name}@race.test`);
      await task('org:create', '--slug', 'race', '--name', 'Race', '--owner', 'left@race.test');
      await member('race', 'right@race.test', '--role', 'owner');
      const { adapters, close } = await database.adapters();
      const leave = (tx: AdministrationTransaction, email: string) =>
        removeMember(tx, { org: 'race' as Slug, email: email as Email });
      let second: Promise<unknown> | undefined;
      const first = adapters.administration.run(async (tx) => {
        await leave(tx, 'left@race.test');
        second = adapters.administration.run((other) => leave(other, 'right@race.test'));
        // Either it ends now, not knowing of the first one, or it waits until that one has ended.
        await Promise.race([second.catch(() => undefined), pause(300)]);
      });
      const ends = [await first.then(() => 'gone'), await second!.then(() => 'gone', codeOf)];
      await close();
      expect(ends).toEqual(['gone', 'LAST_OWNER']);
      const left = await database.rows(
        `select role from memberships join organizations on id = organization_id where slug = 'race'`,
      );
      expect(left).toEqual([{ role: 'owner' }]);
    });

    it('makes the first membership the default one, unless another is chosen, and moves on when it ends', async () => {
      await person('nomad@members.test');
      const defaultOf = async () =>
        (
          await database.rows<{ slug: string | null }>(
            `select slug from users left join organizations on organizations.id = default_organization_id
           where email = 'nomad@members.test'`,
          )
        )[0]?.slug;
      await member('members', 'nomad@members.test', '--role', 'member');
      expect(await defaultOf()).toBe('members');
      await member('acme', 'nomad@members.test', '--role', 'member');
      expect(await defaultOf()).toBe('members');
      await task('member:role', '--org', 'acme', '--email', 'nomad@members.test', '--default');
      expect(await defaultOf()).toBe('acme');
      const end = (org: string) => task('member:remove', '--org', org, '--email', 'nomad@members.test');
      expect(await end('acme')).toEqual({ org: 'acme', email: 'nomad@members.test', removed: true });
      expect(await defaultOf()).toBe('members');
      await end('members');
      expect(await defaultOf()).toBeNull();
      await member('acme', 'nomad@members.test', '--role', 'member');
      await member('members', 'nomad@members.test', '--role', 'member', '--default');
      expect(await defaultOf()).toBe('members');
    });

    it('ends what the tokens of a removed member may touch there, and only there: coming back does not bring it back', async () => {
      await person('guest@members.test');
      const tokenFor = (...options: string[]) =>
        task('token:create', '--email', 'guest@members.test', '--name', 't', '--scopes', 'all', ...options);
      for (const org of ['members', 'acme']) await member(org, 'guest@members.test', '--role', 'member');
      const both = await tokenFor('--org', 'members', '--org', 'acme');
      const one = await tokenFor('--org', 'members');
      await task('member:remove', '--org', 'members', '--email', 'guest@members.test');
      await member('members', 'guest@members.test', '--role', 'member');
      const { adapters, close } = await database.adapters();
      const seen = async ({ token }: { token: string }) =>
        (await adapters.authenticator.authenticate(token))?.organizations.map(({ slug }) => slug);
      const found = [await seen(both), await seen(one), await seen(await tokenFor('--org', 'members'))];
      await close();
      // A token that covers nothing any more still shows its user.
      expect(found).toEqual([['acme'], [], ['members']]);
    });

    it('refuses to change or remove who is no member', async () => {
      await person('stranger@members.test');
      const named = ['--org', 'members', '--email', 'stranger@members.test'];
      expect(await failure('member:role', ...named, '--role', 'admin')).toContain('not a member');
      expect(await failure('member:remove', ...named)).toContain('not a member');
    });
  });

  describe('of tokens', () => {
    const create = (...options: string[]) =>
      task('token:create', '--email', 'owner@tokens.test', '--name', 'ci', '--scopes', 'all', ...options);

    beforeAll(async () => {
      await person('owner@tokens.test');
      for (const slug of ['tokens', 'others']) {
        await task('org:create', '--slug', slug, '--name', slug, '--owner', 'owner@tokens.test');
      }
      await person('elsewhere@tokens.test');
      await task('org:create', '--slug', 'elsewhere', '--name', 'E', '--owner', 'elsewhere@tokens.test');
    });

    it('makes one that is accepted, shows it once, and lets it expire after 90 days', async () => {
      const made = await create('--org', 'tokens');
      expect(made).toEqual({
        token: expect.stringMatching(/^wtp_[0-9A-Za-z]{42}$/),
        credentialId: expect.stringMatching(UUID),
        expiresAt: expect.stringMatching(INSTANT),
      });
      const { adapters, close } = await database.adapters();
      const principal = await adapters.authenticator.authenticate(made.token);
      await close();
      expect(principal).toMatchObject({
        user: { email: 'owner@tokens.test' },
        token: { id: made.credentialId, name: 'ci' },
      });
      const [listed] = (await task('token:list', '--email', 'owner@tokens.test')).filter(
        ({ credentialId }: { credentialId: string }) => credentialId === made.credentialId,
      );
      expect(listed).toEqual({
        credentialId: made.credentialId,
        name: 'ci',
        scopes: expect.arrayContaining(['profile:read', 'attachment:delete']),
        grants: [{ org: 'tokens', projects: null }],
        createdAt: expect.stringMatching(INSTANT),
        expiresAt: made.expiresAt,
        revokedAt: null,
        lastUsedOn: null,
      });
      expect(Date.parse(made.expiresAt) - Date.parse(listed.createdAt)).toBe(90 * 86_400_000);
      expect(
        await database.rows(`select 1 from access_tokens where token_hash = convert_to('${made.token}', 'UTF8')`),
      ).toEqual([]);
    });

    it('lists a token in one line, whatever its name was when no rule about names was there', async () => {
      const { credentialId } = await create('--org', 'tokens');
      const name = 'x\nFORGED  row\u001b[2J\u009b2J\u202e';
      await database.rows(
        `update access_tokens set name = convert_from('\\x${Buffer.from(name).toString('hex')}', 'UTF8')
         where id = '${credentialId}'`,
      );
      const { stdout } = await run(['token:list', '--email', 'owner@tokens.test'], environment());
      const rows = stdout.split('\n').filter((line) => line.includes('FORGED'));
      expect(rows).toEqual([expect.stringMatching(new RegExp(`^${credentialId} `))]);
      expect(rows[0]).toContain(String.raw`x\nFORGED \u{20}row\u{1b}[2J\u{9b}2J\u{202e}`);

      const json = await run(['token:list', '--email', 'owner@tokens.test', '--json'], environment());
      expect(json.stdout).toContain(String.raw`"x\nFORGED  row\u001b[2J\u009b2J\u202e"`);
      expect(JSON.parse(json.stdout)).toContainEqual(expect.objectContaining({ credentialId, name }));
    });

    it('keeps scopes in canonical order, each once, and grants by slug', async () => {
      const options = [
        '--email',
        'owner@tokens.test',
        '--name',
        'few',
        '--org',
        'tokens',
        '--org=others',
        '--org',
        'tokens',
      ];
      const { credentialId } = await task(
        'token:create',
        ...options,
        '--scopes',
        'work_item:write, project:read,work_item:write',
      );
      const listed = (await task('token:list', '--email', 'owner@tokens.test')).find(
        (token: { credentialId: string }) => token.credentialId === credentialId,
      );
      expect(listed.scopes).toEqual(['project:read', 'work_item:write']);
      expect(listed.grants).toEqual([
        { org: 'others', projects: null },
        { org: 'tokens', projects: null },
      ]);
    });

    it('refuses an Organization the user does not belong to, and a Project that is not there', async () => {
      const refused = (...options: string[]) =>
        failure('token:create', '--email', 'owner@tokens.test', '--name', 'no', '--scopes', 'all', ...options);
      expect(await refused('--org', 'elsewhere')).toContain('elsewhere');
      expect(await refused('--org', 'nowhere')).toContain('nowhere');
      expect(await refused('--org', 'tokens', '--project', 'web')).toContain('WEB');
      expect(await database.rows(`select 1 from access_tokens where name = 'no'`)).toEqual([]);
    });

    describe('rotation', () => {
      const HOUR = 3_600_000;

      beforeAll(async () => {
        const folder = mkdtempSync(join(tmpdir(), 'provision-'));
        const file = join(folder, 'project.json');
        const organization = { slug: 'tokens', name: 'tokens', projects: [{ key: 'WEB', name: 'Website' }] };
        writeFileSync(file, JSON.stringify({ organizations: [organization] }));
        await task('provision', '--file', file);
        rmSync(folder, { recursive: true });
      });

      const listed = async (id: string) =>
        (await task('token:list', '--email', 'owner@tokens.test')).find(
          ({ credentialId }: { credentialId: string }) => credentialId === id,
        );

      it('gives a successor with the same name, scopes, grants and lifetime, and lets the token expire after the overlap', async () => {
        const old = await create('--org', 'tokens', '--project', 'web', '--expires-in-days', '40');
        const before = await listed(old.credentialId);
        const successor = await task('token:rotate', '--id', old.credentialId, '--overlap-hours', '2');
        expect(successor).toEqual({
          token: expect.stringMatching(/^wtp_[0-9A-Za-z]{42}$/),
          credentialId: expect.any(String),
          expiresAt: expect.stringMatching(INSTANT),
          replaced: { credentialId: old.credentialId, expiresAt: expect.stringMatching(INSTANT) },
        });
        const { credentialId, createdAt, expiresAt, ...same } = await listed(successor.credentialId);
        expect({ credentialId, expiresAt }).toEqual({
          credentialId: successor.credentialId,
          expiresAt: successor.expiresAt,
        });
        expect(before).toMatchObject(same);
        expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(40 * 24 * HOUR);
        expect(Date.parse(successor.replaced.expiresAt) - Date.parse(createdAt)).toBe(2 * HOUR);
        expect((await listed(old.credentialId)).expiresAt).toBe(successor.replaced.expiresAt);
        const { adapters, close } = await database.adapters();
        const [one, other] = await Promise.all(
          [old.token, successor.token].map((token) => adapters.authenticator.authenticate(token)),
        );
        expect(one?.organizations).toEqual(other?.organizations);
        expect(other?.token.scopes).toEqual(one?.token.scopes);
        await close();
      });

      it('ends the token at once without an overlap, and never makes it live longer', async () => {
        const old = await create('--org', 'tokens', '--expires-in-days', '1');
        const { replaced } = await task('token:rotate', '--id', old.credentialId, '--overlap-hours', '720');
        expect(replaced.expiresAt).toBe(old.expiresAt);
        const next = await task('token:rotate', '--id', old.credentialId, '--overlap-hours', '0');
        expect(Date.parse(next.replaced.expiresAt)).toBeLessThanOrEqual(Date.now());
        const { adapters, close } = await database.adapters();
        expect(await adapters.authenticator.authenticate(old.token)).toBeUndefined();
        expect(await adapters.authenticator.authenticate(next.token)).toBeDefined();
        await close();
      });

      it('is refused for a token that has ended, and for none', async () => {
        const { credentialId } = await create('--org', 'tokens');
        await task('token:revoke', '--id', credentialId);
        expect(await failure('token:rotate', '--id', credentialId)).toContain('has ended');
        expect(await failure('token:rotate', '--id', '00000000-0000-4000-8000-000000000000')).toContain('00000000');
      });
    });

    it('revokes, and a repeat returns the first time', async () => {
      const { token, credentialId } = await create('--org', 'tokens', '--expires-in-days', '366');
      const first = await task('token:revoke', '--id', credentialId.toUpperCase());
      expect(first).toEqual({ credentialId, revokedAt: expect.stringMatching(INSTANT) });
      expect(await task('token:revoke', '--id', credentialId)).toEqual(first);
      const { adapters, close } = await database.adapters();
      expect(await adapters.authenticator.authenticate(token)).toBeUndefined();
      await close();
      expect(await failure('token:revoke', '--id', '00000000-0000-4000-8000-000000000000')).toContain('00000000');
    });
  });

  it('answers people in lines and tables', async () => {
    const { stdout } = await run(['org:list'], environment());
    expect(stdout.split('\n')[0]).toMatch(/^id +slug +name +timeZone +suspended +members +projects$/);
    expect(stdout).toContain('acme');
    expect((await run(['org:suspend', '--slug', 'acme'], environment())).stdout).toBe(
      'slug       acme\nsuspended  true\n',
    );
  });
});

describe('A database without the current schema', () => {
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await ScratchDatabase.create({ migrated: false });
  });
  afterAll(() => database.drop());

  it('is refused by every task but db:status and db:migrate, with the name of the one that helps', async () => {
    const environment = { DATABASE_URL: database.url };
    const refused = await run(['org:list', '--json'], environment);
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: [^\n]*db:migrate[^\n]*\n$/),
    });

    const answer = (...parameters: string[]): Promise<any> => answerOf(parameters, environment);
    const before = await answer('db:status');
    expect(before).toMatchObject({ current: null, reachable: true, embedded: false });
    expect(before.pending.length).toBeGreaterThan(0);
    const migrated = await answer('db:migrate');
    expect(migrated).toEqual({ applied: before.pending, current: before.pending.at(-1) });
    expect(await answer('db:migrate')).toEqual({ applied: [], current: migrated.current });
    expect(await answer('db:status')).toMatchObject({ current: migrated.current, pending: [] });
    expect(await answer('org:list')).toEqual([]);
  });
});
