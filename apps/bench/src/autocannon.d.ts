/** The part of autocannon that the measurement uses. The package has no declarations of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Request {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }

  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Number of requests over all connections. */
    readonly amount: number;
    /** Seconds to wait for a response. */
    readonly timeout?: number;
    /** Milliseconds between two looks at whether all requests were answered. */
    readonly sampleInt?: number;
    readonly requests: readonly { readonly setupRequest: (request: Request) => Request }[];
  }

  interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
