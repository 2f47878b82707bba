import {
  createLink,
  deleteLink,
  deleteWorkItem,
  type OrganizationScope,
  type ProjectScope,
} from '@worktrack/application';
import type { LinkId, LinkRelation, WorkItemId } from '@worktrack/domain';
import type { Meeting } from '../../test/interleavings.js';
import { codesOf, type Attempt, type Outcomes } from '../../test/races.js';
import { racingSuite } from '../../test/racing-suite.js';

jest.setTimeout(60_000);

describe('Two requests about links at once', () => {
  const races = racingSuite();
  const { suite } = races;
  let scope: OrganizationScope;
  let web: ProjectScope;
  let ham: ProjectScope;

  beforeAll(async () => {
    web = suite.scope;
    scope = suite.world.scope(web.organizationId, web.actorId);
    ham = await suite.world.project(web.organizationId, web.actorId);
  });

  const twoItems = async () => [await suite.createItem(), await suite.createItem({}, ham)] as const;

  const link =
    (workItemId: WorkItemId, relation: LinkRelation, target: WorkItemId): Attempt<unknown> =>
    (tx) =>
      createLink(tx, scope, { workItemId, relation, target: { kind: 'id', id: target } });
  const unlink =
    (workItemId: WorkItemId, linkId: LinkId, otherWorkItemId: WorkItemId): Attempt<unknown> =>
    (tx) =>
      deleteLink(tx, scope, { workItemId, linkId, otherWorkItemId });

  const remove =
    (project: ProjectScope, workItemId: WorkItemId): Attempt<unknown> =>
    (tx) =>
      deleteWorkItem(tx, project, { workItemId, expected: '*', cascade: true });

  const aLink = async (a: WorkItemId, b: WorkItemId): Promise<LinkId> => {
    const made = await suite.run((tx) =>
      createLink(tx, scope, { workItemId: a, relation: 'blocks', target: { kind: 'id', id: b } }),
    );
    return made.id;
  };

  const stored = async (a: WorkItemId, b: WorkItemId) => {
    const links = await suite.database.sql<{ relation: string; source: WorkItemId }>(
      'select relation, source_id as source from work_item_links where source_id in ($1, $2) and deleted_at is null order by relation',
      [a, b],
    );
    const historyOf = async (id: WorkItemId) => {
      const rows = await suite.database.sql<{ action: string; relation: string }>(
        `select action, detail ->> 'relation' as relation from work_item_history
         where work_item_id = $1 and action like 'link%' order by sequence`,
        [id],
      );
      return rows.map(({ action, relation }) => `${action} ${relation}`);
    };
    return {
      links: links.map(({ relation, source }) => `${source === a ? 'a' : 'b'} ${relation}`),
      historyOfA: await historyOf(a),
      historyOfB: await historyOf(b),
    };
  };

  async function oppositeBlocks(): Promise<Meeting<unknown>> {
    const [a, b] = await twoItems();
    const check = async (outcomes: Outcomes<unknown>) => {
      const codes = codesOf(outcomes);
      expect([...codes].sort()).toEqual(['LINK_CONTRADICTION', 'done']);
      const won = codes[0] === 'done';
      expect(await stored(a, b)).toEqual({
        links: [won ? 'a blocks' : 'b blocks'],
        historyOfA: [won ? 'link_added blocks' : 'link_added blocked_by'],
        historyOfB: [won ? 'link_added blocked_by' : 'link_added blocks'],
      });
    };
    return { works: [link(a, 'blocks', b), link(b, 'blocks', a)], check };
  }

  async function sameFromBothSides(relation: LinkRelation, mirrored: LinkRelation): Promise<Meeting<unknown>> {
    const [a, b] = await twoItems();
    const check = async (outcomes: Outcomes<unknown>) => {
      expect(codesOf(outcomes).sort()).toEqual(['LINK_DUPLICATE', 'done']);
      const left = await stored(a, b);
      expect(left).toMatchObject({ historyOfA: [`link_added ${relation}`], historyOfB: [`link_added ${mirrored}`] });
      expect(left.links).toHaveLength(1);
    };
    return { works: [link(a, relation, b), link(b, mirrored, a)], check };
  }

  async function removalsFromBothSides(): Promise<Meeting<unknown>> {
    const [a, b] = await twoItems();
    const id = await aLink(a, b);
    const check = async (outcomes: Outcomes<unknown>) => {
      expect(codesOf(outcomes).sort()).toEqual(['NOT_FOUND', 'done']);
      expect(await stored(a, b)).toEqual({
        links: [],
        historyOfA: ['link_added blocks', 'link_removed blocks'],
        historyOfB: ['link_added blocked_by', 'link_removed blocked_by'],
      });
    };
    return { works: [unlink(a, id, b), unlink(b, id, a)], check };
  }

  async function removalAndTheOpposite(): Promise<Meeting<unknown>> {
    const [a, b] = await twoItems();
    const id = await aLink(a, b);
    const check = async (outcomes: Outcomes<unknown>) => {
      const [removed, linked] = codesOf(outcomes);
      expect(removed).toBe('done');
      expect((await stored(a, b)).links).toEqual(linked === 'done' ? ['b blocks'] : []);
      if (linked !== 'done') expect(linked).toBe('LINK_CONTRADICTION');
    };
    return { works: [unlink(a, id, b), link(b, 'blocks', a)], check };
  }

  async function deletionOfTheTarget(): Promise<Meeting<unknown>> {
    const [a, b] = await twoItems();
    const check = async (outcomes: Outcomes<unknown>) => {
      const [linked, deleted] = codesOf(outcomes);
      expect(deleted).toBe('done');
      if (linked !== 'done') expect(linked).toBe('NOT_FOUND');
      const left = await stored(a, b);
      expect(left).toEqual(
        linked === 'done'
          ? { links: ['a blocks'], historyOfA: ['link_added blocks'], historyOfB: ['link_added blocked_by'] }
          : { links: [], historyOfA: [], historyOfB: [] },
      );
    };
    return { works: [link(a, 'blocks', b), remove(ham, b)], check };
  }

  async function deletionOfBoth(): Promise<Meeting<unknown>> {
    const parent = await suite.createItem();
    const reference = { kind: 'id', id: parent } as const;
    const child = await suite.createItem({ references: { parent: reference } });
    const check = (outcomes: Outcomes<unknown>) => {
      const [linked, deleted] = codesOf(outcomes);
      expect(deleted).toBe('done');
      expect(['done', 'NOT_FOUND']).toContain(linked);
      return Promise.resolve();
    };
    return { works: [link(child, 'relates', parent), remove(web, parent)], check };
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
    it('in every interleaving', () => races.inEveryOrder(given));
  });
});
