import { freshKey } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';
import { credentialsOf } from './authorisation-credentials.js';
import { TABLE, defectsOf, requestOf, servedBy } from './authorisation-table.js';
import { Targets } from './authorisation-targets.js';

const world = new World('authorisation');
const credentials = credentialsOf(world);
const { openapi, extensions } = theRun();
const served = servedBy(openapi, extensions);

let targets: Targets;

beforeAll(async () => {
  targets = await Targets.prepare(world, served);
  await Promise.all([
    taskResult(['token:revoke', '--id', world.token('to revoke').credentialId], world),
    taskResult(['member:remove', '--org', world.slug, '--email', world.user('colleague').email], world),
    taskResult(['org:suspend', '--slug', `${world.slug}-asleep`], world),
    new Facts(world.databaseUrl).expireToken(world.token('to expire').credentialId),
  ]);
  // The tokens of those who lose something here were never accepted before: nobody remembers what they might.
});

const rows = TABLE.filter(({ id }) => served.has(id));

describe('The table of who may do what', () => {
  it('has one row for each operation that is served, and no other', () => {
    expect(TABLE.map(({ id }) => id).sort()).toEqual([...served].sort());
  });

  it.each(rows)('holds for $id', async (row) => {
    expect(await defectsOf(row, credentials, targets)).toEqual([]);
  });
});

describe('The headers of a mutation', () => {
  // Of a user who is not there, a header is not asked for: suites of their own have those.
  it.each(rows.filter(({ headers, answers }) => headers !== undefined && answers.visible !== undefined))(
    'are asked for by $id: its key, and the tag of the revision that it changes',
    async (row) => {
      const caller = world.caller(row.only === 'author' ? 'member' : 'owner');
      const { path } = targets.shared(row, 'visible', 'home');
      const send = (headers: Record<string, string>) => caller.send(requestOf(row, path, targets, headers));
      const key = { 'idempotency-key': freshKey() };

      if (!row.headers!.endsWith('(KEY)')) expectRefusal(await send({ 'if-match': '*' }), 'IDEMPOTENCY_KEY_REQUIRED');
      const malformed = await send({ 'idempotency-key': 'short', 'if-match': '*' });
      expectRefusal(malformed, 'VALIDATION_ERROR', 'Idempotency-Key');

      const word = /^IM-(?<word>\w+)/.exec(row.headers!)?.groups?.word;
      if (word === undefined) return;
      expectRefusal(await send(key), 'PRECONDITION_REQUIRED');
      expectRefusal(await send({ ...key, 'if-match': `W/"${word}-1"` }), 'VALIDATION_ERROR', 'If-Match');
      const stale = await send({ ...key, 'if-match': `"${word}-999"` });
      expectRefusal(stale, 'REVISION_CONFLICT');
      expect(stale.body.error.details).toMatchObject({ expectedRevision: 999 });
    },
  );
});
