import { createUser } from '@worktrack/application';
import type { DisplayName, Email } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption } from '../options.js';
import { Task } from '../task.js';
import { emailIn, nameIn } from '../values.js';
import { avatarIn } from './avatar-file.js';

interface CreateUserOptions {
  readonly email: Email;
  readonly name: DisplayName;
  readonly avatar?: string;
}

@Command({ name: 'user:create', description: 'a new account' })
export class CreateUserTask extends Task<CreateUserOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected async perform({ avatar: file, ...wanted }: CreateUserOptions): Promise<object> {
    const avatar = file === undefined ? undefined : await avatarIn(file, '--avatar');
    return this.administration.change('user:create', async (tx) => {
      const { id, publicId, email, name } = await createUser(tx, { ...wanted, avatar });
      return { result: { id, publicId, email, name }, touched: [{ kind: 'user', id }] };
    });
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }

  @Option({ flags: '--name <name>', description: 'what the user is called', required: true })
  protected name(text: string): DisplayName {
    return nameIn(text);
  }

  @Option({
    flags: '--avatar <path>',
    description: 'what the user looks like: a PNG, JPEG, WebP or GIF file, at most 4 MiB',
  })
  protected avatar(path: string): string {
    return path;
  }
}
