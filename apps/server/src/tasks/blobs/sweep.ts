import { openBlobs } from '@worktrack/adapter-blobs';
import { sweepBlobs, type SweepCounts } from '@worktrack/application';
import { Command, Option } from 'nest-commander';
import { guardStore } from '../../store.js';
import { Administration } from '../administration.js';
import { FailureWithResult } from '../failure-with-result.js';
import { TaskConfiguration } from '../task-configuration.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';

interface SweepBlobsOptions {
  readonly force?: true;
}

@Command({ name: 'blobs:sweep', description: 'move what no attachment needs to the trash, and empty the trash' })
export class SweepBlobsTask extends Task<SweepBlobsOptions> {
  constructor(
    private readonly configuration: TaskConfiguration,
    private readonly database: TaskDatabase,
    private readonly administration: Administration,
  ) {
    super();
  }

  protected async perform({ force }: SweepBlobsOptions): Promise<object> {
    const configuration = this.configuration.read();
    const store = await openBlobs(configuration);
    const open = await this.database.open();
    const { blobReferences: references, leases } = open.adapters;
    const ports = { store, references, leases, ownership: guardStore(store, open) };
    const outcome = await sweepBlobs(ports, { trashDays: configuration.attachmentTrashDays, force: force === true });
    if (outcome.state === 'notOurs') throw new Error(`${outcome.reason} See the task blobs:adopt.`);
    if (outcome.state === 'busy') throw new Error('Another process sweeps the store now.');
    const { state, ...counts } = outcome;
    const result: SweepCounts = counts;
    await this.administration.change('blobs:sweep', () => Promise.resolve({ result, touched: [] }));
    if (state === 'swept') return result;
    const words = `No attachment needs ${counts.unneeded} of ${counts.blobs} blobs: nothing went to the trash.`;
    throw new FailureWithResult(`${words} If that is right, sweep with --force.`, result);
  }

  @Option({ flags: '--force', description: 'also when it is more than the tenth part of the store' })
  protected force(): true {
    return true;
  }
}
