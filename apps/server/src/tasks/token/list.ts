import { findUser } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { Task } from '../task.js';
import { emailIn } from '../values.js';

interface Options {
  readonly email: Email;
}

@Command({ name: 'token:list', description: 'the tokens of a user, the oldest first' })
export class ListTokensTask extends Task<Options> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ email }: Options): Promise<object> {
    return this.administration.look(async (tx) => {
      const tokens = await tx.accessTokens.list((await findUser(tx, email)).id);
      return tokens.map(({ id: credentialId, ...rest }) => ({ credentialId, ...rest }));
    });
  }

  @Option({ flags: '--email <email>', description: 'e-mail address of the user', required: true })
  protected email(text: string): Email {
    return emailIn(text);
  }
}
