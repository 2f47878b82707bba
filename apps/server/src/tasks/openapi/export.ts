import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'nest-commander';
import { PinoLogger } from 'nestjs-pino';
import { TaskConfiguration } from '../task-configuration.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { UsageError } from '../usage-error.js';

interface ExportOpenApiOptions {
  readonly out: string;
  readonly json?: true;
  readonly application?: true;
}

@Command({ name: 'openapi:export', description: 'the bytes of GET /api/v1/openapi.json' })
export class ExportOpenApiTask extends Task<ExportOpenApiOptions> {
  constructor(
    private readonly configuration: TaskConfiguration,
    private readonly database: TaskDatabase,
    private readonly log: PinoLogger,
  ) {
    super();
  }

  protected async perform({ out: file, json, application }: ExportOpenApiOptions): Promise<object | string> {
    if (file === '-' && json) throw new UsageError('--out - and --json exclude each other: both want standard output');
    const document = await this.document(application === true);
    if (file === '-') return document;
    await writeFile(file, document);
    return { file, operations: operationsIn(document) };
  }

  /** Builds the document by the server's own boot, without listening. */
  private async document(isOfApplication: boolean): Promise<string> {
    const configuration = this.configuration.read();
    const open = await this.database.open();
    const { describeApi } = await import('./describe-api.js');
    return describeApi(open, configuration, this.log.logger, isOfApplication);
  }

  @Option({ flags: '--out <file>', description: 'where to write it; - is standard output', required: true })
  protected out(text: string): string {
    return text;
  }

  @Option({
    flags: '--application',
    description: 'the operations that only the browser application calls, which no server publishes',
  })
  protected application(): boolean {
    return true;
  }
}

function operationsIn(document: string): number {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, { operationId?: string }>> };
  return Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ operationId }) => operationId !== undefined).length;
}
