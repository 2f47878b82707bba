/** Returns the next request to send. */
export type NextRequest = () => {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * The side that answers a round: our server, the bare floor, or, for writes, the floor with the same duties, which writes the same records
 * by plain statements.
 */
export type Side = 'ours' | 'bare' | 'duties';

/** One kind of request, sent to our server and to the floors in turn. */
export interface Path {
  readonly name: string;
  /** Name in the last line of the output, which has the ratios at the highest number of connections. */
  readonly word?: string;
  /** The ratio that the path must reach at the highest number of connections, on Node 20 and on Node 24. */
  readonly must?: { readonly node20: number; readonly node24: number };
  readonly connections: readonly number[];
  readonly sides: { readonly ours: NextRequest; readonly bare: NextRequest; readonly duties?: NextRequest };
  /** True when our server also receives the requests of the floor. */
  readonly floorIsOurs?: true;
}
