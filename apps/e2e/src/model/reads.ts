import {
  involves,
  itemRows,
  judgeQuery,
  type Query,
  type Rank,
  type Reach,
  type Row,
  Rows,
  statsOf,
  valuesOf,
} from './lists.js';
import { type Entity, linkFrom, sees, seesItem, type Unknown, unfinishedIn } from './state.js';
import * as views from './views.js';
import { type Act, movesOf } from './work-items.js';

/** All reads that the model knows, by their operation. */

/** A body that is no JSON. */
export class Bytes {
  constructor(
    readonly content: string,
    readonly contentType: string,
  ) {}
}

export interface Answered {
  readonly body: unknown;
  readonly etag?: string;
}

/** The resources that a path names. `isGone`: the Project is visible, and something below it was deleted. */
export interface Target {
  readonly [resource: string]: Entity;
  readonly isGone: boolean;
}

export interface Asked extends Act {
  readonly target: Target;
  readonly query: Query;
  readonly now: string;
}
type Read = (asked: Asked) => Answered;

export const etag = (word: string, { revision }: Entity): string => `"${word}-${revision}"`;

const list =
  (most: number, rowsOf: (asked: Asked) => Row[], more: readonly string[] = []): Read =>
  (asked) => {
    judgeQuery(asked.query, ['limit', ...more], most);
    return { body: new Rows(rowsOf(asked)) };
  };
const single =
  (bodyOf: (asked: Asked) => unknown, tag?: (target: Target) => string): Read =>
  (asked) => {
    judgeQuery(asked.query, [], 0);
    return { body: bodyOf(asked), ...(tag && { etag: tag(asked.target) }) };
  };

const rows = (
  entities: readonly Entity[],
  body: (entity: Entity) => object,
  ranks: (entity: Entity) => Rank[],
): Row[] => entities.map((entity) => ({ id: entity.id ?? entity.publicId, body: body(entity), ranks: ranks(entity) }));

const byName = ({ name, id, publicId }: Entity): Rank[] => [{ by: name }, { by: publicId ?? id }];
const inTime = ({ createdAt, id }: Entity): Rank[] => [{ by: createdAt }, { by: id }];

/** Entries of many items, the latest first. Ids that are unknown are learnt in the order of each item. */
const feed = (entries: readonly Entity[], view: (entry: Entity) => object): Row[] =>
  entries.toReversed().map((entry) => ({
    ...{ id: entry.id, group: entry.item.id as Unknown, body: view(entry) },
    ranks: inTime(entry).map((rank) => ({ ...rank, isDescending: true })),
  }));

const isShownInProfile = ({ action, comment, detail }: Entity): boolean =>
  action === 'created' ||
  (['comment_added', 'comment_replied'].includes(action as string) && !comment.isDeleted) ||
  (action === 'status_changed' && detail.to.plain === 'done');

const visible = ({ state, caller }: Act): Reach => ({
  items: state.items.filter((item) => seesItem(caller, item)),
  projects: state.projects.filter((project) => sees(caller, project)),
});
const inProject = ({ state, target }: Asked): Entity[] =>
  state.items.filter((item) => item.project === target.project && !item.isDeleted);
const ofItem = (entities: readonly Entity[], { target }: Asked): Entity[] =>
  entities.filter(({ item, isDeleted }) => item === target.item && isDeleted !== true);

function profile({ state, caller, target: { user } }: Asked): object {
  const { publicId, name, joinedAt, username } = user;
  const sharedOrganizations = [{ organization: views.organizationSummary(state), username }];
  const stats = statsOf(state, caller, user);
  return { publicId, name, avatarUrl: null, joinedAt, isCurrentUser: user === caller.user, sharedOrganizations, stats };
}

function sprintTransitions({ state, target: { sprint } }: Asked): object {
  const requiresCompletionAction = sprint.state === 'active' && unfinishedIn(state, sprint).length > 0;
  const next = ({ future: ['active'], active: ['done'] } as Record<string, string[]>)[sprint.state as string] ?? [];
  return {
    currentState: sprint.state,
    transitions: next.map((targetState) => ({ targetState, requiresCompletionAction })),
  };
}

