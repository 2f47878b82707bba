import { escapeIdentifier } from 'pg';
import { type ReaderOfSeveral, statement } from '../engine/statement.js';
import { ORGANIZATION_ROLE, ORGANIZATION_SETTING } from '../engine/row-security.js';
import { APPLICATION_ROLE } from '../engine/settings.js';
import { HASHES, storeHash, type Hashes } from './policy-hash.js';
import {
  ADDED,
  ASSIGNED,
  CHANGED,
  isSame,
  KEPT,
  PRIVILEGES_OF_THE_SERVER,
  READ,
  renewPrivileges,
  type Privileges,
  type RunSql,
} from './privileges.js';

/** Tables with a column `organization_id` whose rows the database does not keep apart, each with the reason. */
export const WITHOUT_ROW_SECURITY: Readonly<Record<string, string>> = {
  change_queue:
    'The sequencer reads all Organizations together; a transaction of one Organization can only add rows, not read any.',
  outbox:
    'Not every mail is of an Organization, and a transaction of one Organization can only add mails, not read any.',
  work_item_texts:
    'Under a policy no search could use its index, because the operators of LIKE are not leakproof; every statement is parsed instead.',
  token_grants: 'A transaction reads the rights of its caller before anything else; it may not write them.',
  token_project_grants: 'A transaction reads the rights of its caller before anything else; it may not write them.',
  former_slugs:
    'A slug is looked up before its Organization is known. A transaction of one Organization has no right in it.',
  handovers:
    'It is written where a membership ends, and completed for all Organizations. A transaction of one Organization has no right in it.',
  invitations:
    'The token of an invitation is looked up by a stranger. A transaction of one Organization has no right in it.',
  join_links:
    'The token of a join link is looked up by a stranger. A transaction of one Organization has no right in it.',
};

/** The privileges of a transaction of one Organization in the tables whose rows the database keeps apart. */
const WITHIN: Privileges = {
  projects: CHANGED,
  project_counters: CHANGED,
  sprints: KEPT,
  labels: KEPT,
  work_items: CHANGED,
  work_item_labels: ASSIGNED,
  work_item_history: ADDED,
  comments: CHANGED,
  work_item_links: CHANGED,
  work_item_positions: CHANGED,
  work_item_watches: CHANGED,
  mentions: CHANGED,
  attachments: CHANGED,
  attachment_usage: CHANGED,
  sprint_commitments: ADDED,
  sprint_entries: ADDED,
  sprint_exits: ADDED,
  sprint_outcomes: ADDED,
  sprint_departures: ADDED,
  sprint_summaries: ADDED,
  saved_sprint_reports: KEPT,
  saved_sprint_report_pins: ASSIGNED,
  saved_views: KEPT,
  saved_view_pins: ASSIGNED,
  webhooks: KEPT,
  webhook_attempts: READ,
  webhook_dead_letters: ['select', 'update'],
  changes: READ,
  feed_heads: READ,
  status_spans: KEPT,
  item_flow: KEPT,
  audit_log: ['insert'],
  memberships: ['select', 'update'],
};

/** Its privileges in other tables. */
const OUTSIDE: Privileges = {
  work_item_texts: CHANGED,
  token_grants: READ,
  token_project_grants: READ,
  organizations: READ,
  users: READ,
  user_avatars: READ,
  access_tokens: READ,
  sessions: READ,
  idempotency_records: KEPT,
  idempotency_usage: KEPT,
  replica_heartbeat: READ,
  outbox: ['insert'],
  change_queue: ['insert'],
};

/** The privileges of a transaction of one Organization. */
export const PRIVILEGES_OF_A_TRANSACTION: Privileges = { ...WITHIN, ...OUTSIDE };

/** No privilege, in any table. */
const NONE: Privileges = Object.fromEntries(Object.keys(PRIVILEGES_OF_THE_SERVER).map((table) => [table, []]));

/** The tables whose rows the database keeps apart. */
export const TABLES_WITH_ROW_SECURITY: readonly string[] = Object.keys(WITHIN);

/** A policy of a table. `condition` holds for the rows that are read, and for those that are written. */
interface Policy {
  readonly name: string;
  readonly role: string;
  readonly command: 'all' | 'select' | 'update';
  readonly condition: string;
}

/** A scalar, which is computed once for a scan and can be looked up in an index. */
const OF_THE_ORGANIZATION = `organization_id = (select current_setting('${ORGANIZATION_SETTING}', true)::uuid)`;

/** The condition as PostgreSQL shows it. */
const SHOWN = `(organization_id = ( SELECT (current_setting('${ORGANIZATION_SETTING}'::text, true))::uuid AS current_setting))`;

/** The policies of a table whose owner is this role. The owner is limited too, so that no table is read by accident: it gets a policy of its own. */
function policiesOf(table: string, owner: string): readonly Policy[] {
  const ofAll: readonly Policy[] = [
    { name: 'every_organization', role: APPLICATION_ROLE, command: 'all', condition: 'true' },
    { name: 'of_the_owner', role: owner, command: 'all', condition: 'true' },
  ];
  const restricted = { role: ORGANIZATION_ROLE, condition: OF_THE_ORGANIZATION };
  if (table !== 'memberships') return [...ofAll, { name: 'one_organization', command: 'all', ...restricted }];
  return [
    ...ofAll,
    { name: 'rights_of_the_caller', role: ORGANIZATION_ROLE, command: 'select', condition: 'true' },
    { name: 'one_organization', command: 'update', ...restricted },
  ];
}

