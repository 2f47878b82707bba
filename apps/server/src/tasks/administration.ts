import { Injectable } from '@nestjs/common';
import { administer, type Administered, type AdministrationTransaction } from '@worktrack/application';
import { readConfiguration } from '../config.js';
import { withCurrentDatabase, type OpenDatabase } from '../database.js';

/** Runs each task in one transaction. A task that changes something writes one audit row. */
@Injectable()
export class Administration {
  /** Runs `work` in one transaction: commits all of it, or nothing. */
  change<Answer>(
    task: string,
    work: (tx: AdministrationTransaction) => Promise<Administered<Answer>>,
  ): Promise<Answer> {
    return this.onDatabase(({ adapters }) => administer(adapters.administration, task, work));
  }

  look<Answer>(work: (tx: AdministrationTransaction) => Promise<Answer>): Promise<Answer> {
    return this.onDatabase(({ adapters }) => adapters.administration.run(work));
  }

  onDatabase<Answer>(work: (open: OpenDatabase) => Promise<Answer>): Promise<Answer> {
    return withCurrentDatabase(readConfiguration(process.env), work);
  }
}
