import { escapeIdentifier } from 'pg';
import { type Reader, statement } from '../engine/statement.js';
import { APPLICATION_ROLE } from '../engine/settings.js';

/** Runs SQL as the owner of the schema. */
export type RunSql = (sql: string, values?: unknown[]) => Promise<readonly object[]>;

export type Privilege = 'select' | 'insert' | 'update' | 'delete';

/** The privileges of a role, by table. */
export type Privileges = Readonly<Record<string, readonly Privilege[]>>;

export const READ: readonly Privilege[] = ['select'];
export const ADDED: readonly Privilege[] = ['select', 'insert'];
export const CHANGED: readonly Privilege[] = ['select', 'insert', 'update'];
export const KEPT: readonly Privilege[] = ['select', 'insert', 'update', 'delete'];
export const ASSIGNED: readonly Privilege[] = ['select', 'insert', 'delete'];

/**
 * The privileges of the server in every table. It deletes only where the product deletes rows. A server of the release before works on this
 * schema too: a privilege that only it needs stays for one release.
 */
export const PRIVILEGES_OF_THE_SERVER: Privileges = {
  access_tokens: KEPT,
  attachment_usage: CHANGED,
  attachments: CHANGED,
  audit_exports: READ,
  audit_log: ADDED,
  blob_store: CHANGED,
  change_queue: ['select', 'insert', 'delete'],
  changes: ASSIGNED,
  comments: CHANGED,
  email_changes: KEPT,
  feed_heads: CHANGED,
  former_slugs: KEPT,
  handovers: KEPT,
  external_identities: CHANGED,
  idempotency_records: KEPT,
  idempotency_usage: KEPT,
  invitations: KEPT,
  item_flow: KEPT,
  join_links: KEPT,
  labels: KEPT,
  leases: CHANGED,
  memberships: KEPT,
  mentions: KEPT,
  migrations: READ,
  organizations: CHANGED,
  outbox: KEPT,
  passwords: KEPT,
  project_counters: CHANGED,
  projects: CHANGED,
  release_files: KEPT,
  replica_heartbeat: CHANGED,
  saved_sprint_report_pins: ASSIGNED,
  saved_sprint_reports: KEPT,
  saved_view_pins: ASSIGNED,
  saved_views: KEPT,
  server_secrets: READ,
  sessions: KEPT,
  setup_links: KEPT,
  sign_in_links: KEPT,
  spent_proofs: KEPT,
  sprint_commitments: ADDED,
  sprint_departures: ADDED,
  sprint_entries: ADDED,
  sprint_exits: ADDED,
  sprint_outcomes: ADDED,
  sprint_summaries: ADDED,
  sprints: KEPT,
  status_spans: KEPT,
  token_grants: KEPT,
  token_project_grants: ASSIGNED,
  user_avatars: ASSIGNED,
  users: CHANGED,
  webhook_attempts: KEPT,
  webhook_dead_letters: KEPT,
  webhooks: KEPT,
  work_item_history: ADDED,
  work_item_labels: ASSIGNED,
  work_item_links: CHANGED,
  work_item_positions: CHANGED,
  work_item_texts: CHANGED,
  work_item_watches: KEPT,
  work_items: CHANGED,
};

/** The functions that work with the rights of their owner: the server can call them, and nobody else. */
export const FUNCTIONS_OF_THE_OWNER: readonly string[] = [
  'make_audit_partitions',
  'delete_rows_of_organization',
  'delete_removed_organization',
];

/** Selects the privileges of the role $2 in the tables $1 that exist and in their partitions, and those in single columns. */
const PRIVILEGES = `
  select relname as table,
    (select coalesce(json_agg(privilege), '[]') from (
       select lower(privilege_type) as privilege from aclexplode(relacl)
       where grantee = (select oid from pg_roles where rolname = $2)
       union all
       select lower(privilege_type) || ' of ' || attname from pg_attribute, aclexplode(attacl)
       where attrelid = pg_class.oid and grantee = (select oid from pg_roles where rolname = $2)) of_role) as privileges
  from pg_class
  where oid in (
    select to_regclass(named) from unnest($1::text[]) named
    union all select inhrelid from pg_inherits where inhparent in (select to_regclass(named) from unnest($1::text[]) named))
  order by relname`;

/** Selects who but the owner can call the functions $1 that exist. */
const CALLERS = `
  select pg_proc.oid::regprocedure::text as signature, (select coalesce(json_agg(case when grantee = 0 then 'public' else pg_get_userbyid(grantee) end), '[]')
    from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee <> proowner) as callers
  from unnest($1::text[]) named join pg_proc on pg_proc.oid = to_regproc(named)`;

/**
 * Gives a role these privileges, and no others, in each of these tables where they differ. Comparing waits for no lock. In a partition the
 * role has none: PostgreSQL asks for those in the whole table, and policies are of the whole table too.
 */
export async function renewPrivileges(run: RunSql, role: string, wanted: Privileges): Promise<void> {
  const found = (await run(PRIVILEGES, [Object.keys(wanted), role])) as { table: string; privileges: string[] }[];
  for (const { table, privileges } of found) {
    const those = new Map(Object.entries(wanted)).get(table) ?? [];
    if (isSame(privileges, those)) continue;
    // One transaction: the servers that run never lack a privilege that they had.
    const grant = those.length === 0 ? '' : `; grant ${those.join(', ')} on ${table} to ${role}`;
    await run(`revoke all on ${table} from ${role}${grant}`);
  }
}

/** Gives the server its privileges, and no others, in tables and functions where they differ. */
export async function renewPrivilegesOfTheServer(run: RunSql): Promise<void> {
  await renewPrivileges(run, APPLICATION_ROLE, PRIVILEGES_OF_THE_SERVER);
  const found = (await run(CALLERS, [FUNCTIONS_OF_THE_OWNER])) as { signature: string; callers: string[] }[];
  for (const { signature, callers } of found) {
    if (isSame(callers, [APPLICATION_ROLE])) continue;
    const others = ['public', ...callers.filter((caller) => caller !== 'public').map(escapeIdentifier)];
    await run(`revoke execute on function ${signature} from ${others.join(', ')};
      grant execute on function ${signature} to ${APPLICATION_ROLE}`);
  }
}

const LACKED = statement(
  'privileges.lacked',
  `select role, named as table, privilege
   from unnest($1::text[], $2::text[], $3::text[]) wanted (role, named, privilege)
   where to_regclass(named) is not null and not has_table_privilege(role::name, to_regclass(named)::oid, privilege)
   limit 1`,
);

/**
 * Returns in one sentence which of these privileges a role lacks in the tables that exist; `undefined` when it has all of them. One more than
 * these is not a problem, nor is a table that is gone: the migrations of the next release might have run already.
 */
export async function problemOfPrivileges(
  reader: Reader,
  wanted: Readonly<Record<string, Privileges>>,
): Promise<string | undefined> {
  const all = Object.entries(wanted).flatMap(([role, privileges]) =>
    Object.entries(privileges).flatMap(([table, those]) => those.map((privilege) => [role, table, privilege] as const)),
  );
  const [lacked] = await reader.rows<{ role: string; table: string; privilege: Privilege }>(LACKED, [
    all.map(([role]) => role),
    all.map(([, table]) => table),
    all.map(([, , privilege]) => privilege),
  ]);
  return lacked && `the role ${lacked.role} lacks ${lacked.privilege} on ${lacked.table}: run the task db:migrate`;
}

export function isSame(found: readonly string[], wanted: readonly string[]): boolean {
  return [...found].sort().join('\n') === [...wanted].sort().join('\n');
}
