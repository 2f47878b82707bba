import { openBlobs } from '@worktrack/adapter-blobs';
import { adoptStore, verifyBlobs, type BlobStore } from '@worktrack/application';
import { Command, Option } from 'nest-commander';
import { BackupReader } from '../../backups/backup-reader.js';
import { assertFree, restoreBlobs } from '../../backups/restore-backup.js';
import { restoreDatabase, verifyDatabase } from '../../database.js';
import { Administration } from '../administration.js';
import { FailureWithResult } from '../failure-with-result.js';
import { TaskConfiguration } from '../task-configuration.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';

interface RestoreOptions {
  readonly file: string;
}

/** Makes what a backup has in an empty database and store, and checks it. */
@Command({ name: 'db:restore', description: 'make what a backup has in an empty database, and check it' })
export class RestoreTask extends Task<RestoreOptions> {
  constructor(
    private readonly configuration: TaskConfiguration,
    private readonly database: TaskDatabase,
    private readonly administration: Administration,
  ) {
    super();
  }

  protected async perform({ file }: RestoreOptions): Promise<object> {
    const reader = await BackupReader.open(file);
    try {
      await reader.check();
      return await this.restore(reader, file);
    } finally {
      reader.close();
    }
  }

  private async restore(reader: BackupReader, file: string): Promise<object> {
    const { at, release, migration, tables, sequences, storeId: backedUpStore, attachments } = reader.manifest;
    const store = await openBlobs(this.configuration.read());
    await assertFree(store, backedUpStore);
    const server = await this.database.server();
    const backup = { migration, tables, sequences, rowsOf: (table: { readonly name: string }) => reader.rowsOf(table) };
    const { storeId, missing } = await restoreDatabase(server, backup, () =>
      restoreBlobs(reader, store, () => this.tie(store)),
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const { checked, violations } = await this.verify(store);
    const restored = { file, at, release, rows, attachments: attachments?.blobs ?? null, missing, storeId };
    const result = { ...restored, checked, violations };
    if (violations.length === 0) return result;
    throw new FailureWithResult(`Restored; rules that are broken: ${violations.length} of ${checked}.`, result);
  }

  /** Makes the store that of the restored database. Returns its new id, and how many attachments have no bytes there. */
  private async tie(store: BlobStore): Promise<{ readonly storeId: string; readonly missing: number }> {
    const { adapters } = await this.database.open();
    const { storeTies: ties, blobReferences: references } = adapters;
    const result = await adoptStore({ store, ties, references });
    return this.administration.change('db:restore', () => Promise.resolve({ result, touched: [] }));
  }

  private async verify(
    store: BlobStore,
  ): Promise<{ readonly checked: number; readonly violations: readonly object[] }> {
    const { adapters } = await this.database.open();
    const records = await verifyDatabase(await this.database.server());
    const blobs = await verifyBlobs({ store, references: adapters.blobReferences });
    return { checked: records.checked + blobs.checked, violations: [...records.violations, ...blobs.violations] };
  }

  @Option({ flags: '--file <path>', description: 'the backup', required: true })
  protected file(path: string): string {
    return path;
  }
}
