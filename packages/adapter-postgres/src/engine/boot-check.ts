import type { Reader } from './connections.js';
import { APPLICATION_ROLE, RELIED_ON } from './session-settings.js';
import { statement } from './statement.js';

/** Reads the facts about the database and its guarantees. A cluster sets `worktrack.allow_unsafe` to declare that it may lose data. */
const FACTS = statement(
  'boot-check',
  `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
     current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
     (select json_object_agg(name, case unit when 'ms' then setting else current_setting(name) end)
      from pg_settings where name = any($1::text[])) as settings,
     coalesce(current_setting('worktrack.allow_unsafe', true), '') = 'on' as "allowsUnsafe",
     current_user::text as role, current_setting('is_superuser') = 'on' as superuser`,
);

interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  /** Values by setting name: a time as a number of milliseconds, any other value as `current_setting` shows it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly allowsUnsafe: boolean;
  readonly role: string;
  readonly superuser: boolean;
}

/**
 * Throws with the first reason why the service must not use this database: the server is too old, the encoding is not UTF8, the role
 * could rewrite history, the session lacks one of its start-up settings, or the cluster may lose acknowledged changes (`allowUnsafe` skips
 * this last check).
 */
export async function assertFit(reader: Reader, allowUnsafe: boolean): Promise<void> {
  const [facts] = await reader.rows<Facts>(FACTS, [Object.keys(RELIED_ON)]);
  const problem = facts ? problemOf(facts, allowUnsafe) : 'it told nothing about itself';
  if (problem !== undefined) throw new Error(`This database cannot be used: ${problem}.`);
}

function problemOf(facts: Facts, allowUnsafe: boolean): string | undefined {
  if (facts.version < 150_000) return 'PostgreSQL 15 or later is needed';
  if (facts.encoding !== 'UTF8') return `its encoding is ${facts.encoding}, not UTF8`;
  if (facts.role !== APPLICATION_ROLE || facts.superuser)
    return `the server works as ${facts.role}, not ${APPLICATION_ROLE}`;
  const lost = Object.keys(RELIED_ON).find((name) => facts.settings[name] !== RELIED_ON[name]);
  if (lost !== undefined)
    return `its sessions have ${lost} = ${String(facts.settings[lost])}, not ${String(RELIED_ON[lost])}: ${OVERRIDDEN}`;
  if (allowUnsafe || facts.allowsUnsafe) return undefined;
  if (facts.fsync !== 'on') return 'fsync is off';
  return facts.fullPageWrites === 'on' ? undefined : 'full_page_writes is off';
}

const OVERRIDDEN = 'the address or a pooler overrides the start-up options';
