import { revokeInvitationOf } from '@worktrack/application';
import type { Email, Slug } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption, OrgOption } from '../options.js';
import { Task } from '../task.js';
import { emailIn, slugIn } from '../values.js';

interface RevokeInvitationOptions {
  readonly org: Slug;
  readonly email: Email;
}

@Command({ name: 'invitation:revoke', description: 'end the pending invitation of an address; its mail is not sent' })
export class RevokeInvitationTask extends Task<RevokeInvitationOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ org, email }: RevokeInvitationOptions): Promise<object> {
    return this.administration.change('invitation:revoke', async (tx) => {
      const { id, organizationId } = await revokeInvitationOf(tx, { org, email });
      return { result: { id, org, email, revoked: true }, organizationId, touched: [{ kind: 'invitation', id }] };
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
