import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'undici';
import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { CERTIFICATE, PRIVATE_KEY } from '../kit/mail-certificate.js';
import { type ArrivedMail, type MailServer, startMailServer } from '../kit/mail-server.js';
import { samplesOf } from '../kit/metrics.js';
import { type Environment, freePort } from '../kit/program.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { runTask, taskResult } from '../kit/task.js';

const IS_DEEP = process.env.TEST_DEEP !== undefined;
const KILLS = IS_DEEP ? 20 : 2;
const SECRET = 'secret-of-the-link';

let databaseUrl: string;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  databaseUrl = await createDatabase(theRun().postgresUrl, theRun().template);
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await dropDatabase(theRun().postgresUrl, databaseUrl);
});

const mailServer = async (...parameters: Parameters<typeof startMailServer>): Promise<MailServer> => {
  const server = await startMailServer(...parameters);
  closing.push(() => server.close());
  return server;
};

const smtp = ({ port }: Pick<MailServer, 'port'>, facts: Environment = {}): Environment => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Worktrack <worktrack@example.org>',
  ...facts,
});

const start = async (environment: Environment): Promise<RunningServer> => {
  const server = await startServer({ postgresUrl: theRun().postgresUrl, databaseUrl, environment });
  closing.push(() => server.stop('SIGKILL'));
  return server;
};

/** Leaves a mail in the outbox, as a transaction does. Returns its cause. */
async function put(address = 'ada@example.org'): Promise<string> {
  const cause = randomUUID();
  await query(
    databaseUrl,
    `insert into outbox (cause, kind, address, content, created_at, due_at)
     values ($1, 'passwordRecovery', $2, $3, clock_timestamp(), clock_timestamp())`,
    [cause, address, { name: 'Ada', url: `https://work.example.org/welcome#${SECRET}` }],
  );
  return cause;
}

const stateOf = async (cause: string) => {
  const [row] = await query(databaseUrl, 'select * from outbox where cause = $1', [cause]);
  return row;
};

const untilSent = (causes: readonly string[]) =>
  eventually('mails that are sent', async () => {
    const sql = 'select 1 from outbox where cause = any ($1::uuid[]) and sent_at is not null';
    return (await query(databaseUrl, sql, [causes])).length === causes.length ? true : undefined;
  });

const messageIdOf = (cause: string): string => `<${cause}@example.org>`;

describe('A server with an SMTP server', () => {
  it('sends a mail that a transaction left, forgets its link, and counts it', async () => {
    const mails = await mailServer();
    const metricsPort = await freePort();
    const server = await start(smtp(mails, { METRICS_PORT: String(metricsPort), LOG_LEVEL: 'debug' }));
    const cause = await put();
    await untilSent([cause]);
    expect(mails.arrived).toMatchObject([
      { to: ['ada@example.org'], parsed: { messageId: messageIdOf(cause), subject: 'Set a new password' } },
    ]);
    expect(mails.arrived[0]?.parsed.text).toContain(SECRET);
    expect(await stateOf(cause)).toMatchObject({ content: null, due_at: null, attempts: 1 });
    const samples = await samplesOf(`http://127.0.0.1:${metricsPort}`);
    expect(samples.get('worktrack_mails_total{result="sent"}')).toBe(1);
    expect(samples.has('worktrack_mails_waiting')).toBe(true);
    expect(samples.has('worktrack_mail_oldest_waiting_seconds')).toBe(true);
    expect(server.log()).not.toContain(SECRET);
  });

  it.each([
    ['smtp', false],
    ['smtps', true],
  ])('logs in and sends by TLS: %s', async (protocol, secure) => {
    const accepts: string[] = [];
    const mails = await mailServer({
      secure,
      cert: CERTIFICATE,
      key: PRIVATE_KEY,
      authOptional: false,
      onAuth: ({ username = '', password }, _session, done) => {
        accepts.push(password ?? '');
        done(null, { user: username });
      },
    });
    const [certificate, password] = [scratchPath('mail-certificate.pem'), scratchPath('mail-password')];
    writeFileSync(certificate, CERTIFICATE);
    writeFileSync(password, 'open sesame\n');
    const server = await start(
      smtp(mails, {
        SMTP_URL: `${protocol}://worktrack@localhost:${mails.port}`,
        SMTP_PASSWORD_FILE: password,
        NODE_EXTRA_CA_CERTS: certificate,
        LOG_LEVEL: 'debug',
      }),
    );
    await untilSent([await put()]);
    expect(mails.arrived).toMatchObject([{ user: 'worktrack', secure: true }]);
    expect(accepts).toEqual(['open sesame']);
    expect(server.log()).not.toMatch(/open sesame|b3BlbiBzZXNhbWU/);
  });

  it(`loses no mail when it is killed while it sends, and repeats one under the same Message-ID: ${KILLS} times`, async () => {
    let kill: ((mail: ArrivedMail) => Promise<void>) | undefined;
    const mails = await mailServer({}, (mail) => kill?.(mail) ?? Promise.resolve());
    let server = await start(smtp(mails));
    const causes: string[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const before = mails.arrived.length;
      const killAt = before + 2 + (round % 3);
      const killed = new Promise<void>((resolve) => {
        kill = async () => {
          if (mails.arrived.length !== killAt) return;
          kill = undefined;
          const ended = server.stop('SIGKILL');
          // In every other round the server for mail accepts the mail before its sender is dead.
          if (round % 2 === 0) await ended;
          void ended.then(() => {
            resolve();
          });
        };
      });
      for (let n = 0; n < 6; n += 1) causes.push(await put(`person${n}@example.org`));
      await killed;
      // Ten minutes and half a minute later.
      await query(databaseUrl, `update outbox set due_at = clock_timestamp() where due_at is not null`);
      await query(databaseUrl, `update leases set held_until = clock_timestamp()`);
      server = await start(smtp(mails));
      await untilSent(causes);
    }
    const arrived = mails.arrived.map(({ parsed }) => parsed.messageId);
    expect(new Set(arrived)).toEqual(new Set(causes.map(messageIdOf)));
    // Those that were accepted after their sender was dead came twice.
    expect(arrived.length).toBeGreaterThanOrEqual(causes.length + KILLS / 2);
    expect(arrived.length).toBeLessThanOrEqual(causes.length + KILLS);
  }, 300_000);

  it('sends each mail once when two of them serve one database', async () => {
    const mails = await mailServer();
    await Promise.all([start(smtp(mails)), start(smtp(mails))]);
    const causes: string[] = [];
    for (let n = 0; n < 40; n += 1) causes.push(await put(`person${n}@example.org`));
    await untilSent(causes);
    expect(mails.arrived.map(({ parsed }) => parsed.messageId).sort()).toEqual(causes.map(messageIdOf).sort());
  });

  it('serves and stops while the SMTP server is slow, and does not count the attempt that it cuts', async () => {
    const mails = await mailServer({}, () => new Promise(() => undefined));
    const server = await start(smtp(mails));
    const cause = await put();
    await eventually('a mail under way', async () => Promise.resolve(mails.arrived.length > 0 ? true : undefined));
    for (let n = 0; n < 20; n += 1) {
      const { statusCode, body } = await request(`${server.baseUrl}/api/ready`);
      await body.dump();
      expect(statusCode).toBe(200);
    }
    expect(await server.stop()).toMatchObject({ code: 0 });
    expect(await stateOf(cause)).toMatchObject({ sent_at: null, failed_at: null, attempts: 0 });
    expect(await query(databaseUrl, 'select 1 from outbox where due_at <= clock_timestamp()')).toHaveLength(1);
  });

  it('tries a mail again when no SMTP server is there, and says why', async () => {
    const server = await start(smtp({ port: await freePort() }, { LOG_LEVEL: 'info' }));
    const cause = await put();
    const failure = await eventually('a reason', async () => (await stateOf(cause)).failure ?? undefined);
    expect(failure).toMatch(/^The connection to the SMTP server failed: .*ECONNREFUSED/);
    expect(await stateOf(cause)).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 });
    await eventually('a line in the log', () => Promise.resolve(server.log().includes(cause) ? true : undefined));
    expect(server.log()).not.toContain(SECRET);
  });
});

