import { DEMO_SIZES, seedDemo, type DemoSize } from '@worktrack/demo';
import { Command, Option } from 'nest-commander';
import { newDemoUrl } from '../../welcome-url.js';
import { TaskConfiguration } from '../task-configuration.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { malformed } from '../values.js';

interface SeedDemoOptions {
  readonly size?: DemoSize;
}

@Command({ name: 'seed:demo', description: 'an Organization with believable work and its history' })
export class SeedDemoTask extends Task<SeedDemoOptions> {
  constructor(
    private readonly database: TaskDatabase,
    private readonly configuration: TaskConfiguration,
  ) {
    super();
  }

  protected async perform({ size = 'small' }: SeedDemoOptions): Promise<object> {
    const progress = (line: string): void => {
      process.stderr.write(`${line}\n`);
    };
    const { adapters } = await this.database.open();
    const { administration, authenticator } = adapters;
    const seeded = await seedDemo(administration, size, progress);
    const { baseUrl, web } = this.configuration.read();
    const owner = web ? await authenticator.authenticate(seeded.token) : undefined;
    if (owner) progress(`Open ${await newDemoUrl(administration, baseUrl, owner.user.id)}`);
    return seeded;
  }

  @Option({ flags: '--size <size>', description: 'small, medium or large: 300, 5000 or 100000 Work Items' })
  protected size(text: string): DemoSize {
    return DEMO_SIZES.find((size) => size === text) ?? malformed('small, medium or large');
  }
}
