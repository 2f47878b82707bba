import { openBlobs } from '@worktrack/adapter-blobs';
import { purgeAttachments } from '@worktrack/application';
import { Command, Option } from 'nest-commander';
import { guardStore } from '../../store.js';
import { TaskConfiguration } from '../task-configuration.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { pastInstantIn } from '../values.js';

interface PurgeAttachmentsOptions {
  readonly deletedBefore: Date;
}

@Command({ name: 'attachments:purge', description: 'delete the files of Work Items that were deleted long ago' })
export class PurgeAttachmentsTask extends Task<PurgeAttachmentsOptions> {
  constructor(
    private readonly configuration: TaskConfiguration,
    private readonly database: TaskDatabase,
  ) {
    super();
  }

  protected async perform({ deletedBefore }: PurgeAttachmentsOptions): Promise<object> {
    const blobs = await openBlobs(this.configuration.read());
    const open = await this.database.open();
    const { administration, leases } = open.adapters;
    return purgeAttachments({ administration, blobs, leases, ownership: guardStore(blobs, open) }, deletedBefore);
  }

  @Option({
    flags: '--deleted-before <instant>',
    description:
      'of Work Items that were deleted before this day or instant, in UTC: 2026-01-31 or 2026-01-31T12:00:00Z',
    required: true,
  })
  protected deletedBefore(text: string): Date {
    return pastInstantIn(text);
  }
}
