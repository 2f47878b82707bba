/** One page of a collection (contract §5.1). */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly page: PageInfo;
}

/** Where a page stands in its collection (contract §5.1). */
export interface PageInfo {
  readonly limit: number;
  /** `true` exactly when a further row exists. */
  readonly hasMore: boolean;
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}

/** Which page is asked for. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** The latest instant that a filter lets pass, or the first that it does not. */
export interface UpperBound {
  /** In milliseconds, as all stored instants. */
  readonly instant: Date;
  /** The bound that was given lies between this millisecond and the next: this one is still before it. */
  readonly inclusive: boolean;
}
