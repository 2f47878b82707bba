import { resumeOrganization } from '@worktrack/application';
import type { Slug } from '@worktrack/domain';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { SlugOption } from '../options.js';
import { Task } from '../task.js';
import { slugIn } from '../values.js';

interface Options {
  readonly slug: Slug;
}

@Command({ name: 'org:resume', description: 'end the suspension of an Organization' })
export class ResumeOrganizationTask extends Task<Options> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ slug }: Options): Promise<object> {
    return this.administration.change('org:resume', async (tx) => {
      const { id, suspendedAt } = await resumeOrganization(tx, slug);
      const answer = { slug, suspended: suspendedAt !== null };
      return { answer, organizationId: id, touched: [{ kind: 'organization', id }] };
    });
  }

  @SlugOption()
  protected slug(text: string): Slug {
    return slugIn(text);
  }
}
