import type { Mail } from '@worktrack/application';
import type { SMTPServerOptions } from 'smtp-server';
import { MailServer } from '../test/mail-server.js';
import { MAILS } from '../test/mails.js';
import { ScriptedServer, type Phase } from '../test/scripted-server.js';
import type { MailSettings } from './settings.js';
import { SmtpSender, type SmtpTimeouts } from './smtp-sender.js';

const PASSWORD = 'correct horse battery staple';
const LOGIN = { user: 'worktrack', password: PASSWORD };
const CREATED = new Date('2026-11-28T01:02:03Z');
/** Short ones, so that a server that is silent ends a test soon. */
const SHORT: SmtpTimeouts = { connection: 300, greeting: 300, socket: 300, whole: 2_000 };
const NEVER = new AbortController().signal;

const settingsOf = (port: number, facts: Partial<MailSettings['smtp']> = {}): MailSettings => ({
  smtp: { host: '127.0.0.1', port, secure: false, requiresTls: true, login: undefined, ...facts },
  from: { name: 'Worktrack', address: 'worktrack@example.org' },
  replyTo: { name: 'Help', address: 'help@example.org' },
});

const send = (settings: MailSettings, mail: Mail = MAILS.invitation, timeouts?: SmtpTimeouts, signal = NEVER) =>
  new SmtpSender(settings, timeouts).send({ mail, createdAt: CREATED }, signal);

