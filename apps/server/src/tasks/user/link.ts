import { LINK_MINUTES, LINK_PURPOSES, createSignInLink, findUser, type LinkPurpose } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { welcomeUrl } from '../../welcome-url.js';
import { Administration } from '../administration.js';
import { EmailOption } from '../options.js';
import { TaskConfiguration } from '../task-configuration.js';
import { Task } from '../task.js';
import { UsageError } from '../usage-error.js';
import { emailIn, malformed } from '../values.js';

interface CreateLinkOptions {
  readonly email: Email;
  readonly purpose: LinkPurpose;
  readonly expiresInMinutes?: number;
}

@Command({ name: 'user:link', description: 'a link that signs a user in once; it is shown only here' })
export class CreateLinkTask extends Task<CreateLinkOptions> {
  constructor(
    private readonly administration: Administration,
    private readonly configuration: TaskConfiguration,
  ) {
    super();
  }

  protected perform({ email, purpose, expiresInMinutes = LINK_MINUTES.usual }: CreateLinkOptions): Promise<object> {
    const { baseUrl, passwordSignIn } = this.configuration.read();
    if (purpose === 'set-password' && !passwordSignIn) {
      throw new UsageError('Passwords are switched off (PASSWORD_SIGN_IN): create a link with --purpose sign-in.');
    }
    return this.administration.change('user:link', async (tx) => {
      const { id } = await findUser(tx, email);
      const { secret, expiresAt } = await createSignInLink(tx, { userId: id, purpose, expiresInMinutes });
      return { result: { url: welcomeUrl(baseUrl, secret), expiresAt }, touched: [{ kind: 'user', id }] };
    });
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }

  @Option({ flags: '--purpose <purpose>', description: 'sign-in or set-password', required: true })
  protected purpose(text: string): LinkPurpose {
    return LINK_PURPOSES.find((purpose) => purpose === text) ?? malformed(LINK_PURPOSES.join(' or '));
  }

  @Option({ flags: '--expires-in-minutes <minutes>', description: '1 to 10080; 60 when absent' })
  protected expiresInMinutes(text: string): number {
    const { fewest, most } = LINK_MINUTES;
    const minutes = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
    return minutes >= fewest && minutes <= most ? minutes : malformed(`an integer from ${fewest} to ${most}`);
  }
}
