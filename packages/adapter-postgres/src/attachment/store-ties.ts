import { StoreTies, type StoreId, type StoreTie } from '@worktrack/application';
import type { Connections } from '../engine/connections.js';
import { isServerError } from '../engine/failures.js';
import { statement } from '../engine/statement.js';

/**
 * Selects the identity of this database, which distinguishes it from its copies: the number that `initdb` drew for the cluster, and the
 * number of the database within it. A promoted physical replica keeps both; a restored dump has others.
 */
const IDENTITY = statement(
  'store-ties.identity',
  `select system_identifier::text || '/' || database.oid::text as identity
   from pg_control_system(), pg_database database where datname = current_database()`,
);

const FIND_TIE = statement(
  'store-ties.find',
  `select store_id as "storeId", database_identity as identity from blob_store`,
);

const INSERT = 'insert into blob_store (store_id, database_identity) values ($1, $2)';

const BEGIN = statement('store-ties.begin', `${INSERT} on conflict do nothing`);

const REPLACE = statement(
  'store-ties.replace',
  `${INSERT}
   on conflict (only_row) do update set (store_id, database_identity) = row (excluded.store_id, excluded.database_identity)`,
);

const INSUFFICIENT_PRIVILEGE = '42501';

interface TieRow {
  readonly storeId: StoreId;
  readonly identity: string | null;
}

export class PostgresStoreTies extends StoreTies {
  constructor(private readonly connections: Connections) {
    super();
  }

  async find(): Promise<StoreTie | undefined> {
    const [tie] = await this.connections.rows<TieRow>(FIND_TIE, []);
    if (!tie) return undefined;
    const identity = tie.identity === null ? null : await this.identity();
    return { storeId: tie.storeId, isOfThisDatabase: identity === null || identity === tie.identity };
  }

  async begin(storeId: StoreId): Promise<StoreId> {
    await this.connections.once(BEGIN, [storeId, await this.identity()]);
    return (await this.find())?.storeId ?? storeId;
  }

  async replace(storeId: StoreId): Promise<void> {
    await this.connections.once(REPLACE, [storeId, await this.identity()]);
  }

  /** Returns the identity of this database; `null` when this role cannot read it. Then copies cannot be distinguished. */
  private async identity(): Promise<string | null> {
    try {
      const [row] = await this.connections.rows<{ identity: string }>(IDENTITY, []);
      return row?.identity ?? null;
    } catch (error) {
      if (isServerError(error) && error.code === INSUFFICIENT_PRIVILEGE) return null;
      throw error;
    }
  }
}