describe('A mail to a real SMTP server', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

  const serve = async (options: SMTPServerOptions = {}) => {
    const server = new MailServer(options);
    open.push(server);
    return { server, port: await server.listen() };
  };
  const script = async (react: ConstructorParameters<typeof ScriptedServer>[0]) => {
    const server = new ScriptedServer(react);
    open.push(server);
    return { server, port: await server.listen() };
  };

  it.each(Object.values(MAILS))('arrives as text and HTML: $kind', async (mail) => {
    const { server, port } = await serve();
    expect(await send(settingsOf(port), mail)).toMatchObject({ outcome: 'sent' });
    const [arrived] = server.arrived;
    expect(arrived).toMatchObject({ from: 'worktrack@example.org', to: ['ada@example.org'] });
    expect(arrived?.parsed).toMatchObject({
      from: { name: 'Worktrack', address: 'worktrack@example.org' },
      to: [{ address: 'ada@example.org' }],
      replyTo: [{ name: 'Help', address: 'help@example.org' }],
      messageId: `<${mail.cause}@example.org>`,
      date: CREATED.toISOString(),
      attachments: [],
    });
    expect(arrived?.raw).toContain('Auto-Submitted: auto-generated');
    for (const url of 'url' in mail ? [mail.url] : []) {
      expect(arrived?.parsed.text).toContain(url);
      expect(arrived?.parsed.html).toContain(`href="${url}"`);
    }
  });

  it('is the same message when it is sent again', async () => {
    const { server, port } = await serve();
    for (const _ of [1, 2]) await send(settingsOf(port));
    const [first, second] = server.arrived.map(({ parsed }) => parsed);
    for (const member of ['messageId', 'date', 'subject', 'text', 'html'] as const) {
      expect(second?.[member]).toBe(first?.[member]);
      expect(first?.[member]).toBeTruthy();
    }
  });

  it('can be ended by one click where it is not about the account, and only there', async () => {
    const { server, port } = await serve();
    for (const mail of Object.values(MAILS)) await send(settingsOf(port), mail);
    const headers = server.arrived.map(({ parsed }) =>
      Object.fromEntries(
        parsed.headers.filter(({ key }) => key.startsWith('list-')).map(({ key, value }) => [key, value]),
      ),
    );
    const none = {};
    expect(headers).toEqual([
      none,
      none,
      none,
      none,
      {
        'list-unsubscribe': '<https://work.example.org/api/unsubscribe?token=abc>',
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      },
      none,
    ]);
  });

  it('has one recipient and the known headers, whatever the names of people and Organizations are', async () => {
    const { server, port } = await serve();
    const name = 'Eve\r\nBcc: victim@example.org\u2028X: y\u202e <b>&"\'';
    await send(settingsOf(port), { ...MAILS.invitation, organizationName: name, inviterName: name });
    const [arrived] = server.arrived;
    expect(arrived?.to).toEqual(['ada@example.org']);
    expect(arrived?.parsed.bcc).toBeUndefined();
    expect(arrived?.parsed.headers.map(({ key }) => key).sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
      'x-auto-response-suppress',
    ]);
    expect(arrived?.parsed.subject).toBe(
      `Eve Bcc: victim@example.org X: y  <b>&"' invites you to Eve Bcc: victim@example.org X: y  <b>&"'`,
    );
  });

  it('is sent after a login with the password', async () => {
    const { server, port } = await serve({
      authMethods: ['PLAIN', 'LOGIN'],
      allowInsecureAuth: true,
      authOptional: false,
      onAuth: ({ username = '', password }, _session, done) => {
        done(password === PASSWORD ? null : new Error('Wrong.'), { user: username });
      },
    });
    expect(await send(settingsOf(port, { login: LOGIN }))).toMatchObject({ outcome: 'sent' });
    expect(server.arrived).toMatchObject([{ user: 'worktrack' }]);
    const refused = await send(settingsOf(port, { login: { ...LOGIN, password: 'wrong' } }));
    expect(refused).toMatchObject({ outcome: 'failed' });
    expect(refused).toMatchObject({
      failure: expect.stringMatching(/^The SMTP server refused the login: 535 /) as string,
    });
  });

  it.each([
    ['TLS from the first byte', true],
    ['STARTTLS', false],
  ])('is not sent by %s to a server whose certificate nobody vouches for', async (_, secure) => {
    // The server warns of its own certificate, which has expired.
    const warned = jest.spyOn(console, 'error').mockReturnValue();
    const { server, port } = await serve({ secure, hideSTARTTLS: false });
    warned.mockRestore();
    const result = await send(settingsOf(port, { secure }));
    expect(result).toMatchObject({ outcome: 'failed', failure: expect.stringContaining('certificate') as string });
    expect(server.arrived).toEqual([]);
  });

  it.each<[string, Partial<MailSettings['smtp']>]>([
    ['mail', {}],
    ['password', { login: LOGIN }],
    ['password, also where TLS is optional,', { login: LOGIN, requiresTls: false }],
  ])('gives no %s away without TLS, except on the loopback interface', async (_, facts) => {
    const { server, port } = await script(() => false);
    // Another name of the same address, which is not one of the loopback interface by its text.
    const result = await send(settingsOf(port, { host: '0.0.0.0', ...facts }));
    expect(result).toMatchObject({ outcome: 'failed' });
    expect(server.phases).toEqual(['greeting', 'EHLO']);
  });

  it('is sent without TLS to a server that offers none, where the operator says that TLS is optional', async () => {
    const { server, port } = await serve({ disabledCommands: ['STARTTLS'] });
    expect(await send(settingsOf(port, { host: '0.0.0.0', requiresTls: false }))).toMatchObject({ outcome: 'sent' });
    expect(server.arrived).toHaveLength(1);
  });

  it.each<[string, string, 'failed' | 'refused', SMTPServerOptions]>([
    [
      'the sender',
      '550',
      'failed',
      {
        onMailFrom: (_a, _s, done) => {
          done(refusal(550, 'No.'));
        },
      },
    ],
    [
      'the address for now',
      '450',
      'failed',
      {
        onRcptTo: (_a, _s, done) => {
          done(refusal(450, '4.2.1 Later.'));
        },
      },
    ],
    [
      'the address for good',
      '550',
      'refused',
      {
        onRcptTo: (_a, _s, done) => {
          done(refusal(550, '5.1.1 No such user.'));
        },
      },
    ],
    [
      'the address, without an enhanced code',
      '550',
      'refused',
      {
        onRcptTo: (_a, _s, done) => {
          done(refusal(550, 'No such user.'));
        },
      },
    ],
    [
      'to relay',
      '554',
      'failed',
      {
        onRcptTo: (_a, _s, done) => {
          done(refusal(554, '5.7.1 Relay access denied.'));
        },
      },
    ],
    [
      'the sender at the address',
      '550',
      'failed',
      {
        onRcptTo: (_a, _s, done) => {
          done(refusal(550, '5.1.8 Bad sender.'));
        },
      },
    ],
    [
      'an address before a login',
      '530',
      'failed',
      {
        onRcptTo: (_a, _s, done) => {
          done(refusal(530, 'Log in.'));
        },
      },
    ],
    [
      'the mail for now',
      '451',
      'failed',
      {
        onData: (stream, _s, done) => {
          stream.resume().on('end', () => {
            done(refusal(451, 'Later.'));
          });
        },
      },
    ],
    [
      'the mail for good',
      '554',
      'failed',
      {
        onData: (stream, _s, done) => {
          stream.resume().on('end', () => {
            done(refusal(554, 'Spam.'));
          });
        },
      },
    ],
    [
      'the connection',
      '421',
      'failed',
      {
        onConnect: (_s, done) => {
          done(refusal(421, 'Too busy.'));
        },
      },
    ],
  ])('fails when the server refuses %s with %s', async (_, code, outcome, options) => {
    const { port } = await serve(options);
    const result = await send(settingsOf(port));
    expect(result).toMatchObject({ outcome, failure: expect.stringContaining(code) as string });
  });

  it('fails when no server is there', async () => {
    const { server, port } = await serve();
    await server.close();
    open.length = 0;
    expect(await send(settingsOf(port))).toMatchObject({
      outcome: 'failed',
      failure: expect.stringMatching(/^The connection to the SMTP server failed: .*ECONNREFUSED/) as string,
    });
  });

  const PHASES: Phase[] = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'message'];

  it.each(PHASES)('fails when the server cuts the connection in the phase %s', async (cut) => {
    const { server, port } = await script((socket, phase) => {
      if (phase !== cut) return false;
      socket.destroy();
      return true;
    });
    expect(await send(settingsOf(port), MAILS.test, SHORT)).toMatchObject({ outcome: 'failed' });
    expect(server.phases.at(-1)).toBe(cut);
  });

  it.each(PHASES)('fails when the server is silent in the phase %s', async (silent) => {
    const { server, port } = await script((_socket, phase) => phase === silent);
    expect(await send(settingsOf(port), MAILS.test, SHORT)).toMatchObject({ outcome: 'failed' });
    expect(server.phases.at(-1)).toBe(silent);
  });

  it.each<[string, string, 'failed' | 'sent']>([
    ['lines of a response', '250-more\r\n', 'failed'],
    // Each command has the response that it needs: nothing more is read.
    ['responses', '250 more\r\n', 'sent'],
    ['bytes without a line', 'x', 'failed'],
  ])('ends when the server sends %s without end', async (_, text, outcome) => {
    let written = 0;
    const { port } = await script((socket, phase) => {
      if (phase !== 'EHLO') return false;
      const chunk = text.repeat(1_000);
      const more = (): void => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
      };
      socket.on('drain', more);
      more();
      return true;
    });
    expect(await send(settingsOf(port), MAILS.test, SHORT)).toMatchObject({ outcome });
    // The buffers of both sides hold more than the one response.
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  it('fails when a server that never stops sending takes longer than an attempt can take', async () => {
    const { port } = await script((socket, phase) => {
      if (phase !== 'EHLO') return false;
      const timer = setInterval(() => socket.write('250-slowly\r\n'), 20);
      socket.on('close', () => {
        clearInterval(timer);
      });
      return true;
    });
    const result = await send(settingsOf(port), MAILS.test, { ...SHORT, whole: 500 });
    expect(result).toEqual({ outcome: 'failed', failure: 'The SMTP server took too long.' });
  });

  it('is cut by the signal while the server is slow', async () => {
    const ending = new AbortController();
    const { port } = await script((_socket, phase) => {
      if (phase !== 'message') return false;
      ending.abort();
      return true;
    });
    expect(await send(settingsOf(port), MAILS.test, undefined, ending.signal)).toEqual({ outcome: 'ended' });
  });

  it('never shows the password or a link that a server repeats', async () => {
    const plain = Buffer.from(`\0${LOGIN.user}\0${PASSWORD}`).toString('base64');
    const link = MAILS.invitation.url;
    const { port } = await serve({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => {
        done(null, { user: LOGIN.user });
      },
      onRcptTo: (_address, _session, done) => {
        done(refusal(550, `5.7.1 ${PASSWORD} ${plain} ${Buffer.from(PASSWORD).toString('base64')} ${link} end`));
      },
    });
    const result = await send(settingsOf(port, { login: LOGIN }));
    expect(result).toEqual({
      outcome: 'failed',
      failure: 'The SMTP server refused the address: 550 5.7.1 *** *** *** (link) end',
    });
  });

  it('shows a long response of the server in 500 characters', async () => {
    const { port } = await serve({
      onRcptTo: (_a, _s, done) => {
        done(refusal(550, 'no '.repeat(1_000)));
      },
    });
    const result = await send(settingsOf(port));
    expect('failure' in result && result.failure.length).toBeGreaterThan(400);
    expect('failure' in result && result.failure.length).toBeLessThanOrEqual(500);
  });
});

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });
