import { QueryClient } from '@tanstack/preact-query';
import { Refusal } from './refusal.js';

const MOST_RETRIES = 3;

/** A later attempt can succeed: there was no connection, the response came from a proxy, or the server asked to wait. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Refusal)) return error instanceof TypeError;
  return [429, 502, 503, 504].includes(error.status) || error.code === 'IDEMPOTENCY_REQUEST_IN_PROGRESS';
}

export const shouldRetry = (failures: number, error: unknown): boolean => failures < MOST_RETRIES && isTransient(error);

/** Milliseconds. The server can ask for a longer pause. */
export function pauseBefore(failures: number, error: unknown): number {
  const asked = error instanceof Refusal ? (error.retryAfter ?? 0) * 1_000 : 0;
  return Math.max(asked, Math.min(1_000 * 2 ** failures, 15_000));
}

export const createCache = () =>
  new QueryClient({
    defaultOptions: {
      // Without a connection the service worker has what was seen before: each query is tried once.
      queries: {
        networkMode: 'offlineFirst',
        retry: shouldRetry,
        retryDelay: pauseBefore,
        staleTime: 10_000,
        gcTime: 5 * 60_000,
      },
      mutations: { retry: shouldRetry, retryDelay: pauseBefore },
    },
  });

export const cache = createCache();
