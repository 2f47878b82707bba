/** One place of a source file that is replaced when a guard is taken away. */
interface Edit {
  /** Path from the root of the repository. */
  readonly file: string;
  /** A text that is in the file once. */
  readonly from: string;
  readonly to: string;
}

/** A guard, and the test that must fail without it. */
export interface Guard {
  readonly name: string;
  /** The threats of docs/security.md that it stops. */
  readonly threats: readonly string[];
  /** The change that takes the guard away: a place in the sources, or SQL that changes the migrated database of the tests. */
  readonly without: Edit | { readonly sql: string };
  readonly test: {
    /** The test file, from the root of the repository. */
    readonly file: string;
    /** The row of a table of groups that has the test. */
    readonly row?: string;
    /** A text that begins the name of the test, or of the only group of tests that has it. */
    readonly name: string;
    /** The message of the failed test: it fails for this reason and not for another. */
    readonly says: RegExp;
  };
}

/** A guard that its own suite takes away, in every place where it is. */
export interface SelfTested {
  readonly name: string;
  readonly threats: readonly string[];
  readonly suite: string;
  /** The name of the test in it. */
  readonly test: string;
}

const DATABASE = 'packages/adapter-postgres/src';
const HTTP = 'packages/adapter-http/src';
const SEMAPHORE = 'packages/application/src/limits/keyed-semaphore';
const PIPELINE = `${HTTP}/pipeline`;
const APPLICATION = 'packages/application/src';
const LIMITS = 'apps/server/src/rate-limits';

/** Message of a test that runs a second request while the first holds its locks. */
const DID_NOT_WAIT = /The second request did not wait for a lock of the first: done/;

/** Tests of what a scope of single Projects is shown, and of row-level security. */
const GRANTED = `${DATABASE}/access/granted-projects.spec.ts`;
const ROW_SECURITY = `${DATABASE}/engine/row-security.spec.ts`;

/** Triggers of the tables that are only added to. */
const NEVER_REWRITTEN = {
  audit_log: 'audit_is_never_rewritten',
  sprint_commitments: 'commitments_are_never_rewritten',
  sprint_departures: 'departures_are_never_rewritten',
  sprint_entries: 'entries_are_never_rewritten',
  sprint_exits: 'exits_are_never_rewritten',
  sprint_outcomes: 'outcomes_are_never_rewritten',
  sprint_summaries: 'summaries_are_never_rewritten',
  work_item_history: 'history_is_never_rewritten',
};

export const GUARDS: readonly Guard[] = [
  {
    name: 'the tag of COMMIT',
    threats: ['T38'],
    without: {
      file: `${DATABASE}/engine/session.ts`,
      from: `if (tag !== 'COMMIT') throw`,
      to: 'if (tag === null) throw',
    },
    test: {
      file: `${DATABASE}/engine/session.spec.ts`,
      name: 'does not take a COMMIT for one that the database answered with ROLLBACK',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the claim lock of a key',
    threats: ['T25', 'T38'],
    without: {
      file: `${DATABASE}/mutation/idempotency-records.ts`,
      from: "const TRY_LOCK = `pg_try_advisory_xact_lock(hashtextextended($1::text || ':' || $2::text, 0))`;",
      to: "const TRY_LOCK = `($1::text || ':' || $2::text is not null)`;",
    },
    test: {
      file: `${DATABASE}/mutation/idempotency-records.spec.ts`,
      name: 'report at once that the first request is still running',
      says: /-\s+"state": "running"[^]*\+\s+"state": "free"/,
    },
  },
  {
    name: 'the stored reply',
    threats: ['T38'],
    without: {
      file: `${DATABASE}/mutation/idempotency-records.ts`,
      from: 'from idempotency_records where user_id = $1 and key = $2 and created_at > ${OLDEST}`',
      to: 'from idempotency_records where user_id = $1 and key = $2 and created_at is null`',
    },
    test: {
      file: `${DATABASE}/mutation/idempotency-records.spec.ts`,
      name: 'give back the reply as it was sent, to the last byte',
      says: /-\s+"state": "completed"[^]*\+\s+"state": "free"/,
    },
  },
  {
    name: 'the user in the look-up of a stored reply',
    threats: ['T8'],
    without: {
      file: `${DATABASE}/mutation/idempotency-records.ts`,
      from: 'from idempotency_records where user_id = $1 and key = $2 and created_at > ${OLDEST}`',
      to: 'from idempotency_records where user_id is distinct from $1 and key = $2 and created_at > ${OLDEST}`',
    },
    test: {
      file: `${DATABASE}/mutation/idempotency-records.spec.ts`,
      name: 'belong to one user',
      says: /-\s+"state": "free"[^]*\+\s+"state": "completed"/,
    },
  },
  {
    name: 'the revision in an update',
    threats: ['T35'],
    without: {
      file: `${DATABASE}/engine/table.ts`,
      from: 'where ${conditionOf(keys)} and revision = $${loaded}`;',
      to: 'where ${conditionOf(keys)} and $${loaded}::integer is not null`;',
    },
    test: {
      file: `${DATABASE}/work-item/work-item.repository.spec.ts`,
      name: 'writes only over the revision that was loaded, and leaves no history of a write',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the trigger of revisions of work_items',
    threats: ['T35'],
    without: { sql: 'drop trigger revision_moves_by_exactly_one on work_items' },
    test: {
      file: `${DATABASE}/work-item/work-item.repository.spec.ts`,
      name: 'refuses a revision that goes back, or up by two, from any statement',
      says: /resolved instead of rejected/,
    },
  },
  ...['projects', 'sprints', 'labels'].map((table): Guard => ({
    name: `the trigger of revisions of ${table}`,
    threats: ['T35'],
    without: { sql: `drop trigger revision_moves_by_exactly_one on ${table}` },
    test: {
      file: `${DATABASE}/database.spec.ts`,
      name: `refuses a revision that goes back, or up by two, from any statement: ${table}`,
      says: /resolved instead of rejected/,
    },
  })),
  ...Object.entries(NEVER_REWRITTEN).map(([table, trigger]): Guard => ({
    name: `the trigger of ${table}`,
    threats: ['T37'],
    without: { sql: `drop trigger ${trigger} on ${table}` },
    test: {
      file: `${DATABASE}/database.spec.ts`,
      name: `is asked by its owner in vain to rewrite what was recorded: ${table}`,
      says: /resolved instead of rejected/,
    },
  })),
  {
    name: 'the trigger of a partition of audit_log',
    threats: ['T37'],
    without: { sql: 'drop trigger audit_partition_is_never_rewritten on audit_log' },
    test: {
      file: `${DATABASE}/mutation/audit-by-month.spec.ts`,
      name: 'cannot be rewritten by its owner, neither as a whole nor in a partition',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the grants of history',
    threats: ['T37'],
    without: {
      sql: 'grant delete on work_item_history to worktrack_app; drop trigger history_is_never_rewritten on work_item_history',
    },
    test: {
      file: `${DATABASE}/database.spec.ts`,
      name: 'does not let the server: delete from work_item_history',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the lock of the Organization of a member',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/organization/organizations.ts`,
      from: 'from organizations where slug = $1 for no key update`',
      to: 'from organizations where slug = $1`',
    },
    test: {
      file: `${DATABASE}/organization/membership-races.spec.ts`,
      name: 'that end the memberships of its two owners leave one',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of the Organizations of an account',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/organization/memberships.ts`,
      from: 'order by id for no key update`',
      to: 'order by id`',
    },
    test: {
      file: `${DATABASE}/organization/membership-races.spec.ts`,
      name: 'that remove the accounts of its two owners leave one',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of an account that creates a token',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/identity/own-tokens.ts`,
      from: 'select id from users where id = $1 for no key update',
      to: 'select id from users where id = $1',
    },
    test: {
      file: `${DATABASE}/identity/own-tokens.spec.ts`,
      name: 'are counted with the one that an earlier request is about to create',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of an account that is removed',
    threats: ['T12', 'T36'],
    without: {
      file: `${DATABASE}/identity/users.ts`,
      from: 'from users where email = $1 for no key update`',
      to: 'from users where email = $1`',
    },
    test: {
      file: `${DATABASE}/session/session-races.spec.ts`,
      row: 'by password',
      name: 'comes before a removal of the account, which waits for it and ends its session',
      says: /\+\s+"sessions": 1/,
    },
  },
  {
    name: 'the lock of an account that signs in',
    threats: ['T12', 'T36'],
    without: {
      file: `${DATABASE}/session/passwords.ts`,
      from: 'where id = $1 and removed_at is null for no key update`',
      to: 'where id = $1 and removed_at is null`',
    },
    test: {
      file: `${DATABASE}/session/session-races.spec.ts`,
      row: 'by password',
      name: 'comes before a change of the password or after it, in every order of their round trips',
      says: /The order \w+ of round trips went wrong[^]*\+\s+"sessions": 1/,
    },
  },
  {
    name: 'the lock of an account before its sign-in link',
    threats: ['T40'],
    without: {
      file: `${DATABASE}/session/sign-in-links.ts`,
      from: '     for no key update)',
      to: '     )',
    },
    test: {
      file: `${DATABASE}/session/session-races.spec.ts`,
      row: 'by link',
      name: 'comes before a change of the password or after it, in every order of their round trips',
      says: /The order \w+ of round trips went wrong[^]*\+\s+"began": 3/,
    },
  },
  {
    name: 'the lock of a token that is replaced',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/identity/access-tokens.ts`,
      from: 'from access_tokens where id = $1 for update`',
      to: 'from access_tokens where id = $1`',
    },
    test: {
      file: `${DATABASE}/identity/own-tokens.spec.ts`,
      name: 'have one successor each, also where administration replaces one twice at once',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of a membership that must not end',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/organization/members.ts`,
      from: 'user_id = (select id from users where ${column} = $2) for share',
      to: 'user_id = (select id from users where ${column} = $2)',
    },
    test: {
      file: `${DATABASE}/work-item/assignment-races.spec.ts`,
      row: 'membership ended, work assigned',
      name: 'leaves what was assigned just before',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of a membership that changes',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/organization/memberships.ts`,
      from: 'where organization_id = $1 and user_id = $2 for update`',
      to: 'where organization_id = $1 and user_id = $2`',
    },
    test: {
      file: `${DATABASE}/organization/membership-races.spec.ts`,
      name: 'of which one changes the username and the other the role of a member both have their effect',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of a Work Item',
    threats: ['T35', 'T36'],
    without: {
      file: `${DATABASE}/work-item/work-item.repository.ts`,
      from: 'where organization_id = $1 and project_id = $2 and id = $3 for update`',
      to: 'where organization_id = $1 and project_id = $2 and id = $3`',
    },
    test: {
      file: `${DATABASE}/comment/comment-races.spec.ts`,
      name: 'never leave a live reply under a deleted comment, in any interleaving',
      says: /The order \w+ of round trips went wrong[^]*Expected: "CONFLICT"/,
    },
  },
  {
    name: 'the lock of a Work Item that is found by its number',
    threats: ['T35', 'T36'],
    without: {
      file: `${DATABASE}/work-item/work-item.repository.ts`,
      from: 'where organization_id = $1 and project_id = $2 and number = $3 for update`',
      to: 'where organization_id = $1 and project_id = $2 and number = $3`',
    },
    test: {
      file: `${DATABASE}/work-item/work-item.repository.spec.ts`,
      name: 'is held until the request that found it has ended: by its number',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of several Work Items of a Project',
    threats: ['T35', 'T36'],
    without: {
      file: `${DATABASE}/work-item/work-item.repository.ts`,
      from: 'where organization_id = $1 and project_id = $2 and id = any($3::uuid[]) order by id for update`',
      to: 'where organization_id = $1 and project_id = $2 and id = any($3::uuid[]) order by id`',
    },
    test: {
      file: `${DATABASE}/work-item/work-item.repository.spec.ts`,
      name: 'is held until the request that found it has ended: with others of its Project',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of one Work Item of an Organization',
    threats: ['T35', 'T36'],
    without: {
      file: `${DATABASE}/work-item/work-item.repository.ts`,
      from: 'where organization_id = $1 and id = $2 for update`',
      to: 'where organization_id = $1 and id = $2`',
    },
    test: {
      file: `${DATABASE}/work-item/work-item.repository.spec.ts`,
      name: 'is held until the request that found it has ended: alone in its Organization',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of several Work Items of an Organization',
    threats: ['T35', 'T36'],
    without: {
      file: `${DATABASE}/work-item/work-item.repository.ts`,
      from: 'where organization_id = $1 and id = any($2::uuid[]) order by id for update`',
      to: 'where organization_id = $1 and id = any($2::uuid[]) order by id`',
    },
    test: {
      file: `${DATABASE}/work-item/work-item.repository.spec.ts`,
      name: 'is held until the request that found it has ended: with two others of its Organization',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of a Project that is added to',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/project/project.repository.ts`,
      from: "statement('project.find-to-add-to', `${FIND_PROJECT} for share`)",
      to: "statement('project.find-to-add-to', `${FIND_PROJECT}`)",
    },
    test: {
      file: `${DATABASE}/project/project-races.spec.ts`,
      name: 'nothing is created behind the archive, in every order of their round trips',
      says: /The order \w+ of round trips went wrong[^]*"behind": 1/,
    },
  },
  {
    name: 'the lock of a Project that is changed',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/project/project.repository.ts`,
      from: "statement('project.find', `${FIND_PROJECT} for no key update`)",
      to: "statement('project.find', `${FIND_PROJECT}`)",
    },
    test: {
      file: `${DATABASE}/project/project-races.spec.ts`,
      name: 'nothing is created behind the archive, in every order of their round trips',
      says: /The order \w+ of round trips went wrong[^]*"behind": 1/,
    },
  },
  {
    name: 'the lock of the Project keys',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/project/project.repository.ts`,
      from: "select pg_advisory_xact_lock(hashtextextended('project keys:' || $1::text, 0))",
      to: 'select $1::text',
    },
    test: {
      file: `${DATABASE}/project/project-races.spec.ts`,
      name: 'never refuse the derived one, in every order of their round trips',
      says: /The order \w+ of round trips went wrong[^]*Received: "CONFLICT"/,
    },
  },
  {
    name: 'the lock of the labels of a Project',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/label/label.repository.ts`,
      from: "select pg_advisory_xact_lock(hashtextextended('labels of project:' || $1::text || ':' || $2::text, 0))",
      to: "select $1::text || ':' || $2::text",
    },
    test: {
      file: `${DATABASE}/label/races.spec.ts`,
      name: 'create one, and the later request is refused with the limit',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of a label that is changed or deleted',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/label/label.repository.ts`,
      from: 'from labels where organization_id = $1 and project_id = $2 and id = $3 for update`',
      to: 'from labels where organization_id = $1 and project_id = $2 and id = $3`',
    },
    test: {
      file: `${DATABASE}/label/races.spec.ts`,
      name: 'the other attaches nothing behind the deletion',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of the saved Sprint reports of a Project',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/saved-sprint-report/saved-sprint-report.repository.ts`,
      from: "select pg_advisory_xact_lock(hashtextextended('saved reports of project:' || $1::text || ':' || $2::text, 0))",
      to: "select $1::text || ':' || $2::text",
    },
    test: {
      file: `${DATABASE}/saved-sprint-report/saved-sprint-report.spec.ts`,
      name: 'count the one that an earlier request is about to save',
      says: DID_NOT_WAIT,
    },
  },
  {
    name: 'the lock of the tree of a Project',
    threats: ['T36', 'T40'],
    without: {
      file: `${DATABASE}/work-item/work-item-trees.ts`,
      from: "select pg_advisory_xact_lock(hashtextextended('tree of project:' || $1::text || ':' || $2::text, 0))",
      to: "select $1::text || ':' || $2::text",
    },
    test: {
      file: `${DATABASE}/work-item/tree-races.spec.ts`,
      row: 'A under B and B under A',
      name: 'come to what one after the other would, in whatever order their steps follow each other',
      says: /The order \w+ of round trips went wrong[^]*parent\\":\\"A/,
    },
  },
  {
    name: 'the lock of a Sprint that gets a Work Item',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/sprint/sprint.repository.ts`,
      from: 'select id from sprints where organization_id = $1 and project_id = $2 and id = $3 for share',
      to: 'select id from sprints where organization_id = $1 and project_id = $2 and id = $3',
    },
    test: {
      file: `${DATABASE}/sprint/sprint.repository.spec.ts`,
      name: 'neither start nor complete while they are held, and are held side by side',
      says: /What was waited for did not happen[^]*untilSomebodyWaits/,
    },
  },
  {
    name: 'the lock of a Sprint that is changed',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/sprint/sprint.repository.ts`,
      from: 'and id = any($3::uuid[]) order by id for no key update`',
      to: 'and id = any($3::uuid[]) order by id`',
    },
    test: {
      file: `${DATABASE}/sprint/races.spec.ts`,
      name: 'let the same one start once',
      says: /-\s+"INVALID_SPRINT_TRANSITION"[^]*\+\s+"REVISION_CONFLICT"/,
    },
  },
  {
    name: 'the lock of the two Work Items of a link',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/work-item/work-item.repository.ts`,
      from: 'where organization_id = $1 and id in ($2, $3) order by id for update`',
      to: 'where organization_id = $1 and id in ($2, $3) order by id`',
    },
    test: {
      file: `${DATABASE}/link/link-races.spec.ts`,
      row: 'a link that both sides remove is removed once',
      name: 'in every interleaving',
      says: /The order \w+ of round trips went wrong[^]*-\s+"NOT_FOUND"[^]*\+\s+"done"/,
    },
  },
  {
    name: 'the lock of all Work Items of a Sprint or a tree',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/recording/work-item-sets.ts`,
      from: "memberItems('for update')",
      to: "memberItems('offset 0 ')",
    },
    test: {
      file: `${DATABASE}/sprint/races.spec.ts`,
      name: 'a new estimate that comes first counts',
      says: /-\s+"points": 8,\s+\+\s+"points": 5/,
    },
  },
  {
    name: 'the lock of the Work Items of an account that is removed',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/work-item/assignments.ts`,
      from: 'order by id for update`',
      to: 'order by id`',
    },
    test: {
      file: `${DATABASE}/work-item/assignment-races.spec.ts`,
      row: 'account of a former member removed, their name repeated',
      name: 'clears after a repeat that came first',
      says: /-\s+"revision": 3,\s+\+\s+"revision": 2/,
    },
  },
  {
    name: 'the lock of Work Items whose precomputed flow is corrected',
    threats: ['T36'],
    without: {
      file: `${DATABASE}/reports/precomputed-flow.ts`,
      from: 'order by id for no key update`',
      to: 'order by id`',
    },
    test: {
      file: `${DATABASE}/reports/precomputed-flow.spec.ts`,
      name: 'is corrected after a concurrent change of the item',
      // Without the lock it waits later, behind what it has deleted.
      says: /Expected pattern: .*for no key update[^]*Received string: +"(?!select id)/,
    },
  },
  {
    name: 'the order of locks of several Work Items',
    threats: ['T40'],
    without: {
      file: `${DATABASE}/work-item/work-item.repository.ts`,
      from: 'where organization_id = $1 and project_id = $2 and id = any($3::uuid[]) order by id for update`',
      to: 'where organization_id = $1 and project_id = $2 and id = any($3::uuid[]) order by array_position($3::uuid[], id) for update`',
    },
    test: {
      file: `${DATABASE}/work-item/work-item.repository.spec.ts`,
      name: 'locks in the order of ids: requests that name the same items never wait in a circle',
      // Requests that wait in a circle begin again, or hold locks and connections so long that others get none.
      says: /Expected: 20|No connection to the database|A lock was held for too long/,
    },
  },
  {
    name: 'the index of the one active Sprint',
    threats: ['T36'],
    without: { sql: 'drop index one_active_sprint_per_project' },
    test: {
      file: `${DATABASE}/sprint/sprint.repository.spec.ts`,
      name: 'are active one at a time',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the index against a link that is there already',
    threats: ['T36'],
    without: { sql: 'drop index link_is_there_already' },
    test: {
      file: `${DATABASE}/link/link.repository.spec.ts`,
      name: 'has constraints for referees: after relates, relates is refused',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the index against two Work Items that block each other',
    threats: ['T36'],
    without: { sql: 'drop index link_contradicts_another' },
    test: {
      file: `${DATABASE}/link/link.repository.spec.ts`,
      name: 'has constraints for referees: after blocks, blocked_by is refused',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the grants in the look-up of a path',
    threats: ['T3', 'T4', 'T5'],
    without: {
      file: `${DATABASE}/access/path-resources.ts`,
      from: '`($4::uuid[] is null or ${projectId} = any($4::uuid[]))`',
      to: '`($4::uuid[] is null or ${projectId} is not null)`',
    },
    test: {
      file: `${DATABASE}/access/path-resources.spec.ts`,
      name: 'costs the same statements and rows, hidden or missing, whatever was looked up before',
      says: /"key": "HIDDEN"/,
    },
  },
  {
    name: 'the grants in the cache of Projects',
    threats: ['T3', 'T4', 'T5'],
    without: {
      file: `${DATABASE}/access/path-resources.ts`,
      from: 'return project && Access.sees(scope, project.id) ? project : undefined;',
      to: 'return project;',
    },
    test: {
      file: `${DATABASE}/access/path-resources.spec.ts`,
      name: 'costs the same statements and rows, hidden or missing, whatever was looked up before',
      says: /"key": "HIDDEN"/,
    },
  },
  {
    name: 'the grants at a Project that is found, before its reports',
    threats: ['T3', 'T14'],
    without: {
      file: `${APPLICATION}/access/access.ts`,
      from: "if (!Access.sees(scope, project.id)) refuse('NOT_FOUND');",
      to: '',
    },
    test: {
      file: `${PIPELINE}/checks.spec.ts`,
      name: 'is not found by a token of another Project',
      says: /-\s+"status": 404[^]*\+\s+"status": 200/,
    },
  },
  {
    name: 'the grants of a request whose body arrives late',
    threats: ['T12', 'T14'],
    without: {
      file: `${PIPELINE}/rights.ts`,
      from: "if (project && !Access.sees(organization, project.projectId)) refuse('NOT_FOUND');",
      to: '',
    },
    test: {
      file: `${PIPELINE}/rights.spec.ts`,
      name: 'hide a Project and the other end of a link that the grant no longer covers',
      says: /Expected: "NOT_FOUND"\s+Received: undefined/,
    },
  },
  {
    name: 'the grant of a whole Organization, where an operation needs it',
    threats: ['T14'],
    without: {
      file: `${PIPELINE}/path.ts`,
      from: "if (organization.onlyProjects && policy.wholeOrganization === 'NOT_FOUND') refuse('NOT_FOUND');",
      to: '',
    },
    test: {
      file: `${PIPELINE}/path.spec.ts`,
      name: 'to an operation on the whole Organization is hidden from a grant of some Projects',
      says: /Expected: "NOT_FOUND"\s+Received: \{/,
    },
  },
  {
    name: 'the grants in the list of Projects',
    threats: ['T14'],
    without: {
      file: `${DATABASE}/project/project.views.ts`,
      from: "' and id = any($2::uuid[])'",
      to: "' and $2::uuid[] is not null'",
    },
    test: {
      file: `${DATABASE}/project/project.views.spec.ts`,
      name: 'are narrowed to the granted ones',
      says: /- Expected +- 0\s+\+ Received +\+ \d/,
    },
  },
  {
    name: 'the grants in lists and searches across Projects',
    threats: ['T14'],
    without: {
      file: `${DATABASE}/work-item/collection/population.ts`,
      from: "const organization = parameters.add(scope.organizationId, 'uuid');",
      to: "const organization = parameters.add(scope.organizationId, 'uuid'); scope = { ...scope, onlyProjects: undefined };",
    },
    test: {
      file: GRANTED,
      name: 'lists the Work Items of these Projects only',
      says: /\+\s+"HIDDEN-1"/,
    },
  },
  {
    name: 'the grants in searches by SqueakQL',
    threats: ['T14'],
    without: {
      file: `${DATABASE}/work-item/collection/search-page.ts`,
      from: "onlyProjects ? 'item.project_id = part.project_id' : OF_ALL_PROJECTS,",
      to: "onlyProjects ? 'part.project_id is not null' : OF_ALL_PROJECTS,",
    },
    test: {
      file: GRANTED,
      name: 'finds by SqueakQL the Work Items of these Projects only',
      says: /\+\s+"HIDDEN-1"/,
    },
  },
  {
    name: 'the grants in conditions on links, of searches and reports',
    threats: ['T2', 'T4'],
    without: {
      file: `${DATABASE}/squeakql/beside-the-item.ts`,
      from: 'const visible = onlyProjects ? `',
      to: "const visible = onlyProjects && organizationId === '' ? `",
    },
    test: {
      file: GRANTED,
      name: 'finds no Work Item by a link to another Project',
      says: /\+\s+"SHOWN-1"[^]*Expected: 0\s+Received: 1/,
    },
  },
  {
    name: 'the grants in the links of a Work Item',
    threats: ['T14'],
    without: {
      file: `${DATABASE}/link/link.views.ts`,
      from: 'and other.project_id = any($3::uuid[])`',
      to: 'and $3::uuid[] is not null`',
    },
    test: {
      file: GRANTED,
      name: 'lists no link to another Project',
      says: /\+\s+"HIDDEN-1"/,
    },
  },
  {
    name: 'the grants at one link',
    threats: ['T14'],
    without: {
      file: `${DATABASE}/link/link.views.ts`,
      from: 'if (!row || onlyProjects?.has(row.projectId) === false)',
      to: 'if (!row)',
    },
    test: {
      file: GRANTED,
      name: 'shows no link to another Project',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the grants at the target of a new link',
    threats: ['T2'],
    without: {
      file: `${APPLICATION}/link/create-link.ts`,
      from: 'return named && Access.sees(scope, named.projectId) ? named.id : undefined;',
      to: 'return named?.id;',
    },
    test: {
      file: GRANTED,
      name: 'makes no link to another Project, and tells nothing of one that is there',
      // The link that was made is not shown, and so not kept.
      says: /-\s+"code": "NOT_FOUND"[^]*\+\s+"code": "LINK_DUPLICATE"/,
    },
  },
  {
    name: 'the grants in references and figures',
    threats: ['T2', 'T14'],
    without: {
      file: `${DATABASE}/access/visible-projects.ts`,
      from: 'or ${table}.${project} = any($3::uuid[]))`',
      to: 'or cardinality($3::uuid[]) > 0)`',
    },
    test: {
      file: GRANTED,
      name: 'counts and names nothing of another Project',
      says: /Expected: 1\s+Received: 2[^]*\+\s+"key": "HIDDEN"/,
    },
  },
  {
    name: 'the grants in the activity of a person',
    threats: ['T14'],
    without: {
      file: `${DATABASE}/profile/profile.views.ts`,
      from: '($2::uuid[] is null or history.project_id = any($2::uuid[]))',
      to: '($2::uuid[] is null or history.project_id is not null)',
    },
    test: {
      file: GRANTED,
      name: 'shows the activity of a person in these Projects only',
      says: /\+\s+"HIDDEN"/,
    },
  },
  {
    name: 'the grants in the references of an activity',
    threats: ['T14'],
    without: {
      file: `${DATABASE}/activity/references.ts`,
      from: '($2::uuid[] is null or project_id = any($2::uuid[]))',
      to: '($2::uuid[] is null or project_id is not null)',
    },
    test: {
      file: `${DATABASE}/activity/activity.views.spec.ts`,
      name: 'show a Work Item of another Project to a caller who sees that Project, and null to others',
      says: /\+\s+"key": "ELSE-1"/,
    },
  },
  {
    name: 'the role of a transaction of one Organization',
    threats: ['T1'],
    without: {
      file: `${DATABASE}/engine/row-security.ts`,
      from: "set_config('role', '${ORGANIZATION_ROLE}', true), ",
      to: '',
    },
    test: {
      file: ROW_SECURITY,
      name: 'works for its Organization until its transaction ends, and then the connection works for all',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the Organization of a transaction',
    threats: ['T1'],
    without: {
      file: `${DATABASE}/engine/row-security.ts`,
      from: "set_config('${ORGANIZATION_SETTING}', $1, true)",
      to: '$1::text',
    },
    test: {
      file: ROW_SECURITY,
      name: 'shows a report no row of another Organization, whatever its statement asks for',
      // Nothing is shown where no Organization was named.
      says: /\+ Received +\+ 1\s[^]*-\s+"id": "/,
    },
  },
  {
    name: 'the end of the role with its transaction',
    threats: ['T1'],
    without: {
      file: `${DATABASE}/engine/row-security.ts`,
      from: "'${ORGANIZATION_ROLE}', true)",
      to: "'${ORGANIZATION_ROLE}', false)",
    },
    test: {
      file: ROW_SECURITY,
      name: 'works for its Organization until its transaction ends, and then the connection works for all',
      says: /\+\s+"role": "worktrack_tx"/,
    },
  },
  {
    name: 'the end of the Organization with its transaction',
    threats: ['T1'],
    without: {
      file: `${DATABASE}/engine/row-security.ts`,
      from: "'${ORGANIZATION_SETTING}', $1, true)",
      to: "'${ORGANIZATION_SETTING}', $1, false)",
    },
    test: {
      file: ROW_SECURITY,
      name: 'works for its Organization until its transaction ends, and then the connection works for all',
      says: /-\s+"organization": ""/,
    },
  },
  {
    name: 'the restriction of mutations to their Organization',
    threats: ['T1'],
    without: {
      file: `${DATABASE}/postgres-unit-of-work.ts`,
      from: 'this.hasRowSecurity && organizationId ? restrictionTo(organizationId) : undefined;',
      to: 'undefined;',
    },
    test: {
      file: ROW_SECURITY,
      name: 'works for its Organization until its transaction ends, and then the connection works for all',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the restriction in the exchange of BEGIN',
    threats: ['T1'],
    without: {
      file: `${DATABASE}/engine/session.ts`,
      from: '[BEGIN, ...(this.restriction ? [this.restriction] : [])]',
      to: '[BEGIN]',
    },
    test: {
      file: ROW_SECURITY,
      name: 'works for its Organization until its transaction ends, and then the connection works for all',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the restriction of reports to their Organization',
    threats: ['T1'],
    without: {
      file: `${DATABASE}/engine/snapshots.ts`,
      from: 'this.hasRowSecurity ? [BEGIN, restrictionTo(organizationId)] : [BEGIN]',
      to: '[BEGIN]',
    },
    test: {
      file: ROW_SECURITY,
      name: 'shows a report no row of another Organization, whatever its statement asks for',
      says: /- Expected +- 0\s+\+ Received +\+ \d[^]*\+\s+"id": "/,
    },
  },
  {
    name: 'the check that the role of transactions is a member of no other role',
    threats: ['T1'],
    without: {
      file: `${DATABASE}/migrations/row-security.ts`,
      from: 'if (role.isMember) {',
      to: 'if (role.isFree) {',
    },
    test: {
      file: ROW_SECURITY,
      name: 'after: grant worktrack_app to worktrack_tx',
      says: /Received has value: undefined/,
    },
  },
  {
    name: 'the check of row-level security at the start of a server',
    threats: ['T1'],
    without: {
      file: `${DATABASE}/database.ts`,
      from: 'if (problem !== undefined) throw new Error(`This database cannot be used: ${problem}.`);',
      to: '',
    },
    test: {
      file: `${DATABASE}/database.spec.ts`,
      name: 'with a table that lacks its row-level security',
      says: /Received: "is served from"/,
    },
  },
  {
    name: 'the check of a replay against the current grants',
    threats: ['T9'],
    without: {
      file: `${APPLICATION}/mutation/mutations.ts`,
      from: "return claim.reply.shows.every(covers) ? claim.reply : refuse('NOT_FOUND');",
      to: 'return claim.reply;',
    },
    test: {
      file: `${APPLICATION}/mutation/mutations.spec.ts`,
      name: 'shows no stored answer to a token that does not cover what it shows',
      says: /Expected: "NOT_FOUND"/,
    },
  },
  {
    name: 'the signature of a cursor',
    threats: ['T7'],
    without: {
      file: 'libs/keyset/src/index.ts',
      from: 'timingSafeEqual(mac, macOf(key, form, context, payload))',
      to: 'key.length > 0',
    },
    test: {
      file: 'libs/keyset/src/keyset.spec.ts',
      name: 'is refused when any single character is changed, dropped, doubled or added',
      says: /Received: \["2026-03-02T09:00:00.000Z", "WEB", 12\]/,
    },
  },
  {
    name: 'the context of a cursor',
    threats: ['T7'],
    without: {
      file: 'libs/keyset/src/index.ts',
      from: "return mac.update(context).update('\\0')",
      to: "return mac.update('').update('\\0')",
    },
    test: {
      file: 'libs/keyset/src/keyset.spec.ts',
      name: 'means nothing in another context, or to another key',
      says: /Received: \["a", 1\]/,
    },
  },
  {
    name: 'the limit of requests of a token',
    threats: ['T26'],
    without: {
      file: `${LIMITS}/window-rate-limiter.ts`,
      from: 'const isAllowed = count.consumedPoints <= limit;',
      to: 'const isAllowed = count.consumedPoints >= 0;',
    },
    test: {
      file: `${LIMITS}/window-rate-limiter.spec.ts`,
      name: 'allows exactly the limit in a window and counts down',
      says: /-\s+"allowed": false[^]*\+\s+"allowed": true/,
    },
  },
  {
    name: 'the limit of failed authentications',
    threats: ['T11'],
    without: {
      file: `${LIMITS}/window-rate-limiter.ts`,
      from: 'const allowed = count.consumedPoints < limit;',
      to: 'const allowed = true;',
    },
    test: {
      file: `${LIMITS}/window-rate-limiter.spec.ts`,
      name: 'refuses an address from its limit of failures on, and asking does not count',
      says: /-\s+"allowed": false[^]*\+\s+"allowed": true/,
    },
  },
  {
    name: 'the bound of each credential, user, network and Organization',
    threats: ['T24'],
    without: {
      file: `${SEMAPHORE}.ts`,
      from: 'this.takenBy(kind, key) + slots > most) return kind;',
      to: 'slots < 0) return kind;',
    },
    test: {
      file: `${SEMAPHORE}.spec.ts`,
      name: 'of bytes go to those who fit: a large one does not hold up the others',
      says: /\+\s+"a1 #2",/,
    },
  },
  {
    name: 'the pause between the reports of an Organization for which many wait',
    threats: ['T24'],
    without: {
      file: `${SEMAPHORE}.ts`,
      from: 'this.pauseAfter(owner, performance.now() - begun);',
      to: 'void begun;',
    },
    test: {
      file: `${SEMAPHORE}.spec.ts`,
      name: 'lets an Organization for which many wait pause as long as the last one took, and others go on',
      says: /\+\s+"a1 #2",/,
    },
  },
  {
    name: 'the depth of a body',
    threats: ['T20'],
    without: {
      file: `${PIPELINE}/json.ts`,
      from: 'if (levels.length > DEEPEST) refuseFields',
      to: 'if (levels.length < 0) refuseFields',
    },
    test: {
      file: `${PIPELINE}/json.spec.ts`,
      name: 'may be nested 16 deep, and no deeper',
      says: /must not be nested more than 16 deep/,
    },
  },
  {
    name: 'the structure of a body',
    threats: ['T20'],
    without: {
      file: `${PIPELINE}/json.ts`,
      from: 'if (structure > MOST_STRUCTURE) refuseFields',
      to: 'if (structure < 0) refuseFields',
    },
    test: {
      file: `${PIPELINE}/json.spec.ts`,
      name: 'may have 5,000 structural characters, and no more',
      says: /-\s+"has too many members and elements"/,
    },
  },
  {
    name: 'the bytes of a body',
    threats: ['T21'],
    without: {
      file: `${PIPELINE}/request-body.ts`,
      from: 'if (length + piece.length > most) {',
      to: 'if (length < 0) {',
    },
    test: {
      file: `${PIPELINE}/request-body.spec.ts`,
      name: 'has its most bytes, and not one more, in pieces too: a member',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the bytes around an uploaded file',
    threats: ['T21', 'T33'],
    without: {
      file: `${HTTP}/attachment/receive-upload.ts`,
      from: 'if (this.bytes > this.most) this.fail',
      to: 'if (this.bytes < 0) this.fail',
    },
    test: {
      file: `${HTTP}/attachment/receive-upload.spec.ts`,
      name: 'that is larger than its file may be is refused',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the bytes of an uploaded file',
    threats: ['T33'],
    without: {
      file: 'packages/adapter-blobs/src/measured.ts',
      from: "if (this.bytes > this.most) refuse('PAYLOAD_TOO_LARGE'",
      to: "if (this.bytes < 0) refuse('PAYLOAD_TOO_LARGE'",
    },
    test: {
      file: 'packages/adapter-blobs/src/files/file-blobs.spec.ts',
      name: 'hold as much as is allowed, and not a byte more',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the bytes of all uploads under way',
    threats: ['T33'],
    without: {
      file: `${HTTP}/attachment/uploads.ts`,
      from: 'if (full) refuseForNow(',
      to: 'if (full) void (',
    },
    test: {
      file: `${HTTP}/attachment/uploads.spec.ts`,
      name: 'have a common limit of bytes, of which',
      says: /Received function did not throw/,
    },
  },
  {
    name: 'the quota of an Organization while an upload is under way',
    threats: ['T33'],
    without: {
      file: `${HTTP}/attachment/uploads.ts`,
      from: '          refusePastQuota(quotaBytes);',
      to: '          void 0;',
    },
    test: {
      file: `${HTTP}/attachment/uploads.spec.ts`,
      name: 'fit into what is left of the quota, all of an Organization together',
      says: /Received function did not throw/,
    },
  },
  {
    name: 'the quota of an Organization in the transaction of an upload',
    threats: ['T33'],
    without: {
      file: `${DATABASE}/attachment/attachment.repository.ts`,
      from: 'from attachment_usage where organization_id = $1 and bytes > $2)',
      to: 'from attachment_usage where organization_id = $1 and bytes > $2 and false)',
    },
    test: {
      file: `${DATABASE}/attachment/attachment.repository.spec.ts`,
      name: 'and refuses what passes its quota, and keeps nothing of it',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the count of the bytes of attachments',
    threats: ['T33', 'T36'],
    without: {
      file: `${DATABASE}/attachment/attachment.repository.ts`,
      from: 'do update set bytes = counted.bytes + excluded.bytes`',
      to: 'do update set bytes = excluded.bytes`',
    },
    test: {
      file: `${DATABASE}/attachment/attachment.repository.spec.ts`,
      name: 'so that of many that come together no more are kept than fit',
      says: /Expected length: 5\s+Received length: 12/,
    },
  },
  {
    name: 'the bytes that a deleted attachment gives back',
    threats: ['T33'],
    without: {
      file: `${DATABASE}/attachment/attachment.repository.ts`,
      from: 'update attachment_usage set bytes = bytes - $2 where organization_id = $1',
      to: 'update attachment_usage set bytes = bytes - 0 * $2 where organization_id = $1',
    },
    test: {
      file: `${DATABASE}/attachment/attachment.repository.spec.ts`,
      name: 'of its live attachments, those of deleted Work Items included',
      says: /Expected: 5\s+Received: 1005/,
    },
  },
  {
    name: 'the age of bytes that a sweep removes',
    threats: ['T33'],
    without: {
      file: `${APPLICATION}/attachment/sweep-blobs.ts`,
      from: 'const old = blobs.filter(({ since }) => since < before);',
      to: 'const old = blobs.filter(({ since }) => since <= before || since > before);',
    },
    test: {
      file: `${APPLICATION}/attachment/sweep-blobs.spec.ts`,
      name: 'moves to the trash what is older than a day and no attachment needs, and nothing else',
      says: /-\s+"trashed": 1[^]*\+\s+"trashed": 2/,
    },
  },
  {
    name: 'the digest of a token',
    threats: ['T10'],
    without: {
      file: `${APPLICATION}/identity/access-token.ts`,
      from: "return createHash('sha256').update(token, 'utf8').digest();",
      to: "return Buffer.from(token, 'utf8');",
    },
    test: {
      file: `${APPLICATION}/identity/access-token.spec.ts`,
      name: 'is stored as its SHA-256',
      says: /Received: "616263"/,
    },
  },
  {
    name: 'the second for which rights are believed',
    threats: ['T12'],
    without: {
      file: `${DATABASE}/access/authenticator.ts`,
      from: 'return this.now() >= believedUntil;',
      to: 'return this.now() < 0;',
    },
    test: {
      file: `${DATABASE}/access/authenticator.spec.ts`,
      name: 'believes what it accepted for a second, and not a moment longer',
      says: /toBeUndefined\(\)\s+Received: \{"believedUntil": 2000/,
    },
  },
  {
    name: 'the minutes between two records of a last use',
    threats: ['T13'],
    without: {
      file: `${DATABASE}/access/authenticator.ts`,
      from: '(found?.unseenMinutes ?? 0) > SEEN_MINUTES',
      to: '(found?.unseenMinutes ?? 0) >= 0',
    },
    test: {
      file: `${DATABASE}/access/authenticator.spec.ts`,
      name: 'notes when a session was last seen, at most once in ten minutes',
      says: /\+\s+"sessions\.seen"/,
    },
  },
  {
    name: 'the scope that an operation needs',
    threats: ['T14'],
    without: {
      file: `${APPLICATION}/access/access.ts`,
      from: 'if (covers(principal.token.scopes, scope)) return;',
      to: 'if (scope.length > 0) return;',
    },
    test: {
      file: `${APPLICATION}/access/access.spec.ts`,
      name: 'needs the very scope, which no other implies',
      says: /Expected: "INSUFFICIENT_SCOPE"\s+Received: undefined/,
    },
  },
  {
    name: 'the refusal of unknown members',
    threats: ['T15', 'T20'],
    without: {
      file: `${PIPELINE}/body.pipe.ts`,
      from: 'if (!known.has(name)) unknown.push',
      to: 'if (known.size < 0) unknown.push',
    },
    test: {
      file: `${PIPELINE}/body.pipe.spec.ts`,
      name: 'that has the unknown member',
      says: /-\s+"VALIDATION_ERROR"[^]*\+\s+"none"/,
    },
  },
  {
    name: 'the binding of the values of a query',
    threats: ['T17'],
    without: {
      file: `${DATABASE}/engine/statement-parameters.ts`,
      from: 'return `$${this.collected.length}::${type}`;',
      to: "return `'${String(value)}'::${type}`;",
    },
    test: {
      file: `${DATABASE}/squeakql/condition.spec.ts`,
      name: 'holds no text of the query',
      says: /Expected substring: not "needle"/,
    },
  },
  {
    name: 'the escape of wildcards',
    threats: ['T18'],
    without: {
      file: `${DATABASE}/recording/search-text.ts`,
      from: "return fold(text).replace(/[\\\\%_]/g, '\\\\$&');",
      to: 'return fold(text);',
    },
    test: {
      file: `${DATABASE}/recording/search-text.spec.ts`,
      name: 'takes the characters of a pattern as they are',
      says: /Received: "%50%_/,
    },
  },
  {
    name: 'the nesting of a query',
    threats: ['T19'],
    without: {
      file: 'libs/squeakql/src/parser.ts',
      from: 'if (this.nesting === LIMITS.nesting) {',
      to: 'if (this.nesting < 0) {',
    },
    test: {
      file: 'libs/squeakql/src/grammar.spec.ts',
      name: '20 levels of',
      says: /-\s+"code": "SQUEAKQL_QUERY_TOO_COMPLEX"[^]*\+\s+"code": "SQUEAKQL_SYNTAX_ERROR"/,
    },
  },
  {
    name: 'the number of values of a parameter',
    threats: ['T23'],
    without: {
      file: `${PIPELINE}/query.ts`,
      from: 'else if (texts?.length === MOST_VALUES) report',
      to: 'else if (texts?.length === 0) report',
    },
    test: {
      file: `${PIPELINE}/query.spec.ts`,
      name: 'may repeat a parameter 100 times, and not 101 times',
      says: /must not be given more than 100 times"\]\}\s+Received: undefined/,
    },
  },
  {
    name: 'the characters of a file name in a header',
    threats: ['T28'],
    without: {
      file: `${HTTP}/attachment/content-disposition.ts`,
      from: "fileName.replace(/[^\\x20-\\x7e]|[\"\\\\%]/gu, '_')",
      to: 'fileName',
    },
    test: {
      file: `${HTTP}/attachment/content-disposition.spec.ts`,
      name: 'is one header with one name, whatever the name is',
      says: /Received: "attachment; filename=\\"a\\"; filename=\\"b\.html/,
    },
  },
  {
    name: 'the content security policy of the page',
    threats: ['T29'],
    without: {
      file: `${HTTP}/web/security-headers.ts`,
      from: '  "require-trusted-types-for \'script\'",',
      to: '',
    },
    test: {
      file: `${HTTP}/web/web.spec.ts`,
      name: 'runs and loads only what this server has, and turns no text into code',
      says: /Received: ".*frame-ancestors 'none'; trusted-types 'none'"/,
    },
  },
  {
    name: 'the pixels of an image',
    threats: ['T30'],
    without: {
      file: 'apps/server/src/tasks/user/avatar-image.ts',
      from: 'limitInputPixels: MOST_PIXELS',
      to: 'limitInputPixels: 2 * MOST_PIXELS',
    },
    test: {
      file: 'apps/server/src/tasks/user/avatar-image.spec.ts',
      name: 'is refused, and takes no memory worth speaking of: one pixel more than is decoded',
      says: /resolved instead of rejected/,
    },
  },
  {
    name: 'the random name of a stored file',
    threats: ['T32'],
    without: {
      file: 'packages/adapter-blobs/src/blob-name.ts',
      from: "return randomBytes(24).toString('hex') as BlobName;",
      to: "return '0'.repeat(48) as BlobName;",
    },
    test: {
      file: 'packages/adapter-blobs/src/files/file-blobs.spec.ts',
      name: 'are for this user alone, and named by chance',
      says: /Expected: not "0{48}"/,
    },
  },
  {
    name: 'the apostrophe before a formula',
    threats: ['T34'],
    without: {
      file: `${HTTP}/reports/export/row-texts.ts`,
      from: `cell.replace(FORMULAS, "'")`,
      to: 'cell',
    },
    test: {
      file: `${HTTP}/reports/export/row-texts.spec.ts`,
      name: 'have an apostrophe where a cell could begin with a formula: after "" before =',
      says: /\+ "=1\+1;y",0,/,
    },
  },
  {
    name: 'the growth of the counter of a Project',
    threats: ['T39'],
    without: {
      file: `${DATABASE}/work-item/number-source.ts`,
      from: 'update project_counters set last_number = last_number + $3::bigint',
      to: 'update project_counters set last_number = $3::bigint',
    },
    test: {
      file: `${DATABASE}/work-item/work-item.repository.spec.ts`,
      name: 'never gives a number twice to concurrent requests',
      says: /violates unique constraint "work_item_number_is_taken"/,
    },
  },
  {
    name: 'the id of a label before its name',
    threats: ['T42'],
    without: {
      file: `${DATABASE}/access/path-resources.ts`,
      from: 'order by label.id = $5 desc nulls last limit 1',
      to: 'order by label.id = $5 limit 1',
    },
    test: {
      file: `${DATABASE}/access/path-resources.spec.ts`,
      name: 'is a label of the Project, by its id first, then by its name',
      says: /-\s+"id": "(?<id>[0-9a-f-]{36})"[^]*\+\s+"id": "(?!\k<id>)/,
    },
  },
  {
    name: 'the short turns in which a migration waits for a lock',
    threats: ['T43'],
    without: {
      file: `${DATABASE}/migrations/patiently.ts`,
      from: 'set lock_timeout = ${SHORT}',
      to: 'set lock_timeout = 0',
    },
    test: {
      file: `${DATABASE}/migrate.spec.ts`,
      name: 'that lock others out wait for their lock in short turns, so that writers get on meanwhile',
      says: /Overloaded: A lock was held for too long/,
    },
  },
];

/** Guards that are in many places: their suites take each of them away. */
export const SELF_TESTED: readonly SelfTested[] = [
  {
    name: 'each comparison with the Organization in a statement',
    threats: ['T1', 'T2'],
    suite: `${DATABASE}/engine/statements.spec.ts`,
    test: 'without any one of its comparisons is found, or says the same',
  },
  {
    name: 'the row-level security of each table',
    threats: ['T1'],
    suite: `${DATABASE}/engine/row-security.spec.ts`,
    test: 'shows a transaction no row of another Organization in %s',
  },
];
