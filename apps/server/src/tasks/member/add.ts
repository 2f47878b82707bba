import { addMember } from '@worktrack/application';
import type { Email, Role, Slug, Username } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { DefaultOption, EmailOption, OrgOption, UsernameOption } from '../options.js';
import { Task } from '../task.js';
import { emailIn, roleIn, slugIn, usernameIn } from '../values.js';
import { administeredMember } from './administered-member.js';

interface AddMemberOptions {
  readonly org: Slug;
  readonly email: Email;
  readonly role: Role;
  readonly username?: Username;
  readonly default?: true;
}

@Command({ name: 'member:add', description: 'make a user a member of an Organization' })
export class AddMemberTask extends Task<AddMemberOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ username, default: isDefault, ...named }: AddMemberOptions): Promise<object> {
    return this.administration.change('member:add', async (tx) => {
      const command = { ...named, username, makeDefault: isDefault === true };
      return administeredMember(named, await addMember(tx, command));
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

  @Option({ flags: '--role <role>', description: 'owner, admin or member', required: true })
  protected role(text: string): Role {
    return roleIn(text);
  }

  @UsernameOption()
  protected username(text: string): Username {
    return usernameIn(text);
  }

  @DefaultOption()
  protected default(): true {
    return true;
  }
}