describe('A server without an SMTP server', () => {
  it('sends nothing', async () => {
    const server = await start({});
    const cause = await put();
    expect(await server.stop()).toMatchObject({ code: 0 });
    expect(await stateOf(cause)).toMatchObject({ attempts: 0, sent_at: null });
  });
});

describe('The tasks of mail', () => {
  it('mail:test sends a mail and reports what the SMTP server said', async () => {
    const mails = await mailServer();
    const result = await taskResult(['mail:test', '--to', 'Ada@example.org'], {
      databaseUrl,
      environment: smtp(mails),
    });
    expect(result).toEqual({ to: 'ada@example.org', response: expect.stringMatching(/^250 /) });
    expect(mails.arrived).toMatchObject([
      { to: ['ada@example.org'], parsed: { subject: 'Test of the mail settings' } },
    ]);
    const audited = await query(databaseUrl, `select operation from audit_log where operation = 'mail:test'`);
    expect(audited).toHaveLength(1);
  });

  it('mail:test fails with the reason of the SMTP server, and where none is configured', async () => {
    const mails = await mailServer({
      onRcptTo: (_address, _session, done) => {
        done(Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }));
      },
    });
    const to = ['mail:test', '--to', 'ada@example.org'];
    const refused = await runTask(to, { databaseUrl, environment: smtp(mails) });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe('error: The SMTP server refused the address: 550 5.1.1 No such user\n');
    const without = await runTask(to, { databaseUrl });
    expect(without).toMatchObject({ code: 1, stderr: 'error: SMTP_URL is not set: no mail is sent.\n' });
  });

  it('mail:list shows failed mails, and mail:test ends the refusal of their address', async () => {
    let isRefused = true;
    const mails = await mailServer({
      onRcptTo: (_address, _session, done) => {
        done(isRefused ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }) : undefined);
      },
    });
    await start(smtp(mails));
    const [first, second] = [await put(), await put()];
    const failed = await eventually('two failed mails', async () => {
      const found = await taskResult(['mail:list', '--failed'], { databaseUrl });
      return found.length === 2 ? found : undefined;
    });
    const failure = 'The SMTP server refused the address: 550 5.1.1 No such user';
    expect(failed.map(({ cause }: { cause: string }) => cause).sort()).toEqual([first, second].sort());
    expect(failed).toMatchObject([1, 2].map(() => ({ address: 'ada@example.org', state: 'failed', failure })));
    expect(JSON.stringify(failed)).not.toContain(SECRET);
    isRefused = false;
    await taskResult(['mail:test', '--to', 'ada@example.org'], { databaseUrl, environment: smtp(mails) });
    await untilSent([await put()]);
    expect(await taskResult(['mail:list'], { databaseUrl })).toHaveLength(3);
  });
});
