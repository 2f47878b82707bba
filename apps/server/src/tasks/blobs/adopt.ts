import { openBlobs } from '@worktrack/adapter-blobs';
import { administer, adoptStore } from '@worktrack/application';
import { Command } from 'nest-commander';
import { readConfiguration } from '../../config.js';
import { Administration } from '../administration.js';
import { Task } from '../task.js';

@Command({ name: 'blobs:adopt', description: 'make the configured store of attachments the one of this database' })
export class AdoptBlobsTask extends Task<object> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected async perform(): Promise<object> {
    const store = await openBlobs(readConfiguration(process.env));
    return this.administration.onDatabase(async ({ adapters }) => {
      const { storeTies: ties, blobReferences: references } = adapters;
      const answer = await adoptStore({ store, ties, references });
      return administer(adapters.administration, 'blobs:adopt', () => Promise.resolve({ answer, touched: [] }));
    });
  }
}
