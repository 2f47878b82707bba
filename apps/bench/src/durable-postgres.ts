import { startThrowawayPostgres } from '@worktrack/embedded-postgres';

/** Starts a PostgreSQL with the durability of production: commits cost every measured server as much as there. */
export const startDurablePostgres = () =>
  startThrowawayPostgres({ settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } });
