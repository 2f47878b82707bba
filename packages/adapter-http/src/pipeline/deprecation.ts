/** That an operation is going away (RFC 9745, RFC 8594): told by each of its answers and by OpenAPI. */
export interface Deprecation {
  /** From when on something else should be used. */
  readonly since: Date;
  /** When it may stop to be served: not before `since`. */
  readonly sunset?: Date;
  /** The address of a page for people that says what to use instead. */
  readonly link?: string;
}

/** What each answer of the operation carries, refusals too; to the second, as both headers count (contract §8). */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Readonly<Record<string, string>> {
  return {
    Deprecation: `@${Math.floor(since.getTime() / 1_000)}`,
    ...(sunset && { Sunset: sunset.toUTCString() }),
    ...(link !== undefined && { Link: `<${link}>; rel="deprecation"; type="text/html"` }),
  };
}

/** Whether its instants are some, and in their order. */
export function isPossible({ since, sunset = since }: Deprecation): boolean {
  // An invalid date compares with nothing.
  return sunset.getTime() >= since.getTime();
}
