import { BlobFolders } from '../kit/blob-folders.js';
import { Caller, hangUp } from '../kit/client.js';
import { connected, createDatabase, dropDatabase } from '../kit/database.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { startServer } from '../kit/server.js';
import { runTask, taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';

/** The Work Item that loses the change that created it. */
const WITHOUT_CREATION = `(select max(id::text)::uuid from work_items)`;
/** Another Work Item, which is neither deleted nor archived. */
const ONE = `(select id from work_items item where deleted_at is null and archived_at is null and id <> ${WITHOUT_CREATION}
  order by number, id limit 1)`;

const MEMBERS = [
  ['title', 'title', "'Other'"],
  ['type', 'type', "case type when 'bug' then 'task' else 'bug' end"],
  ['status', 'status', "case status when 'done' then 'todo' else 'done' end"],
  ['priority', 'priority', "case priority when 'low' then 'high' else 'low' end"],
  ['assignee', 'assignee_id', 'gen_random_uuid()'],
  ['sprint', 'sprint_id', 'gen_random_uuid()'],
  ['parent', 'parent_id', 'gen_random_uuid()'],
  ['storyPoints', 'story_points', 'coalesce(story_points, 0) + 1'],
] as const;

/** The statements that break the rules, one for each, in a database without triggers and foreign keys. */
const FAULTS: readonly (readonly [rule: string, fault: string])[] = [
  [
    'every Work Item has the change that created it',
    `delete from work_item_history where action = 'created' and work_item_id = ${WITHOUT_CREATION}`,
  ],
  [
    'a Work Item has a revision for every change of its history, and none besides',
    `update work_items set revision = revision + 1 where id = ${ONE}`,
  ],
  ...MEMBERS.map(([member, column, other]) => {
    const rule = `the ${member} of a Work Item is the last one in its history`;
    return [rule, `update work_items set ${column} = ${other} where id = ${ONE}`] as const;
  }),
  [
    'the instant that a Work Item keeps of its last change of status is the one in its history',
    `update work_items set status_since = created_at - interval '1 second' where id = ${ONE}`,
  ],
  [
    'history agrees about which items are deleted and archived',
    `update work_items set archived_at = now() where id = ${ONE}`,
  ],
  [
    'only what is deleted is erased, and nothing that it held is left',
    `update work_items set erasure_due_at = now(), erased_at = now(), description = 'kept' where id = ${ONE}`,
  ],
  [
    'history never runs backwards, and two requests never share an instant of one Work Item',
    `update work_item_history set at = at + interval '1000 days' where work_item_id in (
       select work_item_id from work_item_history group by 1 having count(distinct at) > 3 order by 1 limit 1)
     and action = 'created'`,
  ],
  [
    'nothing happens to a Work Item after its deletion',
    `update work_items set deleted_at = created_at - interval '1 second' where id = ${ONE}`,
  ],
  [
    'nothing that is addressed to an archived Work Item happens until it is unarchived',
    `update work_items set archived_at = created_at - interval '1 second' where id = ${ONE}`,
  ],
  [
    'no Work Item is its own ancestor, and no chain is longer than ten',
    `update work_items parent set parent_id = child.id from work_items child
     where child.parent_id = parent.id and child.deleted_at is null`,
  ],
  [
    'no Work Item is left under a parent that is deleted',
    `update work_items parent set deleted_at = now() from work_items child
     where child.parent_id = parent.id and child.deleted_at is null`,
  ],
  ['numbers are at most the counter of their Project', `update project_counters set last_number = 0`],
  ['a label is on what history says it is on', `delete from work_item_labels`],
  [
    'nobody replied to a comment that was deleted',
    `update comments parent set deleted_at = '2001-01-01', body = null from comments reply
     where reply.parent_comment_id = parent.id`,
  ],
  [
    'nothing was linked to what was deleted',
    `update work_items item set deleted_at = '2001-01-01' from work_item_links link
     where link.deleted_at is null and item.id = link.target_id`,
  ],
  ['the ledger of Sprints holds every entry and every exit of history, and no others', `delete from sprint_exits`],
  [
    'a Sprint that completed left nothing unfinished in it but what came later',
    `delete from sprint_exits where reason = 'completion'`,
  ],
  ['every Sprint that completed has its summary, and no other has one', `delete from sprint_summaries`],
  [
    'every Work Item that is not deleted has a row for the search of texts',
    `delete from work_item_texts where work_item_id = ${ONE}`,
  ],
  [
    'every Project that a token is granted exists',
    `insert into token_project_grants (organization_id, token_id, project_id)
     select organization_id, token_id, gen_random_uuid() from token_grants`,
  ],
  [
    'the bytes of the attachments of an Organization are as many as are counted',
    `update attachment_usage set bytes = bytes + 1`,
  ],
  [
    'every record of an Organization belongs to one that is there',
    `insert into attachment_usage (organization_id, bytes) values (gen_random_uuid(), 0)`,
  ],
  [
    'what reports keep precomputed of a Work Item is what its history says',
    `delete from status_spans where work_item_id = ${ONE}`,
  ],
  [
    'the next number of each sequence is above all numbers that are in use',
    `alter sequence work_item_history_sequence_seq restart with 1`,
  ],
];

interface Violation {
  readonly says: string;
  readonly count: number;
  readonly examples: readonly object[];
}

describe('db:verify', () => {
  const dataDir = scratchPath('verify');
  const folders = new BlobFolders(dataDir);
  const environment = { WORKTRACK_DATA_DIR: dataDir };
  let databaseUrl: string;

  beforeAll(async () => {
    const { postgresUrl, template } = theRun();
    databaseUrl = await createDatabase(postgresUrl, template);
    const { token } = await taskResult(['seed:demo'], { databaseUrl, environment });
    const server = await startServer({ postgresUrl, databaseUrl, environment });
    await uploadFiles(new Caller(server.baseUrl, token), 3);
    await server.stop();
  });

  afterAll(async () => {
    await dropDatabase(theRun().postgresUrl, databaseUrl);
    await hangUp();
  });

  const verify = async (...options: string[]) => {
    const { code, stdout, stderr } = await runTask(['db:verify', '--json', ...options], { databaseUrl, environment });
    const { checked, violations } = JSON.parse(stdout) as { checked: number; violations: Violation[] };
    return { code, stderr, checked, violations };
  };

  it('finds nothing where database and store agree, of all Organizations and of one', async () => {
    const nothing = { code: 0, stderr: '', violations: [] };
    expect(await verify()).toEqual({ ...nothing, checked: FAULTS.length + 2 });
    expect(await verify('--bytes')).toEqual({ ...nothing, checked: FAULTS.length + 3 });
    // Neither sequences nor blobs without an attachment belong to an Organization.
    expect(await verify('--bytes', '--org', 'demo')).toEqual({ ...nothing, checked: FAULTS.length + 1 });
  });

  it('refuses an Organization that does not exist', async () => {
    const { code, stderr } = await runTask(['db:verify', '--org', 'nobody'], { databaseUrl, environment });
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: No Organization has the slug nobody.\n' });
  });

  it('finds bytes that are missing, bytes that were changed, and bytes that belong to nothing', async () => {
    const [missing = '', changed = ''] = await folders.complete();
    await folders.move(missing, 'blobs', 'staging');
    await folders.put('blobs', changed, 0);
    await folders.put('blobs', 'f'.repeat(48), 25 * 60);
    await folders.put('blobs', 'e'.repeat(48), 23 * 60);
    const found = await verify('--bytes');
    expect(found).toMatchObject({ code: 1, stderr: `error: Rules that are broken: 3 of ${FAULTS.length + 3}.\n` });
    expect(found.violations).toEqual([
      { says: 'every attachment has its bytes in the store', count: 1, examples: [{ blob: missing }] },
      {
        says: 'the bytes of every attachment have its size and its SHA-256',
        count: 1,
        examples: [{ blob: changed }],
      },
      {
        says: 'every blob in the store that is older than a day belongs to an attachment',
        count: 1,
        examples: [{ blob: 'f'.repeat(48) }],
      },
    ]);
  });

  it('finds every rule that is broken, with the number of records and at most five of them', async () => {
    const { code, violations } = await verifyBroken(databaseUrl, verify);
    const rules = new Set(violations.map(({ says }) => says));
    expect(FAULTS.map(([rule]) => rule).filter((rule) => !rules.has(rule))).toEqual([]);
    expect(code).toBe(1);
    for (const { count, examples } of violations) {
      expect(count).toBeGreaterThan(0);
      expect(examples).toHaveLength(Math.min(count, 5));
    }
  });
});

/** Breaks every rule, past triggers and foreign keys. */
async function verifyBroken<Result>(databaseUrl: string, verify: () => Promise<Result>): Promise<Result> {
  await connected(databaseUrl, async (client) => {
    await client.query('set session_replication_role = replica');
    for (const [, fault] of FAULTS) await client.query(fault);
  });
  return verify();
}

async function uploadFiles(owner: Caller, count: number): Promise<void> {
  const { items } = (await owner.get('/api/v1/organizations/demo/projects/WEB/work-items')).body;
  for (let n = 0; n < count; n += 1) {
    const target = `/api/v1/organizations/demo/projects/WEB/work-items/${String(items[n].key)}/attachments`;
    expect(await owner.post(target, uploadOf(`file ${n}`))).toMatchObject({ status: 201 });
  }
}
