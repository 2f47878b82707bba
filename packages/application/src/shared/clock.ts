/** The clock of a transaction. */
export interface RequestClock {
  /**
   * Returns the instant of the request: the database's clock after the last lock, later than the history of all locked records. It is read
   * once per transaction.
   */
  instant(): Promise<Date>;
}
