import { deleteWorkItem, deleteWorkItemForGood, restoreWorkItem, type RestoredWorkItem } from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { codesOf, type Attempt, type Outcomes } from '../../test/races.js';
import { racingSuite } from '../../test/racing-suite.js';

jest.setTimeout(60_000);

describe('Two concurrent requests about a deleted Work Item', () => {
  const races = racingSuite();
  const { suite } = races;

  const remove =
    (workItemId: WorkItemId): Attempt<unknown> =>
    (tx) =>
      deleteWorkItem(tx, suite.scope, { workItemId, expected: '*', cascade: true });
  const named = (id: WorkItemId) => ({ workItem: { kind: 'id', id } as const });
  const restore =
    (id: WorkItemId): Attempt<unknown> =>
    (tx) =>
      restoreWorkItem(tx, suite.scope, named(id));
  const giveUp =
    (id: WorkItemId): Attempt<unknown> =>
    (tx) =>
      deleteWorkItemForGood(tx, suite.scope, named(id));

  const state = async (id: WorkItemId) => {
    const [row] = await suite.database.sql<{ revision: number; isDeleted: boolean; isGivenUp: boolean }>(
      `select revision, deleted_at is not null as "isDeleted", erasure_due_at is not null as "isGivenUp"
       from work_items where id = $1`,
      [id],
    );
    return row;
  };
  const deletedItem = async () => {
    const id = await suite.createItem();
    await suite.run(remove(id));
    return id;
  };

  it('restore it once, in every interleaving', () =>
    races.inEveryOrder(async () => {
      const id = await deletedItem();
      const check = async (outcomes: Outcomes<unknown>) => {
        expect(codesOf(outcomes)).toEqual(['done', 'done']);
        const counts = outcomes.map((outcome) =>
          outcome.status === 'fulfilled' ? (outcome.value as RestoredWorkItem).restored : undefined,
        );
        expect(counts.sort()).toEqual([0, 1]);
        expect(await state(id)).toEqual({ revision: 3, isDeleted: false, isGivenUp: false });
      };
      return { works: [restore(id), restore(id)] as const, check };
    }));

  it('either restore it or delete it for good, in every interleaving', () =>
    races.inEveryOrder(async () => {
      const id = await deletedItem();
      const check = async (outcomes: Outcomes<unknown>) => {
        const [restored, givenUp] = codesOf(outcomes);
        expect([restored, givenUp].sort()).toEqual(['NOT_FOUND', 'done']);
        const isRestored = restored === 'done';
        expect(await state(id)).toEqual({
          revision: isRestored ? 3 : 2,
          isDeleted: !isRestored,
          isGivenUp: !isRestored,
        });
      };
      return { works: [restore(id), giveUp(id)] as const, check };
    }));

  it('restore it and delete it again one after the other, in every interleaving', () =>
    races.inEveryOrder(async () => {
      const id = await deletedItem();
      const check = async (outcomes: Outcomes<unknown>) => {
        const [restored, deleted] = codesOf(outcomes);
        expect(restored).toBe('done');
        expect(['done', 'NOT_FOUND']).toContain(deleted);
        expect(await state(id)).toMatchObject({ isDeleted: deleted === 'done', isGivenUp: false });
      };
      return { works: [restore(id), remove(id)] as const, check };
    }));

  it('restore a child and delete its parent without leaving it under a deleted one, in every interleaving', () =>
    races.inEveryOrder(async () => {
      const parent = await suite.createItem();
      const child = await suite.createItem({ references: { parent: { kind: 'id', id: parent } } });
      await suite.run(remove(child));
      const check = async (outcomes: Outcomes<unknown>) => {
        expect(codesOf(outcomes)).toEqual(['done', 'done']);
        expect(await state(parent)).toMatchObject({ isDeleted: true });
      };
      return { works: [restore(child), remove(parent)] as const, check };
    }));
});
