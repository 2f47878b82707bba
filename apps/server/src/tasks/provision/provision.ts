import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { provision } from '@worktrack/application';
import { Command, Option } from 'nest-commander';
import { Administration } from '../administration.js';
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
      const { touched, ...answer } = await provision(tx, wanted);
      return { answer, touched };
    });
  }

  @Option({ flags: '--file <path>', description: 'the JSON file; - reads standard input', required: true })
  protected file(path: string): string {
    return path;
  }
}

async function contentOf(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
