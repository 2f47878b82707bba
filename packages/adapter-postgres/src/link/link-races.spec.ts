import {
  createLink,
  createWorkItem,
  deleteLink,
  deleteWorkItem,
  type CreateWorkItem,
  type OrganizationScope,
  type ProjectScope,
} from '@worktrack/application';
import type { LinkId, LinkRelation, WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { codesOf, Interleavings, type Meeting, type Outcomes, type Work } from '../../test/interleavings.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import type { Database } from '../database.js';

const ROUNDS = 60;

jest.setTimeout(60_000);

describe('Two requests about links at once', () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let facts: Database;
  let interleavings: Interleavings;
  let scope: OrganizationScope;
  let web: ProjectScope;
  let ham: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    const [acme, ada] = [await world.organization(), await world.user()];
    scope = world.scope(acme, ada);
    [web, ham] = [await world.project(acme, ada), await world.project(acme, ada)];
    ports = await database.ports();
    facts = await database.open();
    interleavings = await Interleavings.open(database);
  });

  afterAll(async () => {
    await interleavings.close();
    await database.drop();
  });

  const create = async (project: ProjectScope, references: CreateWorkItem['references'] = {}) =>
    (await ports.unitOfWork.run((tx) => createWorkItem(tx, project, { ...CONTENT, references }))).id;
  const twoItems = async () => [await create(web), await create(ham)] as const;

  const link =
    (workItemId: WorkItemId, relation: LinkRelation, target: WorkItemId): Work<unknown> =>
    (tx) =>
      createLink(tx, scope, { workItemId, relation, target: { kind: 'id', id: target } });
  const unlink =
    (workItemId: WorkItemId, linkId: LinkId, otherWorkItemId: WorkItemId): Work<unknown> =>
    (tx) =>
      deleteLink(tx, scope, { workItemId, linkId, otherWorkItemId });

  const remove =
    (project: ProjectScope, workItemId: WorkItemId): Work<unknown> =>
    (tx) =>
      deleteWorkItem(tx, project, { workItemId, expected: '*', cascade: true });

  const aLink = async (a: WorkItemId, b: WorkItemId): Promise<LinkId> => {
    const made = await ports.unitOfWork.run((tx) =>
      createLink(tx, scope, { workItemId: a, relation: 'blocks', target: { kind: 'id', id: b } }),
    );
    return made.id;
  };

  const stored = async (a: WorkItemId, b: WorkItemId) => {
    const links = await facts.sql<{ relation: string; source: WorkItemId }>(
      'test.links',
      'select relation, source_id as source from work_item_links where source_id in ($1, $2) and deleted_at is null order by relation',
      [a, b],
    );
    const told = async (id: WorkItemId) => {
      const rows = await facts.sql<{ action: string; relation: string }>(
        'test.told',
        `select action, detail ->> 'relation' as relation from work_item_history
         where work_item_id = $1 and action like 'link%' order by sequence`,
        [id],
      );
      return rows.map(({ action, relation }) => `${action} ${relation}`);
    };
    return {
      links: links.map(({ relation, source }) => `${source === a ? 'a' : 'b'} ${relation}`),
      toldA: await told(a),
      toldB: await told(b),
    };
  };

  const freely = async ([a, b]: readonly [Work<unknown>, Work<unknown>]): Promise<Outcomes<unknown>> =>
    Promise.allSettled([ports.unitOfWork.run(a), ports.unitOfWork.run(b)]);

  async function oppositeBlocks(): Promise<Meeting<unknown>> {
    const [a, b] = await twoItems();
    const judge = async (outcomes: Outcomes<unknown>) => {
      const codes = codesOf(outcomes);
      expect([...codes].sort()).toEqual(['LINK_CONTRADICTION', 'done']);
      const won = codes[0] === 'done';
      expect(await stored(a, b)).toEqual({
        links: [won ? 'a blocks' : 'b blocks'],
        toldA: [won ? 'link_added blocks' : 'link_added blocked_by'],
        toldB: [won ? 'link_added blocked_by' : 'link_added blocks'],
      });
    };
    return { works: [link(a, 'blocks', b), link(b, 'blocks', a)], judge };
  }

  async function sameFromBothSides(relation: LinkRelation, mirrored: LinkRelation): Promise<Meeting<unknown>> {
    const [a, b] = await twoItems();
    const judge = async (outcomes: Outcomes<unknown>) => {
      expect(codesOf(outcomes).sort()).toEqual(['LINK_DUPLICATE', 'done']);
      const left = await stored(a, b);
      expect(left).toMatchObject({ toldA: [`link_added ${relation}`], toldB: [`link_added ${mirrored}`] });
      expect(left.links).toHaveLength(1);
    };
    return { works: [link(a, relation, b), link(b, mirrored, a)], judge };
  }

  async function removalsFromBothSides(): Promise<Meeting<unknown>> {
    const [a, b] = await twoItems();
    const id = await aLink(a, b);
    const judge = async (outcomes: Outcomes<unknown>) => {
      expect(codesOf(outcomes).sort()).toEqual(['NOT_FOUND', 'done']);
      expect(await stored(a, b)).toEqual({
        links: [],
        toldA: ['link_added blocks', 'link_removed blocks'],
        toldB: ['link_added blocked_by', 'link_removed blocked_by'],
      });
    };
    return { works: [unlink(a, id, b), unlink(b, id, a)], judge };
  }

  async function removalAndTheOpposite(): Promise<Meeting<unknown>> {
    const [a, b] = await twoItems();
    const id = await aLink(a, b);
    const judge = async (outcomes: Outcomes<unknown>) => {
      const [removed, linked] = codesOf(outcomes);
      expect(removed).toBe('done');
      expect((await stored(a, b)).links).toEqual(linked === 'done' ? ['b blocks'] : []);
      if (linked !== 'done') expect(linked).toBe('LINK_CONTRADICTION');
    };
    return { works: [unlink(a, id, b), link(b, 'blocks', a)], judge };
  }

  async function deletionOfTheTarget(): Promise<Meeting<unknown>> {
    const [a, b] = await twoItems();
    const judge = async (outcomes: Outcomes<unknown>) => {
      const [linked, deleted] = codesOf(outcomes);
      expect(deleted).toBe('done');
      if (linked !== 'done') expect(linked).toBe('NOT_FOUND');
      const left = await stored(a, b);
      expect(left).toEqual(
        linked === 'done'
          ? { links: ['a blocks'], toldA: ['link_added blocks'], toldB: ['link_added blocked_by'] }
          : { links: [], toldA: [], toldB: [] },
      );
    };
    return { works: [link(a, 'blocks', b), remove(ham, b)], judge };
  }

  async function deletionOfBoth(): Promise<Meeting<unknown>> {
    const parent = await create(web);
    const reference = { kind: 'id', id: parent } as const;
    const child = await create(web, { parent: reference });
    const judge = (outcomes: Outcomes<unknown>) => {
      const [linked, deleted] = codesOf(outcomes);
      expect(deleted).toBe('done');
      expect(['done', 'NOT_FOUND']).toContain(linked);
      return Promise.resolve();
    };
    return { works: [link(child, 'relates', parent), remove(web, parent)], judge };
  }

  describe.each<[what: string, given: () => Promise<Meeting<unknown>>]>([
    ['"A blocks B" and "B blocks A" never both hold', oppositeBlocks],
    ['the same "blocks" from both sides is one link', () => sameFromBothSides('blocks', 'blocked_by')],
    ['the same "relates" from both sides is one link', () => sameFromBothSides('relates', 'relates')],
    ['a link that both sides remove is removed once', removalsFromBothSides],
    ['a link to what is being deleted comes before it or not at all', deletionOfTheTarget],
    ['a link within a tree waits for the deletion of the tree, or the other way round', deletionOfBoth],
    ['a link waits for the removal of the one it contradicts', removalAndTheOpposite],
  ])('%s', (_what, given) => {
    it('in every interleaving', () => interleavings.each(given));

    it('however they meet', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { works, judge } = await given();
        await judge(await freely(works));
      }
    });
  });
});
