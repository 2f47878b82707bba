import { createReadStream } from 'node:fs';
import { provision } from '@worktrack/application';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
import { readAtMost } from '../read-at-most.js';
import { Task } from '../task.js';
import { UsageError } from '../usage-error.js';
import { provisionIn } from './provision-file.js';

interface ProvisionOptions {
  readonly file: string;
}

@Command({ name: 'provision', description: 'create what a file names and is missing, update what differs' })
export class ProvisionTask extends Task<ProvisionOptions> {
  constructor(private readonly administration: Administration) {
    super();
  }

  protected async perform({ file }: ProvisionOptions): Promise<object> {
    const wanted = provisionIn(await contentOf(file));
    return this.administration.change('provision', async (tx) => {
      const { touched, ...result } = await provision(tx, wanted);
      return { result, touched };
    });
  }

  @Option({ flags: '--file <path>', description: 'the JSON file; - reads standard input', required: true })
  protected file(path: string): string {
    return path;
  }
}

/** The longest file, in bytes: hundreds of thousands of people. */
const MOST_BYTES = 64 * 1_048_576;

async function contentOf(file: string): Promise<string> {
  const bytes = await readAtMost(MOST_BYTES, file === '-' ? process.stdin : createReadStream(file)).catch(
    (error: unknown) => {
      throw new UsageError(`--file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    },
  );
  if (!bytes) throw new UsageError('--file must have at most 64 MiB');
  return bytes.toString('utf8');
}
