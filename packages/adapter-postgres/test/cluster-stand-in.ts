import type { TestDatabase } from './test-database.js';

/**
 * Makes functions and tables in a database that answer as those of a cluster do, as far as the product calls them. They place nothing: they
 * write down what was asked, and refuse what a cluster would refuse of the order of tables.
 */
export class ClusterStandIn {
  private constructor(private readonly database: TestDatabase) {}

  static async in(database: TestDatabase): Promise<ClusterStandIn> {
    await database.sql('create schema stand_in');
    await database.sql(`
      create table stand_in.placements (
        number bigint generated always as identity, table_name regclass primary key, citus_table_type text, column_name text, beside text);
      create table stand_in.facts (is_coordinator boolean not null, serving text not null, machine_settings jsonb not null);
      insert into stand_in.facts values (true, '0', '{}');
      grant usage on schema stand_in to public;
      grant select on stand_in.placements, stand_in.facts to public;
      create function public.citus_version() returns text language sql as $$ select 'stand-in' $$;
      create function public.citus_is_coordinator() returns boolean language sql as $$ select is_coordinator from stand_in.facts $$;
      create view public.citus_tables as select table_name, citus_table_type from stand_in.placements;
      grant select on public.citus_tables to public;
      create function public.run_command_on_workers(command text)
        returns table (nodename text, nodeport integer, success boolean, result text) language sql as $$
        select 'worker-one', 5432, true, '0' union all select 'worker-two', 5432, true, serving from stand_in.facts $$;
      create function public.run_command_on_all_nodes(command text)
        returns table (nodeid integer, success boolean, result text) language plpgsql as $$
      declare returned jsonb;
      begin
        execute command into returned;
        return query select number, not facts.machine_settings ? 'error', coalesce(
          facts.machine_settings ->> 'error', (returned || role_settings() || facts.machine_settings)::text)
          from generate_series(1, 3) number, stand_in.facts facts;
      end $$;
      -- The settings of the role, as its sessions begin with them.
      create function public.role_settings() returns jsonb language sql as $$
        select coalesce(jsonb_object_agg(split_part(entry, '=', 1), substr(entry, strpos(entry, '=') + 1)), '{}')
        from pg_db_role_setting, unnest(setconfig) entry where setrole = 'worktrack_app'::regrole $$;
      create function stand_in.place(placed regclass, as_type text, of_column text, next_to text) returns void language plpgsql as $$
      declare early regclass;
      begin
        select confrelid into early from pg_constraint
        where contype = 'f' and conrelid = placed and confrelid <> placed
          and not exists (select from stand_in.placements where table_name = confrelid) limit 1;
        if early is not null then raise exception '% refers to %, which is not placed yet', placed, early; end if;
        insert into stand_in.placements (table_name, citus_table_type, column_name, beside)
        values (placed, as_type, of_column, next_to);
      end $$;
      create function public.create_reference_table(placed regclass) returns void language sql as $$
        select stand_in.place(placed, 'reference', null, null) $$;
      create function public.create_distributed_table(
        placed regclass, of_column text, shard_count integer default null, colocate_with text default 'default'
      ) returns void language sql as $$ select stand_in.place(placed, 'distributed', of_column, colocate_with) $$;`);
    return new ClusterStandIn(database);
  }

  /** The tables that were placed, in their order. */
  placements(): Promise<{ table: string; kind: string; column: string | null; beside: string | null }[]> {
    return this.database.sql(
      `select table_name::text as table, citus_table_type as kind, column_name as column, beside
       from stand_in.placements order by number`,
    );
  }

  /** @param serving sessions that a server has on the second worker */
  async say(facts: { isCoordinator?: boolean; serving?: number; machineSettings?: object }): Promise<void> {
    const { isCoordinator = true, serving = 0, machineSettings = {} } = facts;
    await this.database.sql('update stand_in.facts set is_coordinator = $1, serving = $2, machine_settings = $3', [
      isCoordinator,
      String(serving),
      JSON.stringify(machineSettings),
    ]);
  }

  /** Forgets where a table is, as if it were new. */
  async forget(table: string): Promise<void> {
    await this.database.sql('delete from stand_in.placements where table_name = $1::regclass', [table]);
  }
}
