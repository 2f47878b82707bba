import { escapeIdentifier, escapeLiteral, type PoolClient } from 'pg';
import { ORGANIZATION_ROLE } from '../engine/row-security.js';
import { APPLICATION_ROLE, type SessionRole, settingsOf } from '../engine/settings.js';
import { ensureRole, grantRole } from '../migrations/application-role.js';

const ROLES = [APPLICATION_ROLE, ORGANIZATION_ROLE];

/** The names of the logins. */
export interface Logins {
  /** The login of the servers. */
  readonly server: string;
  /** The login of their reports. */
  readonly reports?: string | undefined;
  /** The login of migrations. */
  readonly owner?: string | undefined;
}

/** A login with the number of settings that are its properties now. */
export interface SetUpLogins {
  readonly logins: readonly { readonly login: string; readonly settings: number }[];
}

/**
 * Makes the settings of sessions properties of the logins, for poolers that take no start-up options. Grants the roles of the server to
 * those of the servers. `client` belongs to the owner, who must be allowed to change these logins. It can be repeated. Throws when a login does
 * not exist, or has two purposes.
 */
export async function applySettings(client: PoolClient, { server, reports, owner }: Logins): Promise<SetUpLogins> {
  const purposes: [string | undefined, SessionRole][] = [
    [server, 'application'],
    [reports, 'reports'],
    [owner, 'owner'],
  ];
  const given = purposes.filter((one): one is [string, SessionRole] => one[0] !== undefined);
  if (new Set(given.map(([login]) => login)).size < given.length) {
    throw new Error('Each purpose needs a login of its own: the settings of a login are those of one purpose.');
  }
  await client.query('begin');
  try {
    for (const role of ROLES) await ensureRole(client, role);
    const logins = [];
    for (const [login, purpose] of given) logins.push(await applyTo(client, login, purpose));
    await client.query('commit');
    return { logins };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function applyTo(
  client: PoolClient,
  login: string,
  purpose: SessionRole,
): Promise<SetUpLogins['logins'][number]> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1 and rolcanlogin', [login]);
  if (rowCount === 0) throw new Error(`There is no login ${login}.`);
  for (const role of purpose === 'owner' ? [] : ROLES) await grantRole(client, role, login);
  const settings = Object.entries(settingsOf(purpose));
  for (const [name, value] of settings) {
    await client.query(`alter role ${escapeIdentifier(login)} set ${escapeIdentifier(name)} = ${escapeLiteral(value)}`);
  }
  return { login, settings: settings.length };
}
