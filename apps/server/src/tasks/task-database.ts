import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { joinDatabaseServer, openCurrentDatabase, type DatabaseServer, type OpenDatabase } from '../database.js';
import { TaskConfiguration } from './task-configuration.js';

/** Provides the database to tasks. Its server is joined and it is opened at first use; both end with the context of the task. */
@Injectable()
export class TaskDatabase implements OnModuleDestroy {
  private joined: Promise<DatabaseServer> | undefined;
  private opened: Promise<OpenDatabase> | undefined;

  constructor(private readonly configuration: TaskConfiguration) {}

  /** Joins the server of the database, whatever its schema is. Rejects with `ConfigurationError`. */
  server(): Promise<DatabaseServer> {
    return (this.joined ??= this.join());
  }

  /** Opens the database. Rejects with `ConfigurationError`, and when the schema is not up to date. */
  open(): Promise<OpenDatabase> {
    return (this.opened ??= this.openCurrent());
  }

  async onModuleDestroy(): Promise<void> {
    const [server, database] = await Promise.allSettled([this.joined, this.opened]);
    try {
      if (database.status === 'fulfilled') await database.value?.database.close();
    } finally {
      if (server.status === 'fulfilled') await server.value?.leave();
    }
  }

  private async join(): Promise<DatabaseServer> {
    return joinDatabaseServer(this.configuration.read());
  }

  private async openCurrent(): Promise<OpenDatabase> {
    return openCurrentDatabase(await this.server(), this.configuration.read());
  }
}
