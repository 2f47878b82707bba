import { completeHandover, removeUser } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption } from '../options.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { emailIn } from '../values.js';

interface RemoveUserOptions {
  readonly email: Email;
}

@Command({ name: 'user:remove', description: 'end an account: memberships, tokens, sessions, assignments' })
export class RemoveUserTask extends Task<RemoveUserOptions> {
  constructor(
    private readonly administration: Administration,
    private readonly database: TaskDatabase,
  ) {
    super();
  }

  protected async perform({ email }: RemoveUserOptions): Promise<object> {
    const { user, pending } = await this.administration.change('user:remove', async (tx) => {
      const removed = await removeUser(tx, email);
      const { user, revoked, ended, unassigned } = removed;
      return {
        result: removed,
        touched: [
          { kind: 'user', id: user.id, unassigned },
          ...revoked.map((id) => ({ kind: 'token', id }) as const),
          ...ended.map((id) => ({ kind: 'session', id }) as const),
        ],
      };
    });
    const { adapters } = await this.database.open();
    // When this process ends before, a server completes them.
    for (const organization of pending) await completeHandover(adapters.unitOfWork, organization, user.id);
    return { publicId: user.publicId, removed: true };
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }
}
