export type { EmbeddedPostgres, ThrowawayPostgres } from './embedded-postgres.js';
export { isRunning, joinEmbeddedPostgres } from './shared-server.js';
export { startThrowawayPostgres } from './throwaway-server.js';
