/** A number of items and the sum of their points. An item without an estimate has 0 points. */
export interface MetricCount {
  readonly itemCount: number;
  readonly points: number;
}
