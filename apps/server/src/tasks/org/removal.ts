import { beginRemoval, endRemoval, findOrganization, REMOVAL_DAYS } from '@worktrack/application';
import type { Slug } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { SlugOption } from '../options.js';
import { Task } from '../task.js';
import { daysToDeletionIn, slugIn } from '../values.js';

interface RemovalOptions {
  readonly slug: Slug;
  readonly days?: number;
}

/** Changes the removal of an Organization in one transaction. */
function changeRemoval(
  administration: Administration,
  task: string,
  slug: Slug,
  change: typeof endRemoval,
): Promise<object> {
  return administration.change(task, async (tx) => {
    const { id, suspendedAt, removalDueAt } = await change(tx, await findOrganization(tx, slug));
    const suspended = suspendedAt !== null || removalDueAt !== null;
    const result = { slug, suspended, removalDueAt: removalDueAt?.toISOString() ?? null };
    return { result, organizationId: id, touched: [{ kind: 'organization', id }] };
  });
}

@Command({
  name: 'org:remove',
  description: 'suspend an Organization now, to be deleted with all that it holds after 30 days',
})
export class RemoveOrganizationTask extends Task<RemovalOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ slug, days = REMOVAL_DAYS }: RemovalOptions): Promise<object> {
    return changeRemoval(this.administration, 'org:remove', slug, (tx, before) => beginRemoval(tx, before, days));
  }

  @SlugOption()
  protected slug(text: string): Slug {
    return slugIn(text);
  }

  @Option({ flags: '--days <number>', description: `days until the deletion, 1 to ${REMOVAL_DAYS} [${REMOVAL_DAYS}]` })
  protected days(text: string): number {
    return daysToDeletionIn(text);
  }
}

@Command({ name: 'org:keep', description: 'keep an Organization that was to be removed' })
export class KeepOrganizationTask extends Task<RemovalOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ slug }: RemovalOptions): Promise<object> {
    return changeRemoval(this.administration, 'org:keep', slug, endRemoval);
  }

  @SlugOption()
  protected slug(text: string): Slug {
    return slugIn(text);
  }
}
