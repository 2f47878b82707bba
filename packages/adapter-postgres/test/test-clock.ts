import { Client } from 'pg';
import type { TestDatabase } from './test-database.js';

/** The clock of a database. It shows the instant that a test sets, and the product takes every instant from it. */
export class TestClock {
  private standing = 0;

  private constructor(
    private readonly client: Client,
    /** URL of the database with this clock. */
    readonly url: string,
  ) {}

  static async of(database: TestDatabase): Promise<TestClock> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`
      create schema test_clock;
      create table test_clock.hands (at timestamptz not null);
      insert into test_clock.hands values ('2026-03-01T00:00:00Z');
      create function test_clock.clock_timestamp() returns timestamptz language sql volatile
        as 'select at from test_clock.hands';
      grant usage on schema test_clock to worktrack_app, worktrack_tx;
      grant select on test_clock.hands to worktrack_app, worktrack_tx;`);
    // The schema precedes pg_catalog in the search path, so that its functions are found first.
    const options = encodeURIComponent('-c search_path=test_clock,pg_catalog,public');
    return new TestClock(client, `${database.url}${database.url.includes('?') ? '&' : '?'}options=${options}`);
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.standing;
  }

  async set(instant: Date | number): Promise<void> {
    this.standing = Number(instant);
    await this.client.query('update test_clock.hands set at = $1', [new Date(instant).toISOString()]);
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
