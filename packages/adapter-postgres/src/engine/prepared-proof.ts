import type { Connections, Connection } from './connections.js';
import { statement, type Statement } from './statement.js';

const BEGIN = { statement: statement('boot-check.begin', 'begin'), values: [] };
const COMMIT = { statement: statement('boot-check.commit', 'commit'), values: [] };

/** Rounds of the check. Each begins with another connection, so the pooler gives each connection another session in some round. */
const ROUNDS = 3;

/** Each connection prepares another text under the one name, so that its answer shows whose statement was executed. */
const proofOf = (connection: number): Statement => ({
  name: 'boot-check.prepared',
  text: `select $1::integer + ${connection} as number`,
  instants: 'date',
});

/**
 * Prepares one name on a connection of each lender, one after the other. Then executes it on all at once, in transactions, until each has met
 * several sessions.
 * Throws when a pooler loses the prepared statement, or mixes those of several connections up.
 */
export async function assertPreparedKept(lenders: readonly Pick<Connections, 'borrow'>[]): Promise<void> {
  const borrowed: Connection[] = [];
  try {
    for (const lender of lenders) borrowed.push(await lender.borrow());
    const all = borrowed.map((connection, number) => ({ connection, number }));
    for (const one of all) await prove(one);
    for (let round = 0; round < ROUNDS; round += 1) {
      const inTurn = [...all.slice(round), ...all.slice(0, round)];
      for (const { connection } of inTurn) await connection.exchange([BEGIN]);
      await Promise.all(inTurn.map(prove));
      for (const { connection } of inTurn) await connection.exchange([COMMIT]);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `This database cannot be used: the pooler keeps no prepared statements (${reason}): set DATABASE_PREPARED=off.`,
      { cause: error },
    );
  } finally {
    for (const connection of borrowed) connection.giveBack();
  }
}

const SENT = 1_000;

async function prove({
  connection,
  number,
}: {
  readonly connection: Connection;
  readonly number: number;
}): Promise<void> {
  const [result] = await connection.exchange([{ statement: proofOf(number), values: [SENT] }]);
  const [row] = (result?.rows ?? []) as { number: number }[];
  if (row?.number !== SENT + number) throw new Error('it executed the statement of another connection');
}
