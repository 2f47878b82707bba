import { endSessionsOf, findUser } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption } from '../options.js';
import { Task } from '../task.js';
import { emailIn } from '../values.js';

interface SignOutOptions {
  readonly email: Email;
}

@Command({ name: 'user:sign-out', description: 'end all sessions of a user, and the links that are not used yet' })
export class SignOutTask extends Task<SignOutOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ email }: SignOutOptions): Promise<object> {
    return this.administration.change('user:sign-out', async (tx) => {
      const { id, publicId } = await findUser(tx, email);
      tx.signInLinks.removeAllOf(id);
      const ended = await endSessionsOf(tx, id);
      tx.emailChanges.remove(id);
      return {
        result: { publicId, sessionsEnded: ended.length },
        touched: [{ kind: 'user', id }, ...ended.map((session) => ({ kind: 'session', id: session }) as const)],
      };
    });
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }
}
