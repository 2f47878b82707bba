import { openBlobs } from '@worktrack/adapter-blobs';
import { adoptStore } from '@worktrack/application';
import { Command } from 'nest-commander';
import { Administration } from '../administration.js';
import { TaskConfiguration } from '../task-configuration.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';

@Command({ name: 'blobs:adopt', description: 'make the configured store of attachments the one of this database' })
export class AdoptBlobsTask extends Task<object> {
  constructor(
    private readonly configuration: TaskConfiguration,
    private readonly database: TaskDatabase,
    private readonly administration: Administration,
  ) {
    super();
  }

  protected async perform(): Promise<object> {
    const store = await openBlobs(this.configuration.read());
    const { adapters } = await this.database.open();
    const { storeTies: ties, blobReferences: references } = adapters;
    const result = await adoptStore({ store, ties, references });
    return this.administration.change('blobs:adopt', () => Promise.resolve({ result, touched: [] }));
  }
}
