import { type SentStatement, statement } from '../engine/statement.js';
import { ORGANIZATION_ROLE } from '../engine/row-security.js';
import { APPLICATION_ROLE } from '../engine/settings.js';
import type { RunSql } from './privileges.js';

/** The hash of the policies and privileges that the catalogs of PostgreSQL show, and the one that `db:migrate` stored. */
export interface Hashes {
  /** `null` in a database without tables. */
  readonly found: string | null;
  /** `null` where no release that stores it has migrated. */
  readonly stored: string | null;
}

/**
 * Hashes the rows of the catalogs as they are, so nothing of them is interpreted and no lock is waited for: the tables with row-level
 * security, all policies, and what the roles of the server and everybody can do in tables and columns, of the schema of `migrations`. Names
 * no table, so that the server of the release before gets the hash that the `db:migrate` of this one stored. Keep this text: a release with
 * another one stores both hashes.
 */
const TEXT = `
  with tables as (
    select oid, relowner, relacl, relrowsecurity, relforcerowsecurity from pg_class
    where relkind in ('r', 'p') and relnamespace = (select relnamespace from pg_class where oid = to_regclass('migrations'))
  ), granted as (
    select oid as relation, null as attribute, grantee, privilege_type, is_grantable from tables, aclexplode(relacl)
    union all
    select attrelid, attname, grantee, privilege_type, is_grantable
    from pg_attribute join tables on attrelid = tables.oid, aclexplode(attacl)
  ), facts as (
    select concat_ws(' ', 'table', oid, relowner, relrowsecurity, relforcerowsecurity) as fact from tables
    where relrowsecurity or relforcerowsecurity
    union all
    select concat_ws(' ', 'policy', pg_policy::text) from pg_policy where polrelid in (select oid from tables)
    union all
    select concat_ws(' ', 'privilege', relation, attribute, coalesce(rolname, 'public'), privilege_type, is_grantable)
    from granted left join pg_roles on pg_roles.oid = grantee
    where grantee = 0 or rolname in ('${APPLICATION_ROLE}', '${ORGANIZATION_ROLE}')
  )
  select encode(sha256(convert_to(string_agg(fact, E'\\n' order by fact collate "C"), 'UTF8')), 'hex') as found,
    obj_description(to_regclass('migrations'), 'pg_class') as stored
  from facts`;

export const HASHES: SentStatement = { statement: statement('policy-hash', TEXT), values: [] };

/** Stores the hash of what is there, as the comment on the table of migrations. Only the owner of the schema can do so. */
export async function storeHash(run: RunSql): Promise<void> {
  const [hashes] = (await run(TEXT)) as Hashes[];
  if (hashes?.found && hashes.found !== hashes.stored) await run(`comment on table migrations is '${hashes.found}'`);
}
