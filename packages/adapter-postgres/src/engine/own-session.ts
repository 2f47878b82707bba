import { Client, DatabaseError, type ClientBase } from 'pg';
import { withStartUpOptions } from './settings.js';

const REFUSAL =
  'The address of the owner leads to a pooler that lends sessions for a transaction, and this task needs a session of its own: ' +
  'set DATABASE_OWNER_URL to the address of PostgreSQL itself.';

/** The number of times that another connection looks whether it gets the session of the first. Each time it asks once more than before. */
const LOOKS = 3;

/** Milliseconds within which a pooler that has a free session gives it. */
const TIMEOUT_MS = 2_000;

const PROCESS_ID = 'select pg_backend_pid() as pid';

/** The code with which a pooler refuses start-up options: a violation of the protocol. */
const PROTOCOL_VIOLATION = '08P01';

/** Opens something with start-up options. Throws a sentence for the operator when a pooler takes none. */
export async function withOwnSession<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof DatabaseError && error.code === PROTOCOL_VIOLATION) {
      throw new Error(REFUSAL, { cause: error });
    }
    throw error;
  }
}

/**
 * Throws when another connection is given the session of this one while it does nothing, or this one is given another session. PostgreSQL
 * itself, and a pooler that keeps a session for as long as a connection lasts, never do so.
 */
export async function assertOwnSession(client: ClientBase, address: string): Promise<void> {
  const { processID: announced } = client as ClientBase & { readonly processID: number };
  const mine = await processIdOf(client);
  if (mine === announced) return;
  const other = new Client({
    connectionString: withStartUpOptions(address, 'owner', 'transaction').url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // An error of a connection without a listener would end the process.
  other.on('error', () => undefined);
  try {
    await other.connect();
    for (let look = 0; look < LOOKS; look += 1) {
      for (let time = 0; time <= look; time += 1) {
        if ((await processIdOf(other)) === mine) throw new NotOwnSession(REFUSAL);
      }
      if ((await processIdOf(client)) !== mine) throw new NotOwnSession(REFUSAL);
    }
  } catch (error) {
    // A pooler that has no session for the other connection gives this one to nobody else: the driver waits in vain.
    if (error instanceof NotOwnSession || isOfServerOrSystem(error)) throw error;
  } finally {
    await other.end().catch(() => undefined);
  }
}

class NotOwnSession extends Error {}

/** True for an error with a code. Those of the driver after its time limits have none. */
function isOfServerOrSystem(error: unknown): boolean {
  return (error as { readonly code?: string }).code !== undefined;
}

async function processIdOf(client: ClientBase): Promise<number | undefined> {
  return (await client.query<{ pid: number }>(PROCESS_ID)).rows[0]?.pid;
}
