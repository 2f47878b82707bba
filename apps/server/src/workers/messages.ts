import type { CounterName } from '../rate-limits/memory-counters.js';
import type { Standing } from '../rate-limits/window-rate-limiter.js';

/** An operation on the count of a key. */
export type CountMethod = 'penalty' | 'get' | 'reward' | 'delete';

/** From a worker to the primary process. */
export interface CountRequest {
  readonly worktrack: 'count';
  readonly id: number;
  readonly counter: CounterName;
  readonly method: CountMethod;
  readonly key: string;
  /** The points that `penalty` adds; without them one. */
  readonly points?: number | undefined;
}

/** From a worker to the primary process: the metrics of the worker, as prom-client writes them for other processes. */
export interface MetricsResponse {
  readonly worktrack: 'metrics';
  readonly id: number;
  readonly metrics: readonly object[];
}

/** From a worker to the primary process: somebody asks if the whole server is ready. */
export interface ReadinessRequest {
  readonly worktrack: 'readiness';
  readonly id: number;
}

/** From a worker to the primary process: the worker has received the question whether it is ready, and later its response. */
export type ReadinessResponse =
  | { readonly worktrack: 'received'; readonly id: number }
  | { readonly worktrack: 'ready'; readonly id: number; readonly isReady: boolean };

/** Every message of a worker to the primary process. */
export type FromWorker = CountRequest | MetricsResponse | ReadinessRequest | ReadinessResponse;

/** From the primary process to a worker. */
export type ToWorker =
  | { readonly worktrack: 'counted'; readonly id: number; readonly standing: Standing | null }
  | { readonly worktrack: 'collect'; readonly id: number }
  | { readonly worktrack: 'ask-ready'; readonly id: number }
  | { readonly worktrack: 'server-ready'; readonly id: number; readonly isReady: boolean }
  | { readonly worktrack: 'stop' };

/** The side of a worker in its talk with the primary process: `process`. */
export interface PrimaryChannel {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  send?(message: FromWorker, handle: undefined, options: object, sent: (error: Error | null) => void): boolean;
}

/** True for a message of a worker: libraries send others. */
export const isFromWorker = (message: unknown): message is FromWorker => isOurs(message);

/** True for a message of the primary process: libraries send others. */
export const isToWorker = (message: unknown): message is ToWorker => isOurs(message);

function isOurs(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'worktrack' in message;
}
