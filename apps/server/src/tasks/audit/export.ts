import { Command, Option } from 'nest-commander';
import { NewFile } from '../../backups/new-file.js';
import { exportAuditTrail } from '../../database.js';
import { visibleJson } from '../../visible.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { UsageError } from '../usage-error.js';
import { pastInstantIn } from '../values.js';

interface ExportAuditOptions {
  readonly before: Date;
  readonly out: string;
  readonly json?: true;
}

@Command({ name: 'audit:export', description: 'write the entries of the audit trail from before an instant' })
export class ExportAuditTask extends Task<ExportAuditOptions> {
  constructor(private readonly database: TaskDatabase) {
    super();
  }

  protected async perform({ before, out: file, json }: ExportAuditOptions): Promise<object | string> {
    if (file !== '-') return this.writeFile(before, file);
    if (json) throw new UsageError('--out - and --json exclude each other: both want standard output');
    await exportAuditTrail(await this.database.server(), before, {
      write: print,
      finish: () => Promise.resolve(),
    });
    return '';
  }

  private async writeFile(before: Date, file: string): Promise<object> {
    const server = await this.database.server();
    const whole = await NewFile.create(file);
    try {
      const sink = { write: (lines: string) => whole.write(lines), finish: async () => void (await whole.keep()) };
      return { file, ...(await exportAuditTrail(server, before, sink)) };
    } finally {
      await whole.discard();
    }
  }

  @Option({
    flags: '--before <instant>',
    description: 'entries from before this day or instant, in UTC: 2026-01-31 or 2026-01-31T12:00:00Z',
    required: true,
  })
  protected before(text: string): Date {
    return pastInstantIn(text);
  }

  @Option({ flags: '--out <file>', description: 'where to write lines of JSON; - is standard output', required: true })
  protected out(text: string): string {
    return text;
  }
}

/** Resolves when the reader has taken the lines. */
function print(lines: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(visibleJson(lines), (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
