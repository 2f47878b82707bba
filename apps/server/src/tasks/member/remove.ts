import { removeMember } from '@worktrack/application';
import type { Email, Slug } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption, OrgOption } from '../options.js';
import { Task } from '../task.js';
import { emailIn, slugIn } from '../values.js';

interface RemoveMemberOptions {
  readonly org: Slug;
  readonly email: Email;
}

@Command({ name: 'member:remove', description: 'end a membership; what is assigned stays so' })
export class RemoveMemberTask extends Task<RemoveMemberOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ org, email }: RemoveMemberOptions): Promise<object> {
    return this.administration.change('member:remove', async (tx) => {
      const { organizationId, userId } = await removeMember(tx, { org, email });
      const result = { org, email, removed: true };
      return { result, organizationId, touched: [{ kind: 'membership', id: userId }] };
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
}
