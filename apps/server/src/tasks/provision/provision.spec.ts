import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScratchDatabase } from '../../../test/scratch-database.js';
import { run } from '../../../test/task-run.js';

const PLAN = {
  users: [
    { email: 'ada@example.org', name: 'Ada' },
    { email: 'Bob@example.org', name: 'Bob' },
  ],
  organizations: [
    {
      slug: 'acme',
      name: 'Acme',
      description: 'Anvils',
      members: [
        { email: 'bob@example.org', role: 'member' },
        { email: 'ada@example.org', role: 'owner', username: 'ada' },
      ],
      projects: [
        { key: 'WEB', name: 'Website' },
        { key: 'OPS', name: 'Operations', description: 'Machines', color: '#112233' },
      ],
    },
  ],
  tokens: [
    { email: 'ada@example.org', name: 'ci', scopes: ['all'], org: 'acme' },
    {
      email: 'bob@example.org',
      name: 'ci',
      scopes: ['project:read'],
      org: 'acme',
      projects: ['WEB'],
      expiresInDays: 1,
    },
  ],
};

describe('provision', () => {
  let database: ScratchDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await ScratchDatabase.create();
    folder = await mkdtemp(join(tmpdir(), 'provision-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await database.drop();
  });

  const attempt = async (plan: unknown) => {
    const file = join(folder, 'plan.json');
    await writeFile(file, JSON.stringify(plan));
    return run(['provision', '--file', file, '--json'], { DATABASE_URL: database.url });
  };
  const provision = async (plan: unknown): Promise<any> => {
    const { code, stdout, stderr } = await attempt(plan);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const members = () =>
    database.rows<{ email: string }>(
      `select email, role, username from memberships join users on users.id = user_id
       join organizations on organizations.id = organization_id where slug = 'acme' order by email`,
    );
  const count = async (table: string) => (await database.rows(`select from ${table}`)).length;

  it('creates what is missing and answers in the order of the file', async () => {
    const made = await provision(PLAN);
    expect(made).toEqual({
      users: [
        { email: 'ada@example.org', id: expect.any(String), publicId: expect.stringMatching(/^usr_/) },
        { email: 'bob@example.org', id: expect.any(String), publicId: expect.stringMatching(/^usr_/) },
      ],
      organizations: [{ slug: 'acme', id: expect.any(String) }],
      tokens: [
        {
          name: 'ci',
          email: 'ada@example.org',
          token: expect.stringMatching(/^wtp_/),
          credentialId: expect.any(String),
        },
        {
          name: 'ci',
          email: 'bob@example.org',
          token: expect.stringMatching(/^wtp_/),
          credentialId: expect.any(String),
        },
      ],
    });
    expect(await members()).toEqual([
      { email: 'ada@example.org', role: 'owner', username: 'ada' },
      { email: 'bob@example.org', role: 'member', username: null },
    ]);
    expect(await database.rows('select key, name, description, color, revision from projects order by key')).toEqual([
      { key: 'OPS', name: 'Operations', description: 'Machines', color: '#112233', revision: 1 },
      { key: 'WEB', name: 'Website', description: null, color: '#6366f1', revision: 1 },
    ]);
    expect(
      await database.rows(`select organization_id as organization from audit_log where operation = 'provision'`),
    ).toEqual([{ organization: '00000000-0000-0000-0000-000000000000' }]);
  });

  it('repeated, changes nothing, and shows no token again', async () => {
    const before = await database.rows('select * from projects order by key');
    const again = await provision(PLAN);
    expect(again.tokens.map(({ token }: { token: unknown }) => token)).toEqual([null, null]);
    expect(again.tokens[0].credentialId).toBe((await provision(PLAN)).tokens[0].credentialId);
    expect(await database.rows('select * from projects order by key')).toEqual(before);
    expect(await count('users')).toBe(2);
  });

  it('updates the named members that differ, leaves what is not named, removes nothing', async () => {
    await provision({
      users: [{ email: 'bob@example.org', name: 'Robert' }],
      organizations: [
        {
          slug: 'acme',
          name: 'Acme Inc.',
          members: [{ email: 'bob@example.org', role: 'admin', username: 'bob' }],
          projects: [{ key: 'ops', name: 'Platform' }],
        },
      ],
    });
    expect(await database.rows('select name, description from organizations')).toEqual([
      { name: 'Acme Inc.', description: 'Anvils' },
    ]);
    expect(await members()).toEqual([
      { email: 'ada@example.org', role: 'owner', username: 'ada' },
      { email: 'bob@example.org', role: 'admin', username: 'bob' },
    ]);
    expect(await database.rows('select key, name, description, revision from projects order by key')).toEqual([
      { key: 'OPS', name: 'Platform', description: 'Machines', revision: 2 },
      { key: 'WEB', name: 'Website', description: null, revision: 1 },
    ]);
  });

  it('passes ownership on, in whatever order the members stand', async () => {
    const handedOver = [
      { email: 'ada@example.org', role: 'member' },
      { email: 'bob@example.org', role: 'owner' },
    ];
    await provision({ organizations: [{ slug: 'acme', name: 'Acme', members: handedOver }] });
    expect((await members()).map((member) => member)).toMatchObject([{ role: 'member' }, { role: 'owner' }]);
  });

  it('makes a new token when the one of that name was revoked', async () => {
    const [{ credentialId }] = (await provision({ tokens: [PLAN.tokens[0]] })).tokens;
    await run(['token:revoke', '--id', credentialId], { DATABASE_URL: database.url });
    const [made] = (await provision({ tokens: [PLAN.tokens[0]] })).tokens;
    expect(made.token).toMatch(/^wtp_/);
    expect(made.credentialId).not.toBe(credentialId);
  });

  it.each<[string, object]>([
    [
      'a new Organization without an owner',
      { organizations: [{ slug: 'new', name: 'New', members: [{ email: 'bob@example.org', role: 'admin' }] }] },
    ],
    [
      'a member who is nobody',
      { organizations: [{ slug: 'acme', name: 'A', members: [{ email: 'no@example.org', role: 'member' }] }] },
    ],
    [
      'the last owner',
      { organizations: [{ slug: 'acme', name: 'A', members: [{ email: 'bob@example.org', role: 'admin' }] }] },
    ],
    [
      'a Project that is not there',
      { tokens: [{ email: 'bob@example.org', name: 'x', scopes: 'all', org: 'acme', projects: ['NO'] }] },
    ],
  ])('fails over %s, and leaves nothing behind', async (_what, failing) => {
    const audited = await count('audit_log');
    const { code, stdout, stderr } = await attempt({
      users: [{ email: 'left@example.org', name: 'Left' }],
      ...failing,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(await database.rows(`select from users where email = 'left@example.org'`)).toEqual([]);
    expect(await database.rows('select name from organizations')).toEqual([{ name: 'Acme' }]);
    expect(await count('audit_log')).toBe(audited);
  });

  it('is bad usage with an unknown member, named by its path', async () => {
    const { code, stderr } = await attempt({ organizations: [{ slug: 'a', name: 'A', members: [{ emali: '' }] }] });
    expect(code).toBe(2);
    expect(stderr).toBe('error: organizations.0.members.0.emali is unknown\n');
  });
});
