import { Command, Option } from 'nest-commander';
import { backfillDatabase } from '../../database.js';
import { TaskDatabase } from '../task-database.js';
import { Task } from '../task.js';
import { pauseIn } from '../values.js';

interface BackfillOptions {
  readonly pauseMs?: number;
}

/** Milliseconds between two batches, for the requests that waited. */
const PAUSE = 100;

@Command({
  name: 'db:backfill',
  description: 'fill what newer migrations left empty in older rows; may be ended, and goes on when it is run again',
})
export class BackfillTask extends Task<BackfillOptions> {
  constructor(private readonly database: TaskDatabase) {
    super();
  }

  protected async perform({ pauseMs = PAUSE }: BackfillOptions): Promise<object> {
    return { backfills: await backfillDatabase(await this.database.server(), pauseMs) };
  }

  @Option({
    flags: '--pause-ms <n>',
    description: `milliseconds between two batches of 1000 rows [${PAUSE}], 0 to 60000`,
  })
  protected pauseMs(text: string): number {
    return pauseIn(text);
  }
}
