import { TOKEN_DAYS, createToken } from '@worktrack/application';
import type { DisplayName, Email, ProjectKey, AnyScope, Slug } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { EmailOption } from '../options.js';
import { Task } from '../task.js';
import { UsageError } from '../usage-error.js';
import { daysIn, emailIn, nameIn, projectKeyIn, scopesIn, slugIn } from '../values.js';

interface CreateTokenOptions {
  readonly email: Email;
  readonly name: DisplayName;
  readonly scopes: readonly AnyScope[];
  readonly org: readonly Slug[];
  readonly project?: readonly ProjectKey[];
  readonly expiresInDays?: number;
}

@Command({ name: 'token:create', description: 'a new token; its text is shown only here' })
export class CreateTokenTask extends Task<CreateTokenOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected async perform({
    org,
    project,
    expiresInDays = TOKEN_DAYS.usual,
    ...wanted
  }: CreateTokenOptions): Promise<object> {
    if (project && new Set(org).size !== 1) throw new UsageError('--project needs exactly one --org');
    const grants = org.map((slug) => ({ org: slug, projects: project }));
    return this.administration.change('token:create', async (tx) => {
      const result = await createToken(tx, { ...wanted, grants, expiresInDays });
      return { result, touched: [{ kind: 'token', id: result.credentialId }] };
    });
  }

  @EmailOption()
  protected email(text: string): Email {
    return emailIn(text);
  }

  @Option({ flags: '--name <name>', description: 'what the token is called', required: true })
  protected name(text: string): DisplayName {
    return nameIn(text);
  }

  @Option({ flags: '--scopes <scopes>', description: 'a comma-separated list, or all', required: true })
  protected scopes(text: string): readonly AnyScope[] {
    return scopesIn(text.split(',').map((word) => word.trim()));
  }

  @Option({ flags: '--org <slug>', description: 'an Organization it may touch; repeatable', required: true })
  protected org(text: string, others: readonly Slug[] = []): readonly Slug[] {
    return [...others, slugIn(text)];
  }

  @Option({ flags: '--project <key>', description: 'only this Project of the one Organization; repeatable' })
  protected project(text: string, others: readonly ProjectKey[] = []): readonly ProjectKey[] {
    return [...others, projectKeyIn(text)];
  }

  @Option({ flags: '--expires-in-days <days>', description: '1 to 366; 90 when absent' })
  protected expiresInDays(text: string): number {
    return daysIn(/^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN);
  }
}
