import { createOrganization } from '@worktrack/application';
import type { DisplayName, Email, Slug } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { SlugOption } from '../options.js';
import { Task } from '../task.js';
import { descriptionIn, emailIn, nameIn, slugIn } from '../values.js';

interface CreateOrganizationOptions {
  readonly slug: Slug;
  readonly name: DisplayName;
  readonly owner: Email;
  readonly description?: string;
}

@Command({ name: 'org:create', description: 'a new Organization with its first owner' })
export class CreateOrganizationTask extends Task<CreateOrganizationOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected perform({ slug, name, owner, description }: CreateOrganizationOptions): Promise<object> {
    return this.administration.change('org:create', async (tx) => {
      const { id } = await createOrganization(tx, { slug, name, description: description ?? null, owner });
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

  @Option({ flags: '--description <text>', description: 'a few words about it' })
  protected about(text: string): string {
    return descriptionIn(text);
  }
}
