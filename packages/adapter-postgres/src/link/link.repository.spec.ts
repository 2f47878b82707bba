import { randomUUID } from 'node:crypto';
import { createLink, createWorkItem, type OrganizationScope } from '@worktrack/application';
import { WorkItemLink, type LinkId, type LinkRelation, type WorkItem, type WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

describe('The repository of links', () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let scope: OrganizationScope;
  let items: readonly [WorkItemId, WorkItemId];
  let a: WorkItem;
  let b: WorkItem;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    const [acme, ada] = [await world.organization(), await world.user()];
    scope = world.scope(acme, ada);
    ports = await database.ports();
    const [web, ham] = [await world.project(acme, ada), await world.project(acme, ada)];
    const create = (project: typeof web) => ports.unitOfWork.run((tx) => createWorkItem(tx, project, CONTENT));
    items = [(await create(web)).id, (await create(ham)).id];
  });

  beforeEach(async () => {
    await database.sql('delete from work_item_links');
    const found = await ports.unitOfWork.run((tx) => tx.workItems.findAcross(scope, items));
    [a, b] = items.map((id) => found.get(id)!) as [WorkItem, WorkItem];
  });

  afterAll(() => database.drop());

  /** Adds a link without reading the present ones: only the constraints can refuse it. */
  const blindly = (item: WorkItem, relation: LinkRelation, other: WorkItem) => {
    const facts = { id: randomUUID() as LinkId, relation, present: [] };
    const link = WorkItemLink.between(item, other, facts, scope.actorId, new Date('2026-05-04T10:00:00.123Z'));
    return ports.unitOfWork.run((tx) => {
      tx.links.add(link);
      return Promise.resolve(link);
    });
  };

  it.each(['blocks', 'blocked_by', 'relates'] as const)('keeps every member of %s', async (relation) => {
    const { record } = await blindly(a, relation, b);
    const found = await ports.unitOfWork.run((tx) => tx.links.find(scope, record.id));
    expect(found?.record).toEqual(record);
    const [between] = await ports.unitOfWork.run((tx) => tx.links.between(scope, b.record.id, a.record.id));
    expect(between?.record).toEqual(record);
  });

  it.each([
    ['blocks', 'blocks', 'blocked_by', 'LINK_DUPLICATE'],
    ['relates', 'relates', 'relates', 'LINK_DUPLICATE'],
    ['blocks', 'blocked_by', 'blocks', 'LINK_CONTRADICTION'],
  ] as const)('has constraints for referees: after %s, %s is refused, and %s from the other side', async (...row) => {
    const [present, relation, mirrored, code] = row;
    await blindly(a, present, b);
    await expect(blindly(a, relation, b)).rejects.toMatchObject({ code });
    await expect(blindly(b, mirrored, a)).rejects.toMatchObject({ code });
  });

  it('forgets a deleted one between the two, and finds it by its id', async () => {
    const target = { kind: 'id', id: b.record.id } as const;
    const { id } = await ports.unitOfWork.run((tx) =>
      createLink(tx, scope, { workItemId: a.record.id, relation: 'blocks', target }),
    );
    const link = await ports.unitOfWork.run((tx) => tx.links.find(scope, id));
    link!.remove(a, b, scope.actorId, new Date('2026-05-04T10:00:00.456Z'));
    await ports.unitOfWork.run((tx) => {
      tx.links.delete(link!);
      return Promise.resolve();
    });
    const left = await ports.unitOfWork.run(async (tx) => ({
      between: await tx.links.between(scope, a.record.id, b.record.id),
      found: (await tx.links.find(scope, id))?.record,
    }));
    expect(left).toEqual({ between: [], found: link!.record });
    await blindly(b, 'blocks', a);
  });
});
