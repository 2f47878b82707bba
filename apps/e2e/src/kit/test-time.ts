import { Client } from 'pg';
import { createDatabase, dropDatabase } from './database.js';
import { theRun } from './run.js';
import { type RunningServer, startServer } from './server.js';
import type { WorldName } from './world-plans.js';
import { World } from './world.js';

/**
 * A server with a database of its own, whose clock shows the instant that a test sets: a test can record changes on
 * chosen days and read reports at any later instant.
 */
export class TestTime {
  private constructor(
    private readonly server: RunningServer,
    private readonly clock: Client,
    readonly databaseUrl: string,
    readonly world: World,
  ) {}

  static async start(name: WorldName): Promise<TestTime> {
    const { postgresUrl, template } = theRun();
    const databaseUrl = await createDatabase(postgresUrl, template);
    const clock = new Client({ connectionString: databaseUrl });
    await clock.connect();
    await clock.query(`
      create schema test_time;
      create table test_time.hands (at timestamptz not null);
      insert into test_time.hands values (clock_timestamp());
      create function test_time.clock_timestamp() returns timestamptz language sql volatile
        as 'select at from test_time.hands';
      grant usage on schema test_time to worktrack_app, worktrack_tx;
      grant select on test_time.hands to worktrack_app, worktrack_tx;`);
    // The schema precedes pg_catalog in the search path, so that its `clock_timestamp` is the one that is called.
    const url = new URL(databaseUrl);
    url.searchParams.set('options', '-c search_path=test_time,pg_catalog,public');
    const server = await startServer({ postgresUrl, databaseUrl: url.href.replaceAll('+', '%20') });
    return new TestTime(server, clock, databaseUrl, new World(name, server.baseUrl, databaseUrl));
  }

  /** Sets the clock: everything from now on happens at this instant. */
  async at(instant: string): Promise<void> {
    await this.clock.query('update test_time.hands set at = $1', [instant]);
  }

  async stop(): Promise<void> {
    await this.clock.end();
    await this.server.stop();
    await dropDatabase(theRun().postgresUrl, this.databaseUrl);
  }
}
