import { Injectable } from '@nestjs/common';
import { beginRemoval, endRemoval, findOrganization } from '@worktrack/application';
import type { Slug } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { SlugOption } from '../options.js';
import { Task } from '../task.js';
import { slugIn } from '../values.js';

interface RemovalOptions {
  readonly slug: Slug;
}

/** Begins or ends the removal of an Organization. */
@Injectable()
abstract class RemovalTask extends Task<RemovalOptions> {
  protected abstract readonly task: string;
  protected abstract readonly change: typeof beginRemoval;

  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ slug }: RemovalOptions): Promise<object> {
    return this.administration.change(this.task, async (tx) => {
      const { id, suspendedAt, removalDueAt } = await this.change(tx, await findOrganization(tx, slug));
      const suspended = suspendedAt !== null || removalDueAt !== null;
      const result = { slug, suspended, removalDueAt: removalDueAt?.toISOString() ?? null };
      return { result, organizationId: id, touched: [{ kind: 'organization', id }] };
    });
  }

  @SlugOption()
  protected slug(text: string): Slug {
    return slugIn(text);
  }
}

@Command({
  name: 'org:remove',
  description: 'suspend an Organization now, to be deleted with all that it holds after 30 days',
})
export class RemoveOrganizationTask extends RemovalTask {
  protected readonly task = 'org:remove';
  protected readonly change = beginRemoval;
}

@Command({ name: 'org:keep', description: 'keep an Organization that was to be removed' })
export class KeepOrganizationTask extends RemovalTask {
  protected readonly task = 'org:keep';
  protected readonly change = endRemoval;
}
