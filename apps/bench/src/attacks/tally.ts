/** Counts responses by status. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(status: number | string): void {
    this.counts.set(String(status), (this.counts.get(String(status)) ?? 0) + 1);
  }

  /** Returns for example `12 × 200, 3 × 429`. */
  get words(): string {
    return [...this.counts].map(([status, count]) => `${count} × ${status}`).join(', ');
  }
}
