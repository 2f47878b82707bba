import { MOST_INVITATIONS, findOrganization } from '@worktrack/application';
import type { Slug } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { OrgOption } from '../options.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { slugIn } from '../values.js';

@Command({ name: 'invitation:list', description: 'the pending invitations of an Organization, by address' })
export class ListInvitationsTask extends Task<{ readonly org: Slug }> {
  constructor(
    private readonly administration: Administration,
    private readonly database: TaskDatabase,
  ) {
    super();
  }

  protected async perform({ org }: { readonly org: Slug }): Promise<object> {
    const { id } = await this.administration.look((tx) => findOrganization(tx, org));
    const { adapters } = await this.database.open();
    const { items } = await adapters.invitationViews.pending(
      { organizationId: id },
      { limit: MOST_INVITATIONS, cursor: undefined },
    );
    return items.map(({ id: invitation, email, role, invitedBy, createdAt, expiresAt }) => ({
      ...{ id: invitation, email, role, invitedBy: invitedBy.name, createdAt, expiresAt },
    }));
  }

  @OrgOption()
  protected org(text: string): Slug {
    return slugIn(text);
  }
}
