/** The readiness check of the server. */
export abstract class Readiness {
  /** Probes the database once, for at most two seconds. */
  abstract isReady(): Promise<boolean>;
}
