import { BlobReferences, type KeptBlob } from '@worktrack/application';
import type { BlobName, OrganizationId } from '@worktrack/domain';
import { type Reader, statement } from '../engine/statement.js';

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

const LIVE = statement(
  'blob-references.live',
  `select blob_name as "blobName", size, encode(sha256, 'hex') as sha256
   from attachments
   where deleted_at is null and blob_name > $1 and ($2::uuid is null or organization_id = $2)
     and organization_id not in (select id from organizations where deletion_began_at is not null)
   order by blob_name limit $3`,
);

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

  async live(
    organizationId: OrganizationId | undefined,
    after: BlobName | undefined,
    limit: number,
  ): Promise<readonly KeptBlob[]> {
    return this.reader.rows<KeptBlob>(LIVE, [after ?? '', organizationId ?? null, limit]);
  }
}

const namesOf = (rows: readonly Named[]): BlobName[] => rows.map(({ name }) => name);
