/** contract §6.1: so many items with so many points. No estimate counts as 0. */
export interface MetricCount {
  readonly itemCount: number;
  readonly points: number;
}
