import { Injectable } from '@nestjs/common';
import { resumeOrganization, suspendOrganization } from '@worktrack/application';
import type { Slug } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { SlugOption } from '../options.js';
import { Task } from '../task.js';
import { slugIn } from '../values.js';

interface SuspensionOptions {
  readonly slug: Slug;
}

/** Begins or ends the suspension of an Organization. */
@Injectable()
abstract class SuspensionTask extends Task<SuspensionOptions> {
  protected abstract readonly task: string;
  protected abstract readonly change: typeof suspendOrganization;

  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ slug }: SuspensionOptions): Promise<object> {
    return this.administration.change(this.task, async (tx) => {
      const { id, suspendedAt, removalDueAt } = await this.change(tx, slug);
      const result = { slug, suspended: suspendedAt !== null || removalDueAt !== null };
      return { result, organizationId: id, touched: [{ kind: 'organization', id }] };
    });
  }

  @SlugOption()
  protected slug(text: string): Slug {
    return slugIn(text);
  }
}

@Command({ name: 'org:suspend', description: 'keep the members of an Organization out' })
export class SuspendOrganizationTask extends SuspensionTask {
  protected readonly task = 'org:suspend';
  protected readonly change = suspendOrganization;
}

@Command({ name: 'org:resume', description: 'end the suspension of an Organization' })
export class ResumeOrganizationTask extends SuspensionTask {
  protected readonly task = 'org:resume';
  protected readonly change = resumeOrganization;
}
