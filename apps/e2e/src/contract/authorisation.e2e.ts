import { Facts } from '../kit/facts.js';
import { theRun } from '../kit/run.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';
import { credentialsOf } from './authorisation-credentials.js';
import { TABLE, defectsOf, servedBy } from './authorisation-table.js';
import { Targets } from './authorisation-targets.js';

const world = new World('authorisation');
const credentials = credentialsOf(world);
const served = servedBy(theRun().openapi);

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

describe('The table of who may do what', () => {
  const rows = TABLE.filter(({ id }) => served.has(id));

  it('has one row for each operation that is served, and no other', () => {
    expect(TABLE.map(({ id }) => id).sort()).toEqual([...served].sort());
  });

  it.each(rows)('holds for $id', async (row) => {
    expect(await defectsOf(row, credentials, targets)).toEqual([]);
  });
});