interface TableState {
  readonly table: string;
  readonly owner: string;
  readonly isEnabled: boolean;
  readonly isForced: boolean;
  readonly policies: readonly {
    readonly name: string;
    readonly roles: string;
    readonly command: string;
    readonly isPermissive: boolean;
    readonly using: string | null;
    readonly check: string | null;
  }[];
}

/** The commands of policies, as the catalogue names them. */
const COMMANDS = { all: '*', select: 'r', update: 'w' } as const;

/** Selects the state of the tables $1, with the conditions as SQL. It waits for transactions that have locked a table. */
const STATE = `
  select relname as table, pg_get_userbyid(relowner) as owner, relrowsecurity as "isEnabled", relforcerowsecurity as "isForced",
    (select coalesce(json_agg(json_build_object('name', polname, 'command', polcmd, 'isPermissive', polpermissive,
        'roles', array_to_string(array(select rolname from pg_roles where pg_roles.oid = any(polroles)), ','),
        'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid))), '[]')
     from pg_policy where polrelid = pg_class.oid) as policies
  from unnest($1::text[]) named join pg_class on pg_class.oid = to_regclass(named)
  order by relname`;

const IS_CLUSTER = `select to_regproc('citus_version') is not null as "isCluster"`;

/**
 * Gives the role of transactions its privileges, and each table its policies, where they differ from those that this release wants. Does
 * nothing to the policies of a cluster, which has none: it knows no policy with a sub-select. Stores a hash of the result, which the start
 * of a server compares.
 */
export async function secureRows(run: RunSql): Promise<void> {
  await renewPrivileges(run, ORGANIZATION_ROLE, { ...NONE, ...PRIVILEGES_OF_A_TRANSACTION });
  const [database] = (await run(IS_CLUSTER)) as { isCluster: boolean }[];
  if (database?.isCluster === true) return;
  const states = (await run(STATE, [TABLES_WITH_ROW_SECURITY])) as TableState[];
  for (const state of states) if (!isSecured(state)) await run(securing(state));
  await storeHash(run);
}

/** Takes the policies of a table away, and the privileges of transactions. */
export const unsecuring = (table: string): string =>
  ['every_organization', 'of_the_owner', 'one_organization', 'rights_of_the_caller']
    .map((name) => `drop policy if exists ${name} on ${table}; `)
    .join('') +
  `alter table ${table} no force row level security, disable row level security; revoke all on ${table} from ${ORGANIZATION_ROLE}`;

function securing({ table, owner, policies }: TableState): string {
  return [
    ...policies.map(({ name }) => `drop policy ${escapeIdentifier(name)} on ${table}`),
    ...policiesOf(table, owner).map(({ name, role, command, condition }) => {
      const check = command === 'select' ? '' : ` with check (${condition})`;
      return `create policy ${name} on ${table} for ${command} to ${escapeIdentifier(role)} using (${condition})${check}`;
    }),
    `alter table ${table} enable row level security, force row level security`,
  ].join('; ');
}

function isSecured({ table, owner, isEnabled, isForced, policies }: TableState): boolean {
  const wanted = policiesOf(table, owner).map(({ name, role, command, condition }) => {
    const shown = condition === OF_THE_ORGANIZATION ? SHOWN : condition;
    return [name, role, COMMANDS[command], true, shown, command === 'select' ? null : shown].join(' ');
  });
  const found = policies.map(({ name, roles, command, isPermissive, using, check }) =>
    [name, roles, command, isPermissive, using, check].join(' '),
  );
  return isEnabled && isForced && isSame(found, wanted);
}

/** Reads no row when the role is missing. */
const ROLE = statement(
  'row-security.role',
  `select rolsuper or rolbypassrls as "isFree",
     exists (select from pg_auth_members where member = pg_roles.oid) as "isMember",
     pg_has_role(session_user, oid, 'member') as "mayBeUsed"
   from pg_roles where rolname = $1`,
);

interface RoleState {
  readonly isFree: boolean;
  readonly isMember: boolean;
  readonly mayBeUsed: boolean;
}

/** Returns in one sentence why the server must not limit its transactions to an Organization; `undefined` when it can. */
export async function problemOfRowSecurity(reader: ReaderOfSeveral): Promise<string | undefined> {
  const [[role], [hashes]] = (await reader.rowsOfEach<object>([
    { statement: ROLE, values: [ORGANIZATION_ROLE] },
    HASHES,
  ])) as [RoleState[], Hashes[]];
  if (!role) return `the role ${ORGANIZATION_ROLE} is missing: run the task db:migrate`;
  if (role.isFree) return `row-level security does not apply to the role ${ORGANIZATION_ROLE}`;
  if (role.isMember) {
    return `the role ${ORGANIZATION_ROLE} is a member of another role, whose policies might show it the rows of every Organization`;
  }
  if (!role.mayBeUsed) return `the login may not work as ${ORGANIZATION_ROLE}: run the task db:migrate`;
  if (hashes?.stored && hashes.found === hashes.stored) return undefined;
  return 'its policies or privileges are not those that db:migrate made: run the task db:migrate';
}
