import { changeOrganization, findOrganization } from '@worktrack/application';
import type { DisplayName, Slug, TimeZone } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { SlugOption, TimeZoneOption } from '../options.js';
import { Task } from '../task.js';
import { UsageError } from '../usage-error.js';
import { nameIn, slugIn, timeZoneIn } from '../values.js';

interface UpdateOrganizationOptions {
  readonly slug: Slug;
  readonly name?: DisplayName;
  readonly timeZone?: TimeZone;
}

@Command({ name: 'org:update', description: 'another name or time zone for an Organization' })
export class UpdateOrganizationTask extends Task<UpdateOrganizationOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ slug, ...changes }: UpdateOrganizationOptions): Promise<object> {
    if (Object.keys(changes).length === 0)
      throw new UsageError('org:update needs at least one of --name and --time-zone');
    return this.administration.change('org:update', async (tx) => {
      const { id, name, timeZone } = await changeOrganization(tx, await findOrganization(tx, slug), changes);
      return { result: { slug, name, timeZone }, organizationId: id, touched: [{ kind: 'organization', id }] };
    });
  }

  @SlugOption()
  protected slug(text: string): Slug {
    return slugIn(text);
  }

  @Option({ flags: '--name <name>', description: 'what it is called' })
  protected name(text: string): DisplayName {
    return nameIn(text);
  }

  @TimeZoneOption()
  protected timeZone(text: string): TimeZone {
    return timeZoneIn(text);
  }
}
