import { createOrganization } from '@worktrack/application';
import type { DisplayName, Email, Slug, TimeZone } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { SlugOption, TimeZoneOption } from '../options.js';
import { Task } from '../task.js';
import { descriptionIn, emailIn, nameIn, slugIn, timeZoneIn } from '../values.js';

interface CreateOrganizationOptions {
  readonly slug: Slug;
  readonly name: DisplayName;
  readonly owner: Email;
  readonly description?: string;
  readonly timeZone?: TimeZone;
}

@Command({ name: 'org:create', description: 'a new Organization with its first owner' })
export class CreateOrganizationTask extends Task<CreateOrganizationOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ slug, name, owner, description, timeZone }: CreateOrganizationOptions): Promise<object> {
    return this.administration.change('org:create', async (tx) => {
      const wanted = { slug, name, description: description ?? null, timeZone, owner };
      const { id } = await createOrganization(tx, wanted);
      return { result: { id, slug, name }, organizationId: id, touched: [{ kind: 'organization', id }] };
    });
  }

  @SlugOption()
  protected slug(text: string): Slug {
    return slugIn(text);
  }

  @Option({ flags: '--name <name>', description: 'what it is called', required: true })
  protected name(text: string): DisplayName {
    return nameIn(text);
  }

  @Option({ flags: '--owner <email>', description: 'e-mail address of an existing user', required: true })
  protected owner(text: string): Email {
    return emailIn(text);
  }

  @TimeZoneOption()
  protected timeZone(text: string): TimeZone {
    return timeZoneIn(text);
  }

  @Option({ flags: '--description <text>', description: 'a few words about it' })
  protected about(text: string): string {
    return descriptionIn(text);
  }
}
