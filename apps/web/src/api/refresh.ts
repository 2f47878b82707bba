import type { Query, QueryClient } from '@tanstack/preact-query';

/** A response in the cache that others might have changed, and what its page is used for at this moment. */
export interface Refreshing {
  readonly cache: QueryClient;
  readonly query: Query;
  readonly signal: AbortSignal;
  /** Says whether something is dragged: nothing is allowed to change under the pointer. */
  readonly isDragging: () => boolean;
  /** Says whether somebody writes into the page: into the Work Item of this key, or anywhere. */
  readonly isEdited: (key?: string) => boolean;
  /** Reads the whole response again. */
  readonly readAgain: () => Promise<void>;
}

/** Brings a response in the cache up to date. */
export type Refresh = (refreshing: Refreshing) => Promise<void>;

declare module '@tanstack/preact-query' {
  interface Register {
    queryMeta: {
      /** The way in which others' changes come into the response: it is read again as a whole, or by a function. Without one they do not. */
      readonly refresh?: 'whole' | Refresh;
    };
  }
}
