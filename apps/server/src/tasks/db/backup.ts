import { openBlobs } from '@worktrack/adapter-blobs';
import { withoutSweep } from '@worktrack/application';
import { Command, Option } from 'nest-commander';
import { writeBackup, writeBackupFile, type BackupSource } from '../../backups/make-backup.js';
import { backUpDatabase } from '../../database.js';
import { RELEASE } from '../../release.js';
import { FailureWithResult } from '../failure-with-result.js';
import { TaskConfiguration } from '../task-configuration.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { UsageError } from '../usage-error.js';

interface BackupOptions {
  readonly out: string;
  readonly attachments?: true;
  readonly json?: true;
}

/** Writes all records, as of one moment, into a file. Reads only. */
@Command({ name: 'db:backup', description: 'write all records, and the bytes of attachments if wanted, into one file' })
export class BackupTask extends Task<BackupOptions> {
  constructor(
    private readonly configuration: TaskConfiguration,
    private readonly database: TaskDatabase,
  ) {
    super();
  }

  protected async perform({ out: file, attachments, json }: BackupOptions): Promise<object | string> {
    if (file === '-' && json) throw new UsageError('--out - and --json exclude each other: both want standard output');
    const store = attachments === true ? await openBlobs(this.configuration.read()) : undefined;
    const { adapters } = await this.database.open();
    const server = await this.database.server();
    const source: BackupSource = {
      release: RELEASE,
      snapshot: (work) => backUpDatabase(server, work),
      ...(store && { store }),
    };
    const {
      missing,
      at,
      rows,
      attachments: kept,
      ...bytes
    } = await withoutSweep(adapters.leases, () =>
      file === '-' ? writeBackup(source, process.stdout) : writeBackupFile(source, file),
    );
    const lost = `The store lacks the bytes of ${missing} attachments: the backup has all but these.`;
    if (file === '-') {
      if (missing > 0) throw new Error(lost);
      return '';
    }
    const result = { file, ...bytes, rows, attachments: kept, at };
    if (missing > 0) throw new FailureWithResult(lost, result);
    return result;
  }

  @Option({ flags: '--out <file>', description: 'where to write it; - is standard output', required: true })
  protected out(text: string): string {
    return text;
  }

  @Option({ flags: '--attachments', description: 'with the bytes of attachments' })
  protected attachments(): true {
    return true;
  }
}
