import { Client } from 'pg';
import { createDatabase, databaseName, databaseUrl, dropDatabase, query } from '../kit/database.js';
import { freePort } from '../kit/program.js';
import { theRun } from '../kit/run.js';
import { runTaskProcess, taskResult } from '../kit/task.js';
import { expectFailure } from './expectations.js';

const { postgresUrl } = theRun();

describe('A database that cannot be reached', () => {
  it('is exit 1', async () => {
    const nowhere = `postgres://nobody:secret-word@127.0.0.1:${await freePort()}/nothing`;
    const status = await runTaskProcess(['db:status', '--json'], { databaseUrl: nowhere });
    expect(status.code).toBe(1);
    expect(JSON.parse(status.stdout)).toMatchObject({ reachable: false, embedded: false });
    const list = await runTaskProcess(['org:list'], { databaseUrl: nowhere });
    expectFailure(list, 1);
    expect(status.stderr + list.stderr).not.toContain('secret-word');
  });

  it('is explained in the log at level debug, after the line for people', async () => {
    const databaseUrl = `postgres://nobody:secret-word@127.0.0.1:${await freePort()}/nothing`;
    const { code, stdout, stderr } = await runTaskProcess(['org:list'], {
      databaseUrl,
      environment: { LOG_LEVEL: 'debug' },
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const [line, entry = '', ...rest] = stderr.trim().split('\n');
    expect({ line, rest }).toEqual({
      line: expect.stringMatching(/^error: The database cannot be reached: /),
      rest: [],
    });
    const logged = JSON.parse(entry) as { err: object };
    expect(Object.keys(logged)).toEqual(['level', 'time', 'pid', 'err', 'msg']);
    expect(logged).toMatchObject({ level: 'debug', msg: 'The task failed.' });
    expect(Object.keys(logged.err)).toEqual(['type', 'message', 'stack', 'cause']);
    expect(stderr).not.toContain('secret-word');
  });
});

describe('With an owner of its own', () => {
  const login = `e2e_login_${process.pid}`;
  let url: string;
  let loginUrl: string;
  beforeAll(async () => {
    url = await createDatabase(postgresUrl);
    await query(postgresUrl, `create role ${login} login password 'e2e'`);
    const asLogin = new URL(databaseUrl(postgresUrl, databaseName(url)));
    asLogin.username = login;
    asLogin.password = 'e2e';
    loginUrl = asLogin.href;
  });
  afterAll(async () => {
    await dropDatabase(postgresUrl, url);
    await query(postgresUrl, `drop role ${login}`);
  });

  it('the schema is made by the owner, and the login that works with it cannot rewrite history', async () => {
    const environment = { DATABASE_OWNER_URL: url };
    await taskResult(['db:migrate'], { databaseUrl: loginUrl, environment });
    const user = ['user:create', '--email', 'first@owned.example.test', '--name', 'First'];
    expect(await taskResult(user, { databaseUrl: loginUrl, environment })).toMatchObject({ name: 'First' });
    const client = new Client({ connectionString: loginUrl });
    await client.connect();
    try {
      for (const table of ['audit_log', 'work_item_history']) {
        await expect(client.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' });
      }
    } finally {
      await client.end();
    }
  });
});
