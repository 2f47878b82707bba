import { removeUser } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption } from '../options.js';
import { Task } from '../task.js';
import { emailIn } from '../values.js';

interface RemoveUserOptions {
  readonly email: Email;
}

@Command({ name: 'user:remove', description: 'end an account: memberships, tokens, sessions, assignments' })
export class RemoveUserTask extends Task<RemoveUserOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ email }: RemoveUserOptions): Promise<object> {
    return this.administration.change('user:remove', async (tx) => {
      const { user, revoked, ended, unassigned } = await removeUser(tx, email);
      return {
        result: { publicId: user.publicId, removed: true },
        touched: [
          { kind: 'user', id: user.id, unassigned },
          ...revoked.map((id) => ({ kind: 'token', id }) as const),
          ...ended.map((id) => ({ kind: 'session', id }) as const),
        ],
      };
    });
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }
}
