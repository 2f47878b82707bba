/** The exclusive right to one housekeeping task, among all processes on one database. */
export interface Lease {
  /** Renews the lease for another period. Returns `false` when it expired and another process has it: the holder must then stop. */
  renew(): Promise<boolean>;
}

/**
 * The leases for housekeeping tasks that only one process at a time can run. Abstract class rather than interface: it is also the injection
 * token.
 */
export abstract class Leases {
  /**
   * Runs `work` while holding the lease `name`, and releases the lease afterwards. The lease of a process that dies expires `seconds` after
   * its last renewal. Returns `undefined`, without running `work`, when another process holds the lease.
   */
  abstract hold<T>(name: string, seconds: number, work: (lease: Lease) => Promise<T>): Promise<T | undefined>;
}
