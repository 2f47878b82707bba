import { MOST_RELEASE_FILES, RELEASE_FILE_HOURS, ReleaseFiles, type ReleaseFile } from '@worktrack/application';
import type { Connections } from '../engine/connections.js';
import { brief, mayTakeLong, statement } from '../engine/statement.js';
import { inTransaction } from '../engine/transaction.js';

const IS_KEPT = `offered_at > clock_timestamp() - interval '${RELEASE_FILE_HOURS} hours'`;

const NAMES = statement('release-files.names', `select name from release_files where ${IS_KEPT}`);

const READ = brief(
  statement(
    'release-files.read',
    `select name, content_type as type, bytes, br, gzip from release_files where name = $1 and ${IS_KEPT}`,
  ),
);

const KNOWN = statement('release-files.known', `select name from release_files where name = any ($1::text[])`);

/** Two servers that begin together might both add a file. `$1` is a JSON list, with bytes in base64. */
const ADD = mayTakeLong(
  statement(
    'release-files.add',
    `insert into release_files (name, content_type, bytes, br, gzip, offered_at)
     select name, type, decode(bytes, 'base64'), decode(br, 'base64'), decode(gzip, 'base64'), clock_timestamp()
     from jsonb_to_recordset($1::jsonb) as file (name text, type text, bytes text, br text, gzip text)
     limit greatest(0, ${MOST_RELEASE_FILES} - (select count(*) from release_files))
     on conflict (name) do nothing returning name`,
  ),
);

/** A file that another server is just offering is left to it. */
const FIND_OLD = statement(
  'release-files.find-old',
  `select name from release_files
   where name = any ($1::text[]) and offered_at < clock_timestamp() - interval '30 minutes'
   for update skip locked`,
);

const OFFER_AGAIN = statement(
  'release-files.offer-again',
  `update release_files set offered_at = clock_timestamp() where name = any ($1::text[])`,
);

interface NameRow {
  readonly name: string;
}

interface FileRow extends NameRow {
  readonly type: string;
  readonly bytes: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

export class PostgresReleaseFiles extends ReleaseFiles {
  constructor(private readonly connections: Connections) {
    super();
  }

  async offer(files: readonly ReleaseFile[]): Promise<number> {
    const names = files.map(({ name }) => name);
    await inTransaction(this.connections, async (transaction) => {
      const old = await transaction.rows<NameRow>(FIND_OLD, [names]);
      if (old.length > 0) await transaction.rows(OFFER_AGAIN, [old.map(({ name }) => name)]);
    });
    const missing = await this.missingOf(names);
    if (missing.size === 0) return 0;
    const added = files.filter(({ name }) => missing.has(name)).map(plain);
    await this.connections.once(ADD, [JSON.stringify(added)]);
    return (await this.missingOf(names)).size;
  }

  async names(): Promise<readonly string[]> {
    return (await this.connections.rows<NameRow>(NAMES, [])).map(({ name }) => name);
  }

  async read(name: string): Promise<ReleaseFile | undefined> {
    const [row] = await this.connections.rows<FileRow>(READ, [name]);
    return row && { ...row, br: row.br ?? undefined, gzip: row.gzip ?? undefined };
  }

  private async missingOf(names: readonly string[]): Promise<ReadonlySet<string>> {
    const known = await this.connections.rows<NameRow>(KNOWN, [names]);
    const found = new Set(known.map(({ name }) => name));
    return new Set(names.filter((name) => !found.has(name)));
  }
}

/** Writes the bytes of a file as base64. */
const plain = ({ name, type, bytes, br, gzip }: ReleaseFile) => ({
  name,
  type,
  bytes: bytes.toString('base64'),
  br: br?.toString('base64'),
  gzip: gzip?.toString('base64'),
});
