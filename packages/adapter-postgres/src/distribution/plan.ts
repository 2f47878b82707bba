import { APPLICATION_ROLE, MACHINE_SETTINGS } from '../engine/settings.js';
import { TABLES_WITH_ROW_SECURITY, unsecuring } from '../migrations/row-security.js';
import { OWNED_TABLES, REFERENCE_TABLES, USER_TABLES } from './table-kinds.js';

/** The placement of a table in a cluster: parts of it on several machines, or a copy on each. */
export type Placement = 'distributed' | 'reference';

/** One statement of the distribution. */
export interface Step {
  readonly sql: string;
  /** The table that the statement places; `undefined` for a setting, which is written each time. */
  readonly places?: { readonly table: string; readonly as: Placement };
  /** The table that the statement prepares: it is not sent again when the table is placed. */
  readonly prepares?: string;
}

/**
 * The number of parts of each table. A part is the least that can be moved to another machine; it holds the rows of many Organizations, or
 * of one that was isolated.
 */
const PARTS = 32;

/** Settings of the session that distributes. Both are off for good reasons that do not apply here. */
const SESSION: readonly Step[] = [
  // Otherwise a table with an identity column becomes one that only the coordinator keeps, and cannot be distributed any more.
  { sql: 'set citus.enable_local_reference_table_foreign_keys = off' },
  // The guards are triggers. They write to no table, so it does not matter on which machine they run.
  { sql: 'set citus.enable_unsafe_triggers = on' },
];

/** A cluster refuses policies with a sub-select, and does not pass on the role of a transaction. */
const ROW_SECURITY: readonly Step[] = TABLES_WITH_ROW_SECURITY.map((table) => ({
  sql: unsecuring(table),
  prepares: table,
}));

/** Machines are spoken to as the application role, and begin sessions with its settings: start-up options end at the coordinator. */
const ROLE: readonly Step[] = [
  { sql: `alter role ${APPLICATION_ROLE} login` },
  ...Object.entries(MACHINE_SETTINGS).map(([name, value]) => ({
    sql: `alter role ${APPLICATION_ROLE} set ${name} = '${value}'`,
  })),
];

const [FIRST_OWNED, ...OTHERS_OWNED] = OWNED_TABLES;
const [FIRST_OF_USERS, ...OTHERS_OF_USERS] = USER_TABLES;

/** All statements, in their order: tables with copies first, and each table after those that its foreign keys name. */
export const STEPS: readonly Step[] = [
  ...SESSION,
  ...ROW_SECURITY,
  ...ROLE,
  ...REFERENCE_TABLES.map((table): Step => {
    return { sql: `select create_reference_table('${table}')`, places: { table, as: 'reference' } };
  }),
  distributed(FIRST_OWNED, 'organization_id', `shard_count => ${PARTS}`),
  ...OTHERS_OWNED.map((table) => distributed(table, 'organization_id', `colocate_with => '${FIRST_OWNED}'`)),
  distributed(FIRST_OF_USERS, 'user_id', `shard_count => ${PARTS}, colocate_with => 'none'`),
  ...OTHERS_OF_USERS.map((table) => distributed(table, 'user_id', `colocate_with => '${FIRST_OF_USERS}'`)),
];

function distributed(table: string, column: string, more: string): Step {
  return {
    sql: `select create_distributed_table('${table}', '${column}', ${more})`,
    places: { table, as: 'distributed' },
  };
}
