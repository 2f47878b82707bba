/** Whether the server can do its work now. */
export abstract class Readiness {
  /** One bounded probe of the database: at most two seconds. */
  abstract isReady(): Promise<boolean>;
}
