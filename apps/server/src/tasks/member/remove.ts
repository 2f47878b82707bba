import { completeHandover, removeMember } from '@worktrack/application';
import type { Email, Slug } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption, OrgOption } from '../options.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { emailIn, slugIn } from '../values.js';

interface RemoveMemberOptions {
  readonly org: Slug;
  readonly email: Email;
  readonly reassignTo?: Email;
}

@Command({ name: 'member:remove', description: 'end a membership' })
export class RemoveMemberTask extends Task<RemoveMemberOptions> {
  constructor(
    private readonly administration: Administration,
    private readonly database: TaskDatabase,
  ) {
    super();
  }

  protected async perform({ org, email, reassignTo }: RemoveMemberOptions): Promise<object> {
    const { organizationId, userId } = await this.administration.change('member:remove', async (tx) => {
      const ended = await removeMember(tx, { org, email, reassignTo });
      const touched = [{ kind: 'membership', id: ended.userId }] as const;
      return { result: ended, organizationId: ended.organizationId, touched };
    });
    const { adapters } = await this.database.open();
    // When this process ends before, a server completes it.
    await completeHandover(adapters.unitOfWork, organizationId, userId);
    return { org, email, removed: true };
  }

  @OrgOption()
  protected org(text: string): Slug {
    return slugIn(text);
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }

  @Option({
    flags: '--reassign-to <email>',
    description: 'the member who gets the open Work Items; when absent, what is assigned stays so',
  })
  protected reassignTo(text: string): Email {
    return emailIn(text);
  }
}
