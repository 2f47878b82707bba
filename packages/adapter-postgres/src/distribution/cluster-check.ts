import { type Reader, statement } from '../engine/statement.js';
import { MACHINE_SETTINGS } from '../engine/settings.js';
import { OWNED_TABLES, REFERENCE_TABLES, USER_TABLES } from './table-kinds.js';

const IS_CLUSTER = statement('boot-check.is-cluster', `select to_regproc('citus_version') is not null as "isCluster"`);

/** Facts of a machine about the sessions that it gives the coordinator: settings as `current_setting` shows them, times in milliseconds. */
const MACHINE_FACTS = `
  select json_object_agg(name, value) from (
    select name, case unit when 'ms' then setting else current_setting(name) end as value from pg_settings
    where name in (${[...Object.keys(MACHINE_SETTINGS), 'fsync', 'full_page_writes'].map((name) => `'${name}'`).join(', ')})
    union all
    select 'allows unsafe', coalesce(current_setting('worktrack.allow_unsafe', true), '')
  ) facts`;

/** Read only where the extension is. */
const CLUSTER = statement(
  'boot-check.cluster',
  `select citus_is_coordinator() as "isCoordinator",
     (select json_agg(table_name::text) from citus_tables) as placed,
     (select json_agg(json_build_object('node', nodeid, 'success', success, 'result', result))
      from run_command_on_all_nodes($1::text)) as machines`,
);

interface Machine {
  readonly node: number;
  readonly success: boolean;
  /** A JSON text, or the error of a machine that returned nothing. */
  readonly result: string;
}

interface Facts {
  readonly isCoordinator: boolean;
  readonly placed: readonly string[] | null;
  readonly machines: readonly Machine[] | null;
}

/**
 * Throws with the first reason why the service must not use this cluster: it is not the coordinator, a table is on one machine only, a
 * machine lacks a setting of its sessions, or a machine could lose acknowledged changes (`allowUnsafe` skips this last check). Returns
 * false where the database is not a cluster.
 */
export async function assertClusterFit(reader: Reader, allowUnsafe: boolean): Promise<boolean> {
  const [database] = await reader.rows<{ isCluster: boolean }>(IS_CLUSTER, []);
  if (database?.isCluster !== true) return false;
  const [facts] = await reader.rows<Facts>(CLUSTER, [MACHINE_FACTS]);
  const problem = facts ? problemOf(facts, allowUnsafe) : 'the cluster returned nothing about itself';
  if (problem !== undefined) throw new Error(`This database cannot be used: ${problem}.`);
  return true;
}

function problemOf({ isCoordinator, placed, machines }: Facts, allowUnsafe: boolean): string | undefined {
  if (!isCoordinator) return 'this machine is not the coordinator of its cluster, on which alone locks hold';
  const missing = [...REFERENCE_TABLES, ...OWNED_TABLES, ...USER_TABLES].find(
    (table) => placed?.includes(table) !== true,
  );
  if (missing !== undefined) return `the table ${missing} is not distributed: run the task db:distribute`;
  for (const machine of machines ?? []) {
    const problem = problemOfMachine(machine, allowUnsafe);
    if (problem !== undefined) return `the machine ${machine.node} of the cluster ${problem}`;
  }
  return undefined;
}

function problemOfMachine({ success, result }: Machine, allowUnsafe: boolean): string | undefined {
  if (!success) return `does not answer: ${result}`;
  const settings = JSON.parse(result) as Readonly<Record<string, string>>;
  const lost = Object.entries(MACHINE_SETTINGS).find(([name, value]) => settings[name] !== value);
  if (lost) {
    const [name, value] = lost;
    return `has sessions with ${name} = ${String(settings[name])}, not ${value}: run the task db:distribute`;
  }
  if (allowUnsafe || settings['allows unsafe'] === 'on') return undefined;
  const unsafe = ['fsync', 'full_page_writes'].find((name) => settings[name] !== 'on');
  return unsafe && `has ${unsafe} off`;
}
