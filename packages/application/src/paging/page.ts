/** One page of a collection (contract §5.1). */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly page: PageInfo;
}

/** The position of a page in its collection (contract §5.1). */
export interface PageInfo {
  readonly limit: number;
  /** `true` if and only if there is another row. */
  readonly hasMore: boolean;
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}

/** The request of one page. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** An upper bound of instants in a filter, exclusive unless `inclusive` is true. */
export interface UpperBound {
  /** In whole milliseconds, like all stored instants. */
  readonly instant: Date;
  /** True when the requested bound lies between this millisecond and the next: this millisecond is then still before it. */
  readonly inclusive: boolean;
}
