import { Access, findMembership, findUser, inviteMembers } from '@worktrack/application';
import type { Email, Role, Slug } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption, OrgOption } from '../options.js';
import { TaskConfiguration } from '../task-configuration.js';
import { Task } from '../task.js';
import { emailIn, messageIn, roleIn, slugIn } from '../values.js';

interface CreateInvitationOptions {
  readonly org: Slug;
  readonly email: Email;
  readonly role: Role;
  readonly by: Email;
  readonly message?: string;
}

@Command({
  name: 'invitation:create',
  description: 'invite somebody to an Organization; the link is shown only here, and mailed where mail is configured',
})
export class CreateInvitationTask extends Task<CreateInvitationOptions> {
  constructor(
    private readonly administration: Administration,
    private readonly configuration: TaskConfiguration,
  ) {
    super();
  }

  protected perform({ org, email, role, by, message }: CreateInvitationOptions): Promise<object> {
    const { baseUrl } = this.configuration.read();
    return this.administration.change('invitation:create', async (tx) => {
      const inviter = await findUser(tx, by);
      const { organizationId, role: own } = await findMembership(tx, org, inviter);
      const [result] = await inviteMembers(tx, Access.onBehalfOf(organizationId, inviter.id, own), {
        invitations: [{ email, role, message: message ?? null }],
        inviterName: inviter.name,
        linkOf: (token) => `${baseUrl}/invitation#${token}`,
      });
      if (!result || 'refusal' in result) throw result?.refusal ?? new Error('An invitation has no result.');
      const { id, expiresAt } = result.invitation;
      return {
        result: { id, org, email, role, expiresAt, url: result.url },
        organizationId,
        touched: [{ kind: 'invitation', id }],
      };
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

  @Option({
    flags: '--by <email>',
    description: 'the owner in whose name it is; for a member also an administrator',
    required: true,
  })
  protected by(text: string): Email {
    return emailIn(text);
  }

  @Option({ flags: '--message <text>', description: 'words of the inviter, at most 500 characters' })
  protected message(text: string): string {
    return messageIn(text);
  }
}