function linkRows({ state, caller, target: { item } }: Asked): Row[] {
  const isShown = (link: Entity): boolean => {
    const other = linkFrom(item, link)?.other;
    return !link.isDeleted && other !== undefined && seesItem(caller, other);
  };
  return rows(state.links.filter(isShown), (link) => views.linkView(item, link), inTime);
}

export const READS: Readonly<Record<string, Read>> = {
  listOrganizationWorkItems: (asked) => ({ body: itemRows(asked, 'organization', visible(asked), asked.query) }),
  listMyWork: (asked) => {
    const { items, projects } = visible(asked);
    const mine = items.filter(({ assignee }) => assignee === asked.caller.user);
    return { body: itemRows(asked, 'mine', { items: mine, projects }, asked.query) };
  },
  getUserProfile: single(profile),
  listUserProfileWork: (asked) => {
    const { items, projects } = visible(asked);
    const ways = valuesOf(asked.query, 'involvement');
    const theirs = items.filter((item) => involves(asked.state, item, asked.target.user, ways));
    const query = asked.query.filter(([name]) => name !== 'involvement');
    return { body: itemRows(asked, 'profile', { items: theirs, projects }, query) };
  },
  listUserProfileActivity: list(200, (asked) => {
    const { state, caller, target } = asked;
    const own = state.entries.filter((entry) => entry.actor === target.user && seesItem(caller, entry.item));
    return feed(own.filter(isShownInProfile), (entry) => views.profileEntryView(state, entry, caller));
  }),
  listProjects: list(
    100,
    (asked) => {
      const isArchived = valuesOf(asked.query, 'archived').includes('true');
      const shown = visible(asked).projects.filter(({ archivedAt }) => (archivedAt !== null) === isArchived);
      return rows(shown, (project) => views.projectView(asked.state, project), byName);
    },
    ['archived'],
  ),
  getProject: single(
    ({ state, target: { project } }) => views.projectView(state, project),
    ({ project }) => etag('project', project),
  ),
  listProjectLabels: list(100, ({ state, target: { project } }) =>
    rows(
      state.labels.filter((label) => label.project === project),
      views.labelView,
      byName,
    ),
  ),
  listProjectSprints: list(100, ({ state, target: { project } }) => {
    const sprints = state.sprints.filter((sprint) => sprint.project === project);
    return rows(sprints, views.sprintView, ({ startDate, id }) => [{ by: startDate ?? '9999' }, { by: id }]);
  }),
  getProjectSprint: single(
    ({ target: { sprint } }) => views.sprintView(sprint),
    ({ sprint }) => etag('sprint', sprint),
  ),
  listProjectSprintTransitions: single(sprintTransitions),
  listWorkItems: (asked) => {
    const reach = { items: inProject(asked), projects: [asked.target.project] };
    return { body: itemRows(asked, 'project', reach, asked.query) };
  },
  getWorkItem: single(
    ({ target: { item } }) => views.itemView(item, views.legacy),
    ({ item }) => etag('wi', item),
  ),
  listWorkItemTransitions: single(({ target: { item } }) => ({
    ...{ currentStatus: item.status, transitions: movesOf(item).map((targetStatus) => ({ targetStatus })) },
  })),
  listWorkItemLinks: list(100, linkRows),
  listWorkItemActivity: list(200, (asked) => {
    const entries = ofItem(asked.state.entries, asked);
    return rows(entries, (entry) => views.entryView(entry, asked.caller), inTime);
  }),
  listProjectActivity: list(200, (asked) => {
    // Deleted items show nothing but their deletion.
    const isShown = ({ item, action }: Entity): boolean => !item.isDeleted || action === 'work_item_deleted';
    const entries = asked.state.entries.filter(({ item }) => item.project === asked.target.project);
    return feed(entries.filter(isShown), (entry) => views.projectEntryView(entry, asked.caller));
  }),
  listWorkItemComments: list(200, ({ state, target: { item } }) => {
    const comments = state.comments.filter((comment) => comment.item === item);
    return rows(comments, (comment) => views.commentView(comment, views.legacy), inTime);
  }),
  listWorkItemAttachments: list(200, (asked) =>
    rows(ofItem(asked.state.attachments, asked), views.attachmentView, inTime),
  ),
  downloadWorkItemAttachment: single(
    ({ target: { attachment } }) => new Bytes(attachment.content, attachment.contentType),
  ),
};
