import { findUser } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption } from '../options.js';
import { Task } from '../task.js';
import { emailIn } from '../values.js';

interface ConfirmOptions {
  readonly email: Email;
}

@Command({
  name: 'user:confirm',
  description: 'say that a user receives mail at the address: a provider of identities can then be connected by it',
})
export class ConfirmTask extends Task<ConfirmOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ email }: ConfirmOptions): Promise<object> {
    return this.administration.change('user:confirm', async (tx) => {
      const user = await findUser(tx, email);
      const emailConfirmedAt = user.emailConfirmedAt ?? (await tx.instant());
      tx.users.save({ ...user, emailConfirmedAt });
      return { result: { publicId: user.publicId, emailConfirmedAt }, touched: [{ kind: 'user', id: user.id }] };
    });
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }
}
