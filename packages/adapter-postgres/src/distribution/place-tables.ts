import type { PoolClient } from 'pg';
import { clusterOf, problemOfTable, problemOfTables } from './cluster.js';
import { STEPS } from './plan.js';

/** The result of a distribution. */
export interface Distributed {
  /** The tables that were placed now, in this order. */
  readonly placed: readonly string[];
  /** The number of tables that were placed before. */
  readonly placedBefore: number;
}

/** Returns all statements of a distribution, in their order. */
export const distributionStatements = (): readonly string[] => STEPS.map(({ sql }) => sql);

/**
 * Distributes the tables over a cluster. `client` belongs to the owner. A table that is placed already stays as it is, so that the call can be
 * repeated, after a failure or after a migration that made a table. Rejects with one sentence, before any table is placed, when the cluster
 * or a table is not ready.
 */
export async function placeTables(client: PoolClient): Promise<Distributed> {
  const cluster = await clusterOf(client);
  if (!cluster) {
    throw new Error(
      'The database has no extension citus: a superuser makes it (create extension citus), on each machine.',
    );
  }
  if (!cluster.isCoordinator)
    throw new Error('This machine is not the coordinator of the cluster: connect to that one.');
  const [other] = cluster.serving;
  if (other !== undefined) {
    throw new Error(
      `A server works on the machine ${other}: locks hold on one machine only, so all servers must use the coordinator.`,
    );
  }
  const { placements } = cluster;
  const problem = await problemOfTables(client);
  if (problem !== undefined) throw new Error(problem);
  for (const { places } of STEPS) {
    const reason = places && (await problemOfTable(client, places.table, places.as, placements.get(places.table)));
    if (reason !== undefined) throw new Error(reason);
  }
  const placed: string[] = [];
  for (const { sql, places, prepares } of STEPS) {
    if (placements.has(places?.table ?? prepares ?? '')) continue;
    await client.query(sql);
    if (places) placed.push(places.table);
  }
  return { placed, placedBefore: STEPS.filter(({ places }) => places && placements.has(places.table)).length };
}
