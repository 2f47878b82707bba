import { Injectable } from '@nestjs/common';
import { administer, type Administered, type Transaction } from '@worktrack/application';
import { readConfiguration } from '../config.js';
import { withCurrentDatabase, type OpenDatabase } from '../database.js';

/** What tasks do with the database: one transaction a task, and every change leaves one audit row. */
@Injectable()
export class Administration {
  /** Everything that `work` did commits together, or nothing of it. */
  change<Answer>(task: string, work: (tx: Transaction) => Promise<Administered<Answer>>): Promise<Answer> {
    return this.onDatabase(({ adapters }) => administer(adapters.unitOfWork, task, work));
  }

  look<Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer> {
    return this.onDatabase(({ adapters }) => adapters.unitOfWork.run(work));
  }

  onDatabase<Answer>(work: (open: OpenDatabase) => Promise<Answer>): Promise<Answer> {
    return withCurrentDatabase(readConfiguration(process.env), work);
  }
}
