/** The rule for a table with rows of Organizations. */
export interface TableRule {
  /** The column with the id of the Organization. */
  readonly column: string;
  /**
   * `own`: each query compares the column with a parameter or constant, and each INSERT writes one. `tied`: it can also be equal to a
   * column that is limited so, or be in a list that is a parameter.
   */
  readonly rule: 'own' | 'tied';
}

/** Statements that need not keep the rules, for one reason. */
export interface Exception {
  readonly reason: string;
  /** The rule that they break: an exception of `own` is allowed to break `tied` too. */
  readonly rule: TableRule['rule'];
  /** The names of the statements. */
  readonly statements: readonly string[];
}

/** The tables and exceptions that the rules are applied to. */
export interface Policy {
  readonly tables: ReadonlyMap<string, TableRule>;
  readonly exceptions: readonly Exception[];
}
