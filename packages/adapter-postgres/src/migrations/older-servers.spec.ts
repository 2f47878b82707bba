import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createAttachment, deleteAttachment } from '@worktrack/application';
import { FileName, MediaType, type BlobName, type WorkItemId } from '@worktrack/domain';
import { projectSuite } from '../../test/suite.js';
import { migrationDataSource } from './data-source.js';
import { serveOlderServers } from './older-servers.js';

/** The statements of a server of the release before migration 25, to the letter. */
const OLD = {
  audit: `insert into audit_log (operation, organization_id, actor_id, token_id, request_id, touched)
   values ($1, $2, $3, $4, $5, $6::jsonb)`,
  add: `insert into attachments (organization_id, id, project_id, work_item_id, file_name, content_type, size, sha256, blob_name,
     created_by, created_at, deleted_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
  delete: `update attachments set deleted_at = $3 where organization_id = $1 and id = $2`,
};

describe('On the newest schema, a server of the release before migration 25', () => {
  const suite = projectSuite();
  let item: WorkItemId;
  let old: Client;

  beforeEach(async () => {
    item = await suite.createItem();
    old = new Client({ connectionString: suite.database.url, options: '-c role=worktrack_app' });
    await old.connect();
  });
  afterEach(() => old.end());

  const usage = async () => {
    const [row] = await suite.database.sql<{ bytes: string }>(
      'select bytes from attachment_usage where organization_id = $1',
      [suite.scope.organizationId],
    );
    return Number(row?.bytes ?? 0);
  };
  const oldTransaction = async (...statements: [string, unknown[]][]) => {
    await old.query('begin isolation level read committed');
    for (const [text, values] of statements) await old.query(text, values);
    await old.query('commit');
  };
  const adding = (size: number, id: string = randomUUID()): [string, unknown[]] => {
    const { organizationId, projectId, actorId } = suite.scope;
    const sha256 = createHash('sha256').update(id).digest();
    const file = ['a.txt', 'text/plain', size, sha256, id];
    return [OLD.add, [organizationId, id, projectId, item, ...file, actorId, new Date(), null]];
  };
  const deleting = (id: string): [string, unknown[]] => [OLD.delete, [suite.scope.organizationId, id, new Date()]];
  const addNow = (size: number) =>
    suite.run((tx) =>
      createAttachment(tx, suite.scope, {
        workItemId: item,
        fileName: FileName.of('b.txt'),
        contentType: MediaType.of('text/plain'),
        size,
        sha256: createHash('sha256').update('b').digest('hex'),
        blobName: randomUUID() as BlobName,
      }),
    );

  it('writes audit entries that belong to no Organization, such as those of a sign-in', async () => {
    const request = randomUUID();
    await oldTransaction([OLD.audit, ['signIn', null, suite.scope.actorId, null, request, '[]']]);
    const { organizationId } = suite.scope;
    await oldTransaction([OLD.audit, ['createLabel', organizationId, suite.scope.actorId, null, request, '[]']]);
    expect(
      await suite.database.sql(
        'select operation, organization_id as organization from audit_log where request_id = $1 order by id',
        [request],
      ),
    ).toEqual([
      { operation: 'signIn', organization: '00000000-0000-0000-0000-000000000000' },
      { operation: 'createLabel', organization: organizationId },
    ]);
  });

  it('has the bytes of its attachments counted, and given back, beside a new server that counts its own', async () => {
    const before = await usage();
    const [first, second] = [randomUUID(), randomUUID()];
    await oldTransaction(adding(1_000, first));
    expect(await usage()).toBe(before + 1_000);
    const added = await addNow(50);
    expect(await usage()).toBe(before + 1_050);
    await oldTransaction(adding(300, second), adding(4));
    expect(await usage()).toBe(before + 1_354);
    await oldTransaction(deleting(first), deleting(second));
    expect(await usage()).toBe(before + 54);
    await suite.run((tx) => deleteAttachment(tx, suite.scope, { workItemId: item, attachmentId: added.id }));
    expect(await usage()).toBe(before + 4);
  });

  it('is served as before when the step is repeated', async () => {
    const owner = await migrationDataSource(suite.database.url).initialize();
    const runner = owner.createQueryRunner();
    await serveOlderServers(runner);
    await serveOlderServers(runner);
    await runner.release();
    await owner.destroy();
    const before = await usage();
    await oldTransaction(adding(9));
    expect(await usage()).toBe(before + 9);
  });
});
