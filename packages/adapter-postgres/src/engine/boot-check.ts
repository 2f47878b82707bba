import type { Connection, Connections } from './connections.js';
import { APPLICATION_ROLE, settingsOf, type Pooler } from './settings.js';
import { statement, type Reader, type SentStatement, type Statement } from './statement.js';

/** Reads the facts about the database and its guarantees. A cluster sets `worktrack.allow_unsafe` to declare that it can lose data. */
const FACTS = statement(
  'boot-check',
  `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
     current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
     (select json_object_agg(name, case when unit in ('ms', 's') then setting else current_setting(name) end)
      from pg_settings where name = any($1::text[])) as settings,
     coalesce(current_setting('worktrack.allow_unsafe', true), '') = 'on' as "allowsUnsafe",
     inet_server_addr() is not null and version() like '%linux%' as "hasTcpSettings",
     current_user::text as role, current_setting('is_superuser') = 'on' as superuser`,
);

interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  /** Values by setting name: a time as a number of its unit, any other value as `current_setting` shows it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly allowsUnsafe: boolean;
  /** False over a Unix socket, and on systems that lack some of the settings of TCP: these are 0 there, whatever a session sets. */
  readonly hasTcpSettings: boolean;
  readonly role: string;
  readonly superuser: boolean;
}

/**
 * Throws with the first reason why the service must not use this database: the server is too old, the encoding is not UTF8, the role
 * could rewrite history, the session lacks some of its settings, or the cluster could lose acknowledged changes (`allowUnsafe` skips this last
 * check).
 */
export async function assertFit(reader: Reader, { allowUnsafe, pooler, purpose }: FitSession): Promise<void> {
  const expected = Object.entries(settingsOf(purpose)).filter(([name]) => name !== 'role');
  const [facts] = await reader.rows<Facts>(FACTS, [expected.map(([name]) => name)]);
  const problem = facts
    ? (problemOf(facts, allowUnsafe) ?? lostOf(facts, expected, { pooler, purpose }))
    : 'it returned nothing about itself';
  if (problem !== undefined) throw new Error(`This database cannot be used: ${problem}.`);
}

/** The sessions to check, and what they are forgiven. */
export interface FitSession {
  readonly allowUnsafe: boolean;
  readonly pooler: Pooler;
  readonly purpose: 'application' | 'reports';
}

/** Names each setting that differs. */
function lostOf(
  { settings, hasTcpSettings }: Facts,
  expected: readonly [string, string][],
  { pooler, purpose }: Pick<FitSession, 'pooler' | 'purpose'>,
): string | undefined {
  const lost = expected.filter(
    ([name, value]) =>
      settings[name] !== value && (hasTcpSettings || !name.startsWith('tcp_') || settings[name] !== '0'),
  );
  if (lost.length === 0) return undefined;
  const differences = lost.map(([name, value]) => `${name} = ${String(settings[name])}, not ${value}`).join('; ');
  const whose = purpose === 'reports' ? 'its sessions for reports' : 'its sessions';
  return `${whose} have ${differences}: ${pooler === 'none' ? OVERRIDDEN : UNSET[purpose]}`;
}

function problemOf(facts: Facts, allowUnsafe: boolean): string | undefined {
  if (facts.version < 150_000) return 'PostgreSQL 15 or later is needed';
  if (facts.encoding !== 'UTF8') return `its encoding is ${facts.encoding}, not UTF8`;
  if (facts.role !== APPLICATION_ROLE || facts.superuser)
    return `the server works as ${facts.role}, not ${APPLICATION_ROLE}`;
  if (allowUnsafe || facts.allowsUnsafe) return undefined;
  if (facts.fsync !== 'on') return 'fsync is off';
  return facts.fullPageWrites === 'on' ? undefined : 'full_page_writes is off';
}

const OVERRIDDEN = 'the address or a pooler overrides the start-up options';
const UNSET = {
  application: 'run the task db:logins, and let the pooler open its sessions again',
  reports:
    'give DATABASE_READ_URL the login of the reports, run the task db:logins, and let the pooler open its sessions again',
};

const BEGIN: SentStatement = { statement: statement('boot-check.begin', 'begin'), values: [] };
const COMMIT: SentStatement = { statement: statement('boot-check.commit', 'commit'), values: [] };

/** Rounds of the check. Each begins with another connection, so the pooler gives each connection another session in some round. */
const ROUNDS = 3;

const SENT = 1_000;

/** Each connection prepares another text under the one name, so that its result shows whose statement was executed. */
const proofOf = (number: number): Statement => ({
  name: 'boot-check.prepared',
  text: `select $1::integer + ${number} as number`,
  instants: 'date',
});

/**
 * Prepares one name on a connection of each pool, one after the other. Then executes it on all concurrently, in transactions, until each has
 * met several sessions. Throws when a pooler loses the prepared statement, or mixes those of several connections up.
 */
export async function assertPreparedKept(pools: readonly Pick<Connections, 'acquire'>[]): Promise<void> {
  const acquired: Connection[] = [];
  try {
    for (const pool of pools) acquired.push(await pool.acquire());
    const all = acquired.map((connection, number) => ({ connection, number }));
    for (const { connection, number } of all) await prove(connection, number);
    for (let round = 0; round < ROUNDS; round += 1) {
      const inTurn = [...all.slice(round), ...all.slice(0, round)];
      for (const { connection } of inTurn) await connection.send([BEGIN]);
      await Promise.all(inTurn.map(({ connection, number }) => prove(connection, number)));
      for (const { connection } of inTurn) await connection.send([COMMIT]);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = `the pooler keeps no prepared statements (${reason}): set DATABASE_PREPARED=off`;
    throw new Error(`This database cannot be used: ${problem}.`, { cause: error });
  } finally {
    for (const connection of acquired) connection.release();
  }
}

async function prove(connection: Connection, number: number): Promise<void> {
  const [result] = await connection.send([{ statement: proofOf(number), values: [SENT] }]);
  const [row] = (result?.rows ?? []) as { number: number }[];
  if (row?.number !== SENT + number) throw new Error('it executed the statement of another connection');
}
