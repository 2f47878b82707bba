import { randomUUID } from 'node:crypto';
import { run } from '../../test/task-run.js';

/** A URL without a database: bad usage is refused before a database is opened. */
const NOWHERE = { DATABASE_URL: 'postgres://127.0.0.1:9/nowhere' };

const attempt = (...parameters: string[]) => run(parameters, NOWHERE);

const TASKS = [
  'db:migrate',
  'db:backfill',
  'db:logins',
  'db:status',
  'db:backup',
  'db:restore',
  'db:verify',
  'db:distribute',
  'org:create',
  'org:list',
  'org:update',
  'org:remove',
  'org:keep',
  'org:suspend',
  'org:resume',
  'org:quota',
  'user:create',
  'user:update',
  'user:remove',
  'user:list',
  'user:link',
  'user:password',
  'user:confirm',
  'user:sign-out',
  'member:add',
  'member:role',
  'member:remove',
  'token:create',
  'token:list',
  'token:revoke',
  'token:rotate',
  'key:rotate',
  'key:retire',
  'feed:new-epoch',
  'seed:demo',
  'provision',
  'openapi:export',
  'reports:rebuild',
  'idempotency:purge',
  'attachments:purge',
  'audit:export',
  'audit:drop',
  'mail:test',
  'mail:list',
];

