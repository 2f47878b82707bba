import {
  DomainError,
  MOST_SAVED_VIEWS,
  SavedView,
  assertRoomForViewPin,
  type NewSavedView,
  type OrganizationId,
  type ProjectId,
  type SavedViewId,
  type UserId,
} from '../index.js';
import { refusalOf } from '../testing/index.js';

const NOW = new Date('2026-03-04T05:06:07.008Z');
const LATER = new Date('2026-03-05T00:00:00.000Z');
const ROOM = { ofOwner: 0, shared: 0 };
const FULL = { ofOwner: 0, shared: MOST_SAVED_VIEWS.shared };

const given: NewSavedView = {
  id: 'v' as SavedViewId,
  organizationId: 'o' as OrganizationId,
  ownerId: 'ada' as UserId,
  projectId: null,
  name: 'Mine',
  query: 'assignee = me()',
  layout: 'list',
  groupBy: null,
  columns: ['key', 'title'],
  shared: false,
};
const view = (members: Partial<NewSavedView> = {}, facts = ROOM) =>
  SavedView.create({ ...given, ...members }, facts, NOW);

describe('A new view', () => {
  it('has revision 1 and the trimmed name', () => {
    const made = view({ name: '  Mine  ' });
    expect(made.record).toEqual({ ...given, revision: 1, createdAt: NOW, updatedAt: NOW });
    expect(made.hasChanged).toBe(true);
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\nb' }],
    ['columns', { columns: [] }],
    ['columns', { columns: ['key', 'title', 'key'] as const }],
  ])('is refused for its %s: %j', (member, members) => {
    expect(refusalOf(() => view(members))).toBe('VALIDATION_ERROR');
    expect(() => view(members)).toThrow(
      expect.objectContaining({ more: { fieldErrors: { [member]: [expect.any(String)] } } }) as DomainError,
    );
  });

  it('is refused when the owner has the most, or the Organization has the most shared ones', () => {
    const many = { ofOwner: MOST_SAVED_VIEWS.ofOwner, shared: 0 };
    expect(refusalOf(() => view({}, many))).toBe('LIMIT_REACHED');
    expect(refusalOf(() => view({ shared: true }, FULL))).toBe('LIMIT_REACHED');
    expect(view({}, FULL).record.shared).toBe(false);
  });

  it('is visible to its owner, and to others when it is shared', () => {
    const other = 'bob' as UserId;
    expect([view().isVisibleTo(given.ownerId), view().isVisibleTo(other)]).toEqual([true, false]);
    expect(view({ shared: true }).isVisibleTo(other)).toBe(true);
  });
});

describe('A change of a view', () => {
  const stored = () => SavedView.restore({ ...given, revision: 3, createdAt: NOW, updatedAt: NOW });

  it.each([
    { name: 'Other' },
    { projectId: 'p' as ProjectId },
    { query: 'blocked()' },
    { layout: 'table' as const },
    { groupBy: 'status' as const },
    { columns: ['title', 'key'] as const },
    { shared: true },
  ])('%j makes one revision', (changes) => {
    const changed = stored();
    changed.change(changes, ROOM, LATER);
    expect(changed.record).toEqual({ ...given, ...changes, revision: 4, createdAt: NOW, updatedAt: LATER });
  });

  it('to equal values makes none', () => {
    const same = stored();
    same.change({ ...given, name: ' Mine ', columns: [...given.columns] }, ROOM, LATER);
    expect(same.hasChanged).toBe(false);
    expect(same.record.updatedAt).toBe(NOW);
  });

  it('clears Project and grouping with null, and keeps them without a word', () => {
    const full = view({ projectId: 'p' as ProjectId, groupBy: 'status' });
    full.change({}, ROOM, LATER);
    expect(full.record).toMatchObject({ projectId: 'p', groupBy: 'status' });
    full.change({ projectId: null, groupBy: null }, ROOM, LATER);
    expect(full.record).toMatchObject({ projectId: null, groupBy: null });
  });

  it('is refused where it shares one too many, and for a revision that has passed', () => {
    expect(
      refusalOf(() => {
        stored().change({ shared: true }, FULL, LATER);
      }),
    ).toBe('LIMIT_REACHED');
    expect(
      refusalOf(() => {
        stored().expect(2);
      }),
    ).toBe('REVISION_CONFLICT');
    stored().expect(3);
    stored().expect('*');
  });
});

it('A user pins a bounded number of views', () => {
  assertRoomForViewPin(MOST_SAVED_VIEWS.pins - 1);
  expect(
    refusalOf(() => {
      assertRoomForViewPin(MOST_SAVED_VIEWS.pins);
    }),
  ).toBe('LIMIT_REACHED');
});
