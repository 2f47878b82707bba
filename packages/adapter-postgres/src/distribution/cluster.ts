import type { ClientBase } from 'pg';
import type { Placement } from './plan.js';
import { LOCAL_TABLES, OWNED_TABLES, REFERENCE_TABLES, USER_TABLES } from './table-kinds.js';

/** A cluster, as the machine sees it that the servers speak to. */
export interface Cluster {
  readonly isCoordinator: boolean;
  /** The placement of each table that the cluster knows. */
  readonly placements: ReadonlyMap<string, string>;
  /** Machines besides the coordinator to which a server has sessions, as `host:port`. */
  readonly serving: readonly string[];
}

const HAS_EXTENSION = `select to_regproc('citus_version') is not null as "hasExtension"`;

const PLACEMENTS = `select table_name::text as table, citus_table_type as placement from citus_tables`;

/** Sessions that the coordinator has opened have another name. */
const SERVING = `
  select nodename || ':' || nodeport as machine
  from run_command_on_workers($command$select count(*) from pg_stat_activity where application_name = 'worktrack'$command$)
  where result is distinct from '0' order by 1`;

/** Reads the cluster; `undefined` where the database has no extension for one. */
export async function clusterOf(client: ClientBase): Promise<Cluster | undefined> {
  const { rows } = await client.query<{ hasExtension: boolean }>(HAS_EXTENSION);
  if (rows[0]?.hasExtension !== true) return undefined;
  const coordinator = await client.query<{ is: boolean }>('select citus_is_coordinator() as is');
  if (coordinator.rows[0]?.is !== true) return { isCoordinator: false, placements: new Map(), serving: [] };
  const placed = await client.query<{ table: string; placement: string }>(PLACEMENTS);
  const serving = await client.query<{ machine: string }>(SERVING);
  return {
    isCoordinator: true,
    placements: new Map(placed.rows.map(({ table, placement }) => [table, placement])),
    serving: serving.rows.map(({ machine }) => machine),
  };
}

const TABLES = `
  select relname as name, pg_has_role(current_user, relowner, 'usage') as "isOwned" from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  order by 1`;

const KNOWN: readonly string[] = [...OWNED_TABLES, ...USER_TABLES, ...REFERENCE_TABLES, ...LOCAL_TABLES];

/** Returns in one sentence what is wrong with the tables of the schema, before any is placed. */
export async function problemOfTables(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string; isOwned: boolean }>(TABLES);
  const foreign = rows.find(({ isOwned }) => !isOwned);
  if (foreign) return `Only the owner of the table ${foreign.name} may distribute it: set DATABASE_OWNER_URL.`;
  const unknown = rows.find(({ name }) => !KNOWN.includes(name));
  if (unknown) return `This release does not know how to distribute the table ${unknown.name}.`;
  const missing = KNOWN.find((name) => !rows.some((row) => row.name === name));
  return missing === undefined ? undefined : `The table ${missing} is missing: run the task db:migrate.`;
}

/** The only one of these tables in which a migration writes a row. */
const WRITTEN_BY_MIGRATIONS = 'server_secrets';

/** Returns in one sentence why this table cannot be placed so. */
export async function problemOfTable(
  client: ClientBase,
  table: string,
  as: Placement,
  placement: string | undefined,
): Promise<string | undefined> {
  if (placement !== undefined) {
    return placement === as ? undefined : `The table ${table} is kept as ${placement}, and should be ${as}.`;
  }
  if (table === WRITTEN_BY_MIGRATIONS) return undefined;
  const { rows } = await client.query<{ isEmpty: boolean }>(
    `select not exists (select from ${client.escapeIdentifier(table)}) as "isEmpty"`,
  );
  return rows[0]?.isEmpty === true
    ? undefined
    : `The table ${table} has rows: distribute an empty database, and copy the rows into it afterwards.`;
}
