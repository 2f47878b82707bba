import { BlobReferences } from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import { statement } from '../engine/statement.js';

const UNUSED = statement(
  'blob-references.unused',
  `select name from unnest($1::text[]) as blob (name)
   where not exists (
     select from attachments where blob_name = blob.name collate "C"
       and (deleted_at is null or deleted_at >= coalesce($2::timestamptz, 'infinity'))
   )`,
);

const UNKNOWN = statement(
  'blob-references.unknown',
  `select name from unnest($1::text[]) as blob (name)
   where not exists (select from attachments where blob_name = blob.name collate "C")`,
);

const SOME = statement(
  'blob-references.some',
  `select blob_name as name from attachments where deleted_at is null order by blob_name limit $1`,
);

const COUNT = statement('blob-references.count', `select count(*) as count from attachments where deleted_at is null`);

interface Named {
  readonly name: BlobName;
}

export class PostgresBlobReferences extends BlobReferences {
  constructor(private readonly reader: Reader) {
    super();
  }

  async unused(names: readonly BlobName[], deletedBefore?: Date): Promise<readonly BlobName[]> {
    return namesOf(await this.reader.rows<Named>(UNUSED, [names, deletedBefore ?? null]));
  }

  async unknown(names: readonly BlobName[]): Promise<readonly BlobName[]> {
    return namesOf(await this.reader.rows<Named>(UNKNOWN, [names]));
  }

  async some(most: number): Promise<readonly BlobName[]> {
    return namesOf(await this.reader.rows<Named>(SOME, [most]));
  }

  async count(): Promise<number> {
    const [row] = await this.reader.rows<{ count: number }>(COUNT, []);
    return row?.count ?? 0;
  }
}

const namesOf = (rows: readonly Named[]): BlobName[] => rows.map(({ name }) => name);
