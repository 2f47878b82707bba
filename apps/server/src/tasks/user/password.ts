import { changePassword, findUser, normalPassword, problemOfPassword } from '@worktrack/application';
import { isCleanText, type Email } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Argon2Hasher } from '../../passwords/argon2.js';
import { MostCommonPasswords } from '../../passwords/most-common.js';
import { Administration } from '../administration.js';
import { EmailOption } from '../options.js';
import { Task } from '../task.js';
import { UsageError } from '../usage-error.js';
import { emailIn } from '../values.js';
import { readSecret } from './read-secret.js';

interface SetPasswordOptions {
  readonly email: Email;
}

@Command({
  name: 'user:password',
  description: 'set the password of a user, read from stdin or asked for at a terminal; all sessions of the user end',
})
export class SetPasswordTask extends Task<SetPasswordOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected async perform({ email }: SetPasswordOptions): Promise<object> {
    const password = normalPassword(
      await readSecret(process.stdin, process.stderr, `Password of ${email} (not shown): `),
    );
    const { name } = await this.administration.look((tx) => findUser(tx, email));
    const problem = isCleanText(password)
      ? await problemOfPassword(password, { email, name }, new MostCommonPasswords())
      : 'must not hold U+0000';
    if (problem !== undefined) throw new UsageError(`The password ${problem}.`);
    const hash = await new Argon2Hasher().hash(password);
    return this.administration.change('user:password', async (tx) => {
      const { id, publicId } = await findUser(tx, email);
      const ended = await changePassword(tx, { userId: id, hash });
      tx.emailChanges.remove(id);
      const sessions = ended.map((session) => ({ kind: 'session', id: session }) as const);
      const result = { publicId, passwordSet: true, sessionsEnded: ended.length };
      return { result, touched: [{ kind: 'password', id }, ...sessions] };
    });
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }
}
