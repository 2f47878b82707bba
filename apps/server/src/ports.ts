import { Mutations, type Blobs, type Ports, type RateLimiter, type StoreOwnership } from '@worktrack/application';
import type { Configuration } from './config.js';
import type { OpenDatabase } from './database.js';

/** Returns the implementation of each port of the public API, most of them from the database. */
export function portsOf(
  { database, adapters }: OpenDatabase,
  rateLimiter: RateLimiter,
  blobs: Blobs,
  storeOwnership: StoreOwnership,
  { idempotencyQuotaBytes }: Pick<Configuration, 'idempotencyQuotaBytes'>,
): Ports {
  const mutations = new Mutations(adapters.unitOfWork, idempotencyQuotaBytes);
  const readiness = { isReady: () => database.isAnswering() };
  return { ...adapters, blobs, mutations, rateLimiter, readiness, storeOwnership };
}
