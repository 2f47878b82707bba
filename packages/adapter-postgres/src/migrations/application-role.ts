import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError, escapeIdentifier, type ClientBase } from 'pg';

/** The codes of a race about a role: it exists already, or another transaction has just changed its row. */
const RACES: ReadonlySet<string> = new Set(['42710', '23505', 'XX000']);

const ATTEMPTS = 10;

/**
 * Creates a role without login if it is missing. Roles belong to the cluster, and no lock reaches over its databases: another
 * one can create it at the same moment.
 */
export async function ensureRole(client: ClientBase, role: string): Promise<void> {
  await despiteOthers(async () => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount === 0) await client.query(`create role ${escapeIdentifier(role)} nologin`);
  });
}

/** Lets `role` use the objects of the current schema, unless it can already: an installation might have taken that right from everybody. */
export async function letUseSchema(client: ClientBase, role: string): Promise<void> {
  await despiteOthers(async () => {
    const { rows } = await client.query<{ schema: string; may: boolean }>(
      `select current_schema() as schema, has_schema_privilege($1, current_schema(), 'usage') as may`,
      [role],
    );
    const [found] = rows;
    if (found?.may !== false) return;
    await client.query(`grant usage on schema ${escapeIdentifier(found.schema)} to ${escapeIdentifier(role)}`);
  });
}

/** Lets `login` work as `role`, unless it can already. */
export async function grantRole(client: ClientBase, role: string, login: string): Promise<void> {
  await despiteOthers(async () => {
    const { rows } = await client.query<{ may: boolean }>(`select pg_has_role($1, $2, 'usage') as may`, [login, role]);
    if (rows[0]?.may !== true) await client.query(`grant ${escapeIdentifier(role)} to ${escapeIdentifier(login)}`);
  });
}

async function despiteOthers(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isRace(error)) throw error;
      await delay(Math.random() * 20 * attempt);
    }
  }
}

function isRace(error: unknown): boolean {
  return error instanceof DatabaseError && RACES.has(error.code ?? '');
}
