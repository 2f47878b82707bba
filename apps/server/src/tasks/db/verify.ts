import { openBlobs } from '@worktrack/adapter-blobs';
import { findOrganization, verifyBlobs } from '@worktrack/application';
import type { OrganizationId, Slug } from '@worktrack/domain';
import { Command, Option } from 'nest-commander';
import { verifyDatabase } from '../../database.js';
import { Administration } from '../administration.js';
import { FailureWithResult } from '../failure-with-result.js';
import { TaskConfiguration } from '../task-configuration.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { slugIn } from '../values.js';

interface VerifyOptions {
  readonly org?: Slug;
  readonly bytes?: true;
}

/** Checks what the database and the store of attachments keep. Reads only. */
@Command({ name: 'db:verify', description: 'check the rules that stored records and attachments keep' })
export class VerifyTask extends Task<VerifyOptions> {
  constructor(
    private readonly configuration: TaskConfiguration,
    private readonly database: TaskDatabase,
    private readonly administration: Administration,
  ) {
    super();
  }

  protected async perform({ org, bytes }: VerifyOptions): Promise<object> {
    const organizationId = org === undefined ? undefined : await this.organization(org);
    const store = await openBlobs(this.configuration.read());
    const { adapters } = await this.database.open();
    const records = await verifyDatabase(await this.database.server(), organizationId);
    const blobs = await verifyBlobs(
      { store, references: adapters.blobReferences },
      { readBytes: bytes === true, ...(organizationId !== undefined && { organizationId }) },
    );
    const violations = [...records.violations, ...blobs.violations];
    const result = { checked: records.checked + blobs.checked, violations };
    if (violations.length === 0) return result;
    throw new FailureWithResult(`Rules that are broken: ${violations.length} of ${result.checked}.`, result);
  }

  /** Throws `NOT_FOUND` when there is no such Organization. */
  private async organization(slug: Slug): Promise<OrganizationId> {
    return this.administration.look(async (tx) => (await findOrganization(tx, slug)).id);
  }

  @Option({ flags: '--org <slug>', description: 'only this Organization' })
  protected org(text: string): Slug {
    return slugIn(text);
  }

  @Option({ flags: '--bytes', description: 'read the bytes of all attachments and compare their SHA-256' })
  protected bytes(): true {
    return true;
  }
}
