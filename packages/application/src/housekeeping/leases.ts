/** The right to do a piece of housekeeping alone, among all processes on one database. */
export interface Lease {
  /** Keeps the lease for another span. Answers `false` when it ran out and somebody else has it: the holder must then stop. */
  renew(): Promise<boolean>;
}

/** Housekeeping that one process at a time may do. Abstract class rather than interface: it is also the injection token. */
export abstract class Leases {
  /**
   * Runs `work` while no other process holds the lease `name`, and gives the lease back afterwards. A process that dies keeps it for
   * `seconds` after its last renewal. Answers `undefined`, without running `work`, when another process has it.
   */
  abstract hold<T>(name: string, seconds: number, work: (lease: Lease) => Promise<T>): Promise<T | undefined>;
}
