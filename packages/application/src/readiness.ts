/** Whether the server can do its work now. */
export abstract class Readiness {
  /** One bounded probe of the database, at most two seconds; `false` while the server is shutting down. */
  abstract isReady(): Promise<boolean>;
}
