import { findUser, refuse, setAvatar, updateMe, type AdministrationTransaction } from '@worktrack/application';
import type { DisplayName, Email, UserId } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption } from '../options.js';
import { Task } from '../task.js';
import { UsageError } from '../usage-error.js';
import { emailIn, nameIn } from '../values.js';
import { avatarIn } from './avatar-file.js';

interface UpdateUserOptions {
  readonly email: Email;
  readonly name?: DisplayName;
  readonly newEmail?: Email;
  readonly picture?: string;
}

@Command({ name: 'user:update', description: 'another name, e-mail address or picture of a user' })
export class UpdateUserTask extends Task<UpdateUserOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected async perform({ email, name, newEmail, picture }: UpdateUserOptions): Promise<object> {
    if (name === undefined && newEmail === undefined && picture === undefined) {
      throw new UsageError('--name, --new-email or --picture is needed: nothing is to be changed.');
    }
    const avatar = picture === undefined ? undefined : await avatarIn(picture, '--picture');
    return this.administration.change('user:update', async (tx) => {
      const user = await findUser(tx, email);
      if (name !== undefined) await updateMe(tx, user.id, { name });
      if (avatar) await setAvatar(tx, user.id, avatar);
      if (newEmail !== undefined && newEmail !== email) await changeAddress(tx, user.id, newEmail);
      const { id, publicId } = user;
      return {
        result: { id, publicId, email: newEmail ?? email, name: name ?? user.name },
        touched: [{ kind: 'user', id }],
      };
    });
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }

  @Option({ flags: '--name <name>', description: 'what the user is called' })
  protected name(text: string): DisplayName {
    return nameIn(text);
  }

  @Option({ flags: '--new-email <email>', description: 'the new e-mail address, which is not confirmed by a mail' })
  protected newEmail(text: string): Email {
    return emailIn(text);
  }

  @Option({
    flags: '--picture <path>',
    description: 'what the user looks like: a PNG, JPEG, WebP or GIF file, at most 4 MiB',
  })
  protected picture(path: string): string {
    return path;
  }
}

/** Gives an account another address. Links and a change that were mailed to the old one end. */
async function changeAddress(tx: AdministrationTransaction, id: UserId, email: Email): Promise<void> {
  if (await tx.users.find(email)) refuse('CONFLICT', `A user with the e-mail address ${email} exists already.`);
  tx.users.changeEmail(id, email, null);
  tx.emailChanges.remove(id);
  tx.signInLinks.removeAllOf(id);
}
