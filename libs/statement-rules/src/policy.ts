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

/** The tables whose rows belong to an Organization. */
const OWNED = [
  'attachment_usage',
  'attachments',
  'audit_log',
  'comments',
  'item_flow',
  'labels',
  'project_counters',
  'projects',
  'saved_sprint_report_pins',
  'saved_sprint_reports',
  'sprint_commitments',
  'sprint_departures',
  'sprint_entries',
  'sprint_exits',
  'sprint_outcomes',
  'sprint_summaries',
  'sprints',
  'status_spans',
  'work_item_history',
  'work_item_labels',
  'work_item_links',
  'work_item_texts',
  'work_items',
] as const;

/** The tables that say who can do what in which Organization. */
const SHARED = ['memberships', 'token_grants', 'token_project_grants'] as const;

/** The rule of each table with an Organization, and the statements that are excepted, each with its reason. */
export const POLICY: Policy = {
  tables: new Map<string, TableRule>([
    ['organizations', { column: 'id', rule: 'tied' }],
    ...SHARED.map((table) => [table, { column: 'organization_id', rule: 'tied' }] as const),
    ...OWNED.map((table) => [table, { column: 'organization_id', rule: 'own' }] as const),
  ]),
  exceptions: [
    {
      rule: 'own',
      reason:
        'The statistics of a profile count over all Organizations that the viewer and the user share, in one statement.',
      statements: ['profile-view.stats'],
    },
    {
      rule: 'own',
      reason: 'References of a filter are looked up in all Organizations that the viewer may see, in one statement.',
      statements: ['filter-references.find-across'],
    },
    {
      rule: 'own',
      reason: 'org:list counts the Projects of every Organization.',
      statements: ['organizations.list'],
    },
    {
      rule: 'own',
      reason: 'token:list, and the tokens that an account is shown, name Projects of several Organizations.',
      statements: ['access-tokens.list', 'own-token-view.one', 'own-token-view.list'],
    },
    {
      rule: 'own',
      reason: 'The sweep of attachments looks for the bytes of all Organizations.',
      statements: [
        'blob-references.count',
        'blob-references.live',
        'blob-references.some',
        'blob-references.unknown',
        'blob-references.unused',
      ],
    },
    {
      rule: 'tied',
      reason:
        'A token, a session or a user is looked up before any Organization is known; what it reaches follows from its own rows.',
      statements: [
        'principal.of-token',
        'principal.of-session',
        'principal.of-credential-id',
        'session-view.one',
        'access-tokens.find',
        'memberships.lock-organizations',
        'memberships.of-a-user',
      ],
    },
    {
      rule: 'tied',
      reason:
        'Administration lists accounts with their Organizations, finds an Organization by its slug, and removes an account from all.',
      statements: ['organizations.find', 'organizations.ids', 'users.list'],
    },
  ],
};
