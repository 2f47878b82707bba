import type { SetupLinkRecord, SetupLinks } from '@worktrack/application';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';

/** Removed accounts count: a database that people have worked with is not set up again. */
const IS_NEEDED = statement('setup-links.is-needed', 'select not exists (select from users) as "isNeeded"');

const ADD = statement('setup-links.add', 'insert into setup_links (token_hash, expires_at) values ($1, $2)');

/** Of two setups at the same time the second waits for the rows of the first, which are then gone. */
const USE = statement(
  'setup-links.use',
  `delete from setup_links where exists (
     select from setup_links wanted where wanted.token_hash = $1 and wanted.expires_at > statement_timestamp())
   returning token_hash = $1 as "isWanted"`,
);

export class PostgresSetupLinks implements SetupLinks {
  constructor(private readonly transaction: SqlTransaction) {}

  async isNeeded(): Promise<boolean> {
    const [row] = await this.transaction.rows<{ isNeeded: boolean }>(IS_NEEDED, []);
    return row?.isNeeded === true;
  }

  add({ hash, expiresAt }: SetupLinkRecord): void {
    this.transaction.write(ADD, [hash, expiresAt]);
  }

  async use(hash: Buffer): Promise<boolean> {
    const used = await this.transaction.rows<{ isWanted: boolean }>(USE, [hash]);
    return used.some(({ isWanted }) => isWanted) && (await this.isNeeded());
  }
}