describe('The command line', () => {
  it('lists every task', async () => {
    const { code, stdout } = await attempt('--help');
    expect(code).toBe(0);
    for (const task of TASKS) expect(stdout).toContain(task);
  });

  it.each(TASKS)('%s knows --help and --json', async (task) => {
    const { code, stdout, stderr } = await attempt(task, '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('--json');
  });

  const TOKEN = ['token:create', '--email', 'ada@example.org', '--name', 'ci', '--scopes', 'all', '--org', 'acme'];
  it.each<[string[], string]>([
    [[], 'name a task'],
    [['org:destroy'], "'org:destroy'"],
    [['org:lst'], "'org:lst'"],
    [['org:list', '--verbose'], '--verbose'],
    [['db:backup'], '--out'],
    [['db:backup', '--out', '-', '--json'], '--out - and --json exclude each other'],
    [['db:restore'], '--file'],
    [['org:list', 'acme'], 'org:list'],
    [['mail:test'], '--to'],
    [['mail:test', '--to', 'ada'], '--to'],
    [['mail:list', '--failed=yes'], '--failed=yes'],
    [['org:list', '--json=yes'], '--json=yes'],
    [['org:create', '--slug', 'acme', '--name', 'Acme'], '--owner'],
    [['org:suspend', '--slug'], '--slug'],
    [['org:suspend', '--slug', 'Acme'], '--slug'],
    [['org:suspend', '--slug', '-acme'], '--slug'],
    [['org:suspend', `--slug=${'a'.repeat(64)}`], '--slug'],
    [['org:quota', '--slug', 'acme'], '--bytes'],
    [['org:quota', '--slug', 'acme', '--bytes', '10MB'], '--bytes'],
    [['org:quota', '--slug', 'acme', '--bytes=-1'], '--bytes'],
    [['user:update', '--email', 'ada@example.org'], '--name, --new-email or --picture is needed'],
    [['user:update', '--email', 'ada@example.org', '--new-email', 'ada'], '--new-email'],
    [['user:create', '--email', 'ada', '--name', 'Ada'], '--email'],
    [['user:create', '--email', 'ada@example.org', '--name', ' \u00a0 '], '--name'],
    [['user:create', '--email', 'ada@example.org', '--name', 'x'.repeat(256)], '--name'],
    [['user:create', '--email', 'ada@example.org', '--name', 'x\nFORGED'], '--name'],
    [
      ['user:create', '--email', 'ada@example.org', '--name', 'x\u001b[2J'],
      "'x\\u{1b}[2J' is invalid. must be 1 to 255",
    ],
    [['org:create', '--slug', 'a', '--owner', 'ada@example.org', '--name', 'x\u202ey'], "'x\\u{202e}y' is invalid"],
    [['org:list', '--\u009bverbose'], "unknown option '--\\u{9b}verbose'"],
    [['member:add', '--org', 'acme', '--email', 'ada@example.org', '--role', 'boss'], '--role'],
    [
      ['member:add', '--org', 'acme', '--email', 'ada@example.org', '--role', 'admin', '--username', '.ada'],
      '--username',
    ],
    [['member:role', '--org', 'acme', '--email', 'ada@example.org'], '--clear-username'],
    [
      ['member:role', '--org', 'acme', '--email', 'ada@example.org', '--username', 'a', '--clear-username'],
      '--username',
    ],
    [[...TOKEN, '--expires-in-days', '0'], '--expires-in-days'],
    [[...TOKEN, '--expires-in-days', '367'], '--expires-in-days'],
    [[...TOKEN, '--expires-in-days', '1.5'], '--expires-in-days'],
    [[...TOKEN, '--expires-in-days', ''], '--expires-in-days'],
    [[...TOKEN, '--org', 'other', '--project', 'WEB'], '--project'],
    [[...TOKEN, '--project', '1WEB'], '--project'],
    [
      ['token:create', '--email', 'ada@example.org', '--name', 'ci', '--scopes', 'project:raed', '--org', 'acme'],
      '--scopes',
    ],
    [['token:revoke', '--id', '42'], '--id'],
    [['token:rotate', '--id', '42'], '--id'],
    [['token:rotate', '--id', randomUUID(), '--overlap-hours', '721'], '--overlap-hours'],
    [['token:rotate', '--id', randomUUID(), '--overlap-hours', '1.5'], '--overlap-hours'],
    [['seed:demo', '--size', 'huge'], '--size'],
    [['reports:rebuild'], '--org'],
    [['reports:rebuild', '--org', 'acme', '--project', '1WEB'], '--project'],
    [['provision', '--file', '/does/not/exist.json'], '--file'],
    [['provision', '--file', '/dev/zero'], '--file must have at most 64 MiB'],
    [['openapi:export', '--out', '-', '--json'], '--out'],
    [['attachments:purge'], '--deleted-before'],
    [['key:retire'], '--id'],
    [['key:retire', '--id', '42'], '--id'],
    ...['', '2026-02-31', '2026-02-28T24:00:00Z', '2026-02-28T12:00:00', 'yesterday', '9999-12-31'].map(
      (text): [string[], string] => [['attachments:purge', '--deleted-before', text], '--deleted-before'],
    ),
  ])('%j is bad usage: exit 2, and one line that names %s', async (parameters, named) => {
    const { code, stdout, stderr } = await run(parameters, NOWHERE);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toContain(named);
  });

  it('takes a configuration that cannot be understood for bad usage, too', async () => {
    const { code, stdout, stderr } = await run(['org:list'], { ...NOWHERE, PORT: '0', LOG_LEVEL: 'loud' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'error: PORT must be an integer from 1 to 65535; LOG_LEVEL must be error, warn, info or debug\n',
    );
  });

  it.each([
    ['help', 0, ['--help']],
    ['the help of a task', 0, ['org:list', '--help']],
    ['bad usage', 2, ['org:list', '--verbose']],
  ])('%s needs no configuration that can be understood', async (_, exit, parameters) => {
    const { code, stderr } = await run(parameters, { PORT: '0', LOG_LEVEL: 'loud' });
    expect({ code, stderr }).toEqual({ code: exit, stderr: exit === 0 ? '' : "error: unknown option '--verbose'\n" });
  });

  it('fails with one line when the database cannot be reached', async () => {
    const { code, stdout, stderr } = await attempt('org:list', '--json');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: The database cannot be reached: [^\n]+\n$/);
  });

  it('db:status answers and fails when the database cannot be reached', async () => {
    const { code, stdout, stderr } = await attempt('db:status', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ current: null, pending: [], reachable: false, embedded: false });
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
  });
});
