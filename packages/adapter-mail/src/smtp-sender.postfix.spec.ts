import { setTimeout as pause } from 'node:timers/promises';
import type { SendOutcome } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { MailServer } from '../test/mail-server.js';
import { MAILS } from '../test/mails.js';
import { startPostfix, type Postfix } from '../test/postfix.js';
import { SmtpSender } from './smtp-sender.js';

/** The Postfix of Debian, which passes mails on to a server of ours. */
describe('A mail to Postfix', () => {
  const behind = new MailServer();
  let postfix: Postfix;

  beforeAll(async () => (postfix = await startPostfix(await behind.listen())));
  afterAll(async () => {
    await postfix.stop();
    await behind.close();
  });

  const send = (address: string): Promise<SendOutcome> =>
    new SmtpSender({
      smtp: { host: '127.0.0.1', port: postfix.port, secure: false, requiresTls: true, login: undefined },
      from: { name: 'Worktrack', address: 'worktrack@example.org' },
      replyTo: undefined,
    }).send(
      { mail: { ...MAILS.invitation, address: address as Email }, createdAt: new Date('2026-11-28T01:02:03Z') },
      new AbortController().signal,
    );

  it('is accepted, and passed on with its Message-ID and its text', async () => {
    expect(await send('ada@example.org')).toMatchObject({
      outcome: 'sent',
      response: expect.stringMatching(/^250 2\.0\.0 Ok: queued as /) as string,
    });
    while (behind.arrived.length === 0) await pause(50);
    expect(behind.arrived).toMatchObject([
      { to: ['ada@example.org'], parsed: { messageId: `<${MAILS.invitation.cause}@example.org>` } },
    ]);
    expect(behind.arrived[0]?.parsed.text).toContain(MAILS.invitation.url);
    expect(behind.arrived[0]?.parsed.html).toContain(MAILS.invitation.url);
  });

  it.each([
    ['an address that it does not know', 'nobody@example.org', 'refused', /550 5\.1\.1 /],
    ['an address for now', 'later@example.org', 'failed', /45\d 4\.7\.1 /],
    ['to relay', 'ada@example.net', 'failed', /554 5\.7\.1 /],
  ])('is not accepted when it refuses %s', async (_, address, outcome, failure) => {
    expect(await send(address)).toMatchObject({ outcome, failure: expect.stringMatching(failure) as string });
  });
});
