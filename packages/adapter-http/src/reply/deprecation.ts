/** The deprecation of an operation (RFC 9745, RFC 8594): in each of its responses and in OpenAPI. */
export interface Deprecation {
  /** The instant from which clients should use something else. */
  readonly since: Date;
  /** The instant from which it can be gone: not before `since`. */
  readonly sunset?: Date;
  /** The URL of a page that explains the replacement. */
  readonly link?: string;
}

/** The headers of each response of the operation, refusals included. Both count in seconds (contract §8). */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Readonly<Record<string, string>> {
  return {
    Deprecation: `@${Math.floor(since.getTime() / 1_000)}`,
    ...(sunset && { Sunset: sunset.toUTCString() }),
    ...(link !== undefined && { Link: `<${link}>; rel="deprecation"; type="text/html"` }),
  };
}

/** True when both instants are valid and in order. */
export function isPossible({ since, sunset = since }: Deprecation): boolean {
  // A comparison with an invalid date is false.
  return sunset.getTime() >= since.getTime();
}
