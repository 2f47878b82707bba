import { findUser } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption } from '../options.js';
import { Task } from '../task.js';
import { emailIn } from '../values.js';

interface ListTokensOptions {
  readonly email: Email;
}

@Command({ name: 'token:list', description: 'the tokens of a user, the oldest first' })
export class ListTokensTask extends Task<ListTokensOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ email }: ListTokensOptions): Promise<object> {
    return this.administration.look(async (tx) => {
      const tokens = await tx.accessTokens.list((await findUser(tx, email)).id);
      return tokens.map(({ id: credentialId, ...rest }) => ({ credentialId, ...rest }));
    });
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }
}
