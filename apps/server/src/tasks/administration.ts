import { Injectable } from '@nestjs/common';
import { administer, UnitOfWork, type Administered, type Transaction } from '@worktrack/application';
import { readConfiguration } from '../config.js';
import { withCurrentDatabase } from '../database.js';

/** What tasks do with the database: one transaction a task, and every change leaves one audit row. */
@Injectable()
export class Administration {
  /** Everything that `work` did commits together, or nothing of it. */
  change<Answer>(task: string, work: (tx: Transaction) => Promise<Administered<Answer>>): Promise<Answer> {
    return withCurrentDatabase(readConfiguration(process.env), (database) =>
      administer(database.ports.get(UnitOfWork), task, work),
    );
  }

  look<Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer> {
    return withCurrentDatabase(readConfiguration(process.env), (database) => database.ports.get(UnitOfWork).run(work));
  }
}
