import {
  Access,
  createLink,
  createWorkItem,
  getProjectReport,
  searchWorkItems,
  type ContextPageRequest,
  type OrganizationScope,
  type ProfileScope,
  type ProjectScope,
} from '@worktrack/application';
import {
  offsetsOfRuntime,
  type LinkId,
  type ProjectKey,
  type PublicUserId,
  type SprintId,
  type UserId,
  type WorkItemId,
} from '@worktrack/domain';
import { CONTENT, EVERY_ITEM } from '../../test/content.js';
import { databaseSuite } from '../../test/suite.js';

const PAGE = { limit: 50, cursor: undefined } as const;
const NO_FILTER = { q: undefined, status: undefined, type: undefined, priority: undefined, label: undefined } as const;

describe('A scope of single Projects', () => {
  const suite = databaseSuite();
  let ada: UserId;
  let whole: OrganizationScope;
  let narrow: OrganizationScope;
  let shown: ProjectScope;
  let hidden: ProjectScope;
  let shownItem: WorkItemId;
  let hiddenItem: WorkItemId;
  let linkId: LinkId;
  let hiddenSprint: SprintId;

  // Each of two Projects has a Work Item of Ada with the same text. The one in the hidden Project blocks the other.
  beforeAll(async () => {
    const { world } = suite;
    ada = await world.user();
    const acme = await world.organization();
    await world.member(acme, ada, 'owner');
    whole = world.scope(acme, ada);
    shown = await world.project(acme, ada, 'SHOWN');
    hidden = await world.project(acme, ada, 'HIDDEN');
    narrow = Access.narrowed(whole, new Set([shown.projectId]));
    const references = { assignee: { kind: 'id', id: ada } } as const;
    const create = (scope: ProjectScope) =>
      suite.run((tx) => createWorkItem(tx, scope, { ...CONTENT, title: 'Needle', references }));
    ({ id: shownItem } = await create(shown));
    ({ id: hiddenItem } = await create(hidden));
    const target = { kind: 'id', id: shownItem } as const;
    const link = await suite.run((tx) => createLink(tx, whole, { workItemId: hiddenItem, relation: 'blocks', target }));
    linkId = link.id;
    hiddenSprint = await world.sprint(hidden);
    await world.label(hidden, 'secret');
  });

  const keysOf = ({ items }: { readonly items: readonly { readonly key: string }[] }) =>
    items.map(({ key }) => key).sort();

  it.each<[string, (person: UserId) => Partial<ContextPageRequest>]>([
    ['all', () => ({})],
    ['with a text', () => ({ filter: { archived: false, text: 'needle' } })],
    ['of a person', (userId) => ({ person: { userId, as: ['assigned'] } })],
  ])('lists the Work Items of these Projects only: %s', async (_which, more) => {
    const list = async (scope: OrganizationScope) =>
      keysOf(await suite.ports.workItemViews.pageAcross([scope], { ...EVERY_ITEM, ...PAGE, ...more(ada) }));
    expect(await list(whole)).toEqual(['HIDDEN-1', 'SHOWN-1']);
    expect(await list(narrow)).toEqual(['SHOWN-1']);
  });

  const found = async (scope: OrganizationScope, query: string) =>
    keysOf(await searchWorkItems(suite.ports.workItemViews, scope, { ...PAGE, query }));

  it('finds by SqueakQL the Work Items of these Projects only', async () => {
    expect(await found(whole, 'status != done')).toEqual(['HIDDEN-1', 'SHOWN-1']);
    expect(await found(narrow, 'status != done')).toEqual(['SHOWN-1']);
  });

  it('finds no Work Item by a link to another Project: in a search', async () => {
    expect(await found(whole, 'blocked()')).toEqual(['SHOWN-1']);
    expect(await found(narrow, 'blocked()')).toEqual([]);
  });

  it('finds no Work Item by a link to another Project: in a report', async () => {
    const zones = { offsetsOf: offsetsOfRuntime };
    const { projectReportFeeds: feeds, filterReferences: references, cursors } = suite.ports;
    const counted = async (viewer: OrganizationScope) => {
      const filter = { ...NO_FILTER, assignee: undefined, sprint: undefined, squeakql: 'blocked()' };
      const query = { ...filter, ...PAGE, groupBy: 'status', scope: 'all', unit: 'count' } as const;
      const report = await getProjectReport(
        { feeds, references, cursors, zones },
        viewer,
        shown,
        'distribution',
        query,
      );
      return report.distribution.total;
    };
    expect(await counted(whole)).toBe(1);
    expect(await counted(narrow)).toBe(0);
  });

  it('lists no link to another Project', async () => {
    const list = async (scope: OrganizationScope) =>
      (await suite.ports.linkViews.page(scope, shownItem, PAGE)).items.map(({ otherWorkItem }) => otherWorkItem.key);
    expect(await list(whole)).toEqual(['HIDDEN-1']);
    expect(await list(narrow)).toEqual([]);
  });

  it('shows no link to another Project', async () => {
    const { linkViews } = suite.ports;
    expect((await linkViews.one(whole, shownItem, linkId)).otherWorkItem.key).toBe('HIDDEN-1');
    await expect(linkViews.one(narrow, shownItem, linkId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('makes no link to another Project, and tells nothing of one that is there', async () => {
    const target = { kind: 'id', id: hiddenItem } as const;
    for (const relation of ['relates', 'blocked_by'] as const) {
      const made = suite.run((tx) => createLink(tx, narrow, { workItemId: shownItem, relation, target }));
      await expect(made).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  const profile = (viewer: OrganizationScope): ProfileScope => ({
    viewer: ada,
    person: {
      id: ada,
      publicId: 'usr_ada' as PublicUserId,
      name: 'Ada',
      joinedAt: '2026-03-02T09:00:00.000Z',
      avatarVersion: null,
      memberships: [],
    },
    isCurrentUser: true,
    shared: [],
    visible: [viewer],
  });

  it('shows the activity of a person in these Projects only', async () => {
    const list = async (viewer: OrganizationScope) => {
      const { items } = await suite.ports.profileViews.activity(profile(viewer), { ...PAGE, since: undefined });
      return items.map(({ project }) => project.key).sort();
    };
    expect(await list(whole)).toEqual(['HIDDEN', 'SHOWN']);
    expect(await list(narrow)).toEqual(['SHOWN']);
  });

  it('counts and names nothing of another Project: the figures of a person', async () => {
    const count = async (viewer: OrganizationScope) =>
      (await suite.ports.profileViews.stats(profile(viewer))).workItemsAssigned;
    expect(await count(whole)).toBe(2);
    expect(await count(narrow)).toBe(1);
  });

  it('counts and names nothing of another Project: the references of a filter', async () => {
    const named = {
      assignee: undefined,
      sprintId: hiddenSprint,
      labelIds: [],
      labelNames: ['secret'],
      projectKeys: ['HIDDEN' as ProjectKey],
      parentProjectKey: 'HIDDEN' as ProjectKey,
      parentNumber: 1,
    };
    const { filterReferences } = suite.ports;
    expect(await filterReferences.findAcross([whole], named)).toMatchObject({
      projects: [{ key: 'HIDDEN' }],
      sprintId: hiddenSprint,
      parentIds: [hiddenItem],
    });
    expect(await filterReferences.findAcross([narrow], named)).toEqual({
      projects: [],
      labelIds: [],
      idsOfLabelNames: [],
      parentIds: [],
    });
  });
});
