import { BlobReferences } from '@worktrack/application';
import type { BlobName } from '@worktrack/domain';
import type { Reader } from '../connection/connections.js';
import { statement } from '../sql/statement.js';

const UNUSED = statement(
  'blob-references.unused',
  `select name from unnest($1::text[]) as blob (name)
   where not exists (select from attachments where blob_name = blob.name collate "C" and deleted_at is null)`,
);

export class PostgresBlobReferences extends BlobReferences {
  constructor(private readonly reader: Reader) {
    super();
  }

  async unused(names: readonly BlobName[]): Promise<readonly BlobName[]> {
    const rows = await this.reader.rows<{ name: BlobName }>(UNUSED, [names]);
    return rows.map(({ name }) => name);
  }
}
