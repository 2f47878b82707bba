import { Injectable } from '@nestjs/common';
import { administer, type Administered, type AdministrationTransaction } from '@worktrack/application';
import { TaskDatabase } from './task-database.js';

/** Runs each task in one transaction. A task that changes something writes one audit row. */
@Injectable()
export class Administration {
  constructor(private readonly database: TaskDatabase) {}

  /** Runs `work` in one transaction: commits all of it, or nothing. */
  async change<Result>(
    task: string,
    work: (tx: AdministrationTransaction) => Promise<Administered<Result>>,
  ): Promise<Result> {
    const { adapters } = await this.database.open();
    return administer(adapters.administration, task, work);
  }

  /** Runs `work`, which only reads, in one transaction. */
  async look<Result>(work: (tx: AdministrationTransaction) => Promise<Result>): Promise<Result> {
    const { adapters } = await this.database.open();
    return adapters.administration.run(work);
  }
}
