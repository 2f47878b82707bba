import type { LinkId, ProjectId, UserId, WorkItemId } from '../identity/ids.js';
import { aWorkItem, refusalOf } from '../testing/index.js';
import { LINK_RELATIONS, seenFromOtherSide, type LinkRelation } from './link-relation.js';
import { WorkItemLink } from './work-item-link.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const LATER = new Date('2026-05-04T11:00:00.000Z');
const ADA = 'ada' as UserId;
const BEN = 'ben' as UserId;
const [A, B] = ['a' as WorkItemId, 'b' as WorkItemId];
const [WEB, HAM] = ['web' as ProjectId, 'ham' as ProjectId];

const a = (facts = {}) => aWorkItem({ id: A, projectId: WEB, revision: 3, ...facts });
const b = (facts = {}) => aWorkItem({ id: B, projectId: HAM, revision: 7, ...facts });

const link = (relation: LinkRelation, present: readonly WorkItemLink[] = [], item = a(), other = b()) =>
  WorkItemLink.between(item, other, { id: 'link' as LinkId, relation, present }, ADA, NOW);

describe('A link', () => {
  it.each([
    { relation: 'blocks', stored: { relation: 'blocks', sourceId: A, sourceProjectId: WEB, targetId: B } },
    { relation: 'blocked_by', stored: { relation: 'blocks', sourceId: B, sourceProjectId: HAM, targetId: A } },
    { relation: 'relates', stored: { relation: 'relates', sourceId: A, sourceProjectId: WEB, targetId: B } },
  ] as const)('that says $relation is stored once and seen from both sides', ({ relation, stored }) => {
    const made = link(relation);
    expect(made.record).toMatchObject({ ...stored, createdBy: ADA, createdAt: NOW, deletedAt: null });
    expect(made.relationOf(A)).toBe(relation);
    expect(made.relationOf(B)).toBe(seenFromOtherSide(relation));
  });

  it('without direction is stored the same from whichever side', () => {
    const { sourceId, targetId } = link('relates', [], b(), a()).record;
    expect([sourceId, targetId]).toEqual([A, B]);
  });

  it.each(LINK_RELATIONS)(
    'with the relation %s is added to the history of both items, each from its own side, without a new revision',
    (relation) => {
      const [item, other] = [a(), b()];
      link(relation, [], item, other);
      const common = { at: NOW, actor: ADA };
      expect(item.events).toEqual([
        { workItemId: A, revision: 3, ...common, change: { action: 'link_added', relation, otherWorkItem: B } },
      ]);
      const seen = seenFromOtherSide(relation);
      expect(other.events).toEqual([
        { workItemId: B, revision: 7, ...common, change: { action: 'link_added', relation: seen, otherWorkItem: A } },
      ]);
      expect([item.hasChanged, other.hasChanged]).toEqual([false, false]);
    },
  );

  // The existing relation as A sees it, then the new one as A sees it.
  it.each([
    ['blocks', 'blocks', 'LINK_DUPLICATE'],
    ['blocked_by', 'blocked_by', 'LINK_DUPLICATE'],
    ['relates', 'relates', 'LINK_DUPLICATE'],
    ['blocks', 'blocked_by', 'LINK_CONTRADICTION'],
    ['blocked_by', 'blocks', 'LINK_CONTRADICTION'],
    ['blocks', 'relates', 'no refusal'],
    ['blocked_by', 'relates', 'no refusal'],
    ['relates', 'blocks', 'no refusal'],
    ['relates', 'blocked_by', 'no refusal'],
  ] as const)('beside %s: %s is answered by %s, from either side', (present, relation, code) => {
    const existing = [link(present)];
    expect(refusalOf(() => link(relation, existing)) ?? 'no refusal').toBe(code);
    expect(refusalOf(() => link(seenFromOtherSide(relation), existing, b(), a())) ?? 'no refusal').toBe(code);
  });

  it('is removed from either side, with an event for both items', () => {
    const made = link('blocks');
    const [item, other] = [a(), b()];
    made.remove(other, item, BEN, LATER);
    expect(made.record.deletedAt).toBe(LATER);
    expect(item.events.map(({ change }) => change)).toEqual([
      { action: 'link_removed', relation: 'blocks', otherWorkItem: B },
    ]);
    expect(other.events.map(({ change }) => change)).toEqual([
      { action: 'link_removed', relation: 'blocked_by', otherWorkItem: A },
    ]);
    expect(
      refusalOf(() => {
        made.remove(a({ archivedAt: NOW }), b(), BEN, LATER);
      }),
    ).toBe('NOT_FOUND');
  });

  it('is neither made nor removed from an archived Work Item, but may point at one', () => {
    const archived = { archivedAt: NOW };
    expect(refusalOf(() => link('blocks', [link('blocks')], a(archived)))).toBe('WORK_ITEM_ARCHIVED');
    const made = link('blocks', [], a(), b(archived));
    expect(
      refusalOf(() => {
        made.remove(b(archived), a(), ADA, LATER);
      }),
    ).toBe('WORK_ITEM_ARCHIVED');
    expect(
      refusalOf(() => {
        made.remove(a(), b(archived), ADA, LATER);
      }),
    ).toBeUndefined();
  });
});
