import { randomUUID } from 'node:crypto';
import type { Email } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { TaskConfiguration } from '../task-configuration.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { emailIn } from '../values.js';

/** Milliseconds, shorter than those of the server: somebody waits for the result. */
const TIMEOUTS = { connection: 10_000, greeting: 30_000, socket: 60_000, whole: 90_000 };

@Command({ name: 'mail:test', description: 'sends a mail now, and prints what the SMTP server says' })
export class TestMailTask extends Task<{ readonly to: Email }> {
  constructor(
    private readonly configuration: TaskConfiguration,
    private readonly database: TaskDatabase,
    private readonly administration: Administration,
  ) {
    super();
  }

  protected async perform({ to }: { readonly to: Email }): Promise<object> {
    const { mail: configured, baseUrl } = this.configuration.read();
    if (!configured) throw new Error('SMTP_URL is not set: no mail is sent.');
    const { SmtpSender } = await import('@worktrack/adapter-mail');
    const mail = {
      kind: 'test',
      cause: randomUUID(),
      address: to,
      organizationId: null,
      expiresAt: null,
      url: baseUrl,
    } as const;
    const sender = new SmtpSender(configured.settings, TIMEOUTS);
    const result = await sender.send({ mail, createdAt: new Date() }, new AbortController().signal);
    if (result.outcome !== 'sent') throw new Error('failure' in result ? result.failure : 'The mail was not sent.');
    // The address takes mails: those of the outbox are sent to it again.
    const { adapters } = await this.database.open();
    await adapters.mailQueue.pardon(to);
    const { response } = result;
    return this.administration.change('mail:test', () => Promise.resolve({ result: { to, response }, touched: [] }));
  }

  @Option({ flags: '--to <email>', description: 'e-mail address', required: true })
  protected to(text: string): Email {
    return emailIn(text);
  }
}
