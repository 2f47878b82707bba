import { changeMember } from '@worktrack/application';
import type { Email, Role, Slug, Username } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { DefaultOption, EmailOption, OrgOption, UsernameOption } from '../options.js';
import { Task } from '../task.js';
import { emailIn, roleIn, slugIn, usernameIn } from '../values.js';
import { UsageError } from '../usage-error.js';
import { administeredMember } from './administered-member.js';

interface ChangeMemberOptions {
  readonly org: Slug;
  readonly email: Email;
  readonly role?: Role;
  readonly username?: Username;
  readonly clearUsername?: true;
  readonly default?: boolean;
}

@Command({ name: 'member:role', description: 'change the role or username of a member' })
export class ChangeMemberTask extends Task<ChangeMemberOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected async perform({
    clearUsername,
    default: makeDefault = false,
    ...named
  }: ChangeMemberOptions): Promise<object> {
    const { org, email, role, username } = named;
    if (role === undefined && username === undefined && !clearUsername && !makeDefault) {
      throw new UsageError('member:role needs at least one of --role, --username, --clear-username and --default');
    }
    if (username !== undefined && clearUsername) {
      throw new UsageError('--username and --clear-username exclude each other');
    }
    return this.administration.change('member:role', async (tx) => {
      const changes = { role, username: clearUsername ? null : username, makeDefault };
      return administeredMember({ org, email }, await changeMember(tx, { org, email, ...changes }));
    });
  }

  @OrgOption()
  protected org(text: string): Slug {
    return slugIn(text);
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }

  @Option({ flags: '--role <role>', description: 'owner, admin or member' })
  protected role(text: string): Role {
    return roleIn(text);
  }

  @UsernameOption()
  protected username(text: string): Username {
    return usernameIn(text);
  }

  @Option({ flags: '--clear-username', description: 'take the username away' })
  protected clearUsername(): true {
    return true;
  }

  @DefaultOption()
  protected default(): true {
    return true;
  }
}
