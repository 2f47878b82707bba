import { folded } from '../kit/case-insensitive.js';
import type { Operation } from '../kit/operations.js';
import { checkQuery, type Listed, type Rank, valuesOf, workItems } from './lists.js';
import * as is from './state.js';
import type { Act, Entity, Unknown } from './state.js';
import { viewOf } from './views.js';

export interface Row {
  readonly id: Unknown | string;
  readonly body: object;
  readonly ranks: readonly Rank[];
  /** Rows of one group whose ids are still unknown come in the order of the list. */
  readonly group?: Unknown | undefined;
}

/** A whole collection, whatever its pages. */
export class Rows {
  constructor(readonly rows: readonly Row[]) {}
}

const byName = ({ name, id, publicId }: Entity): Rank[] => [{ by: name }, { by: publicId ?? id }];
const byStart = ({ startDate, id }: Entity): Rank[] => [{ by: startDate ?? '9999' }, { by: id }];
const inTime = ({ createdAt, id }: Entity): Rank[] => [{ by: createdAt }, { by: id }];
/** The order of entries of several items. Ids that are unknown are learnt in the order of each item. */
const latestFirst = (entry: Entity): Rank[] => inTime(entry).map((rank) => ({ ...rank, isDescending: true }));

type Entities = (act: Act) => readonly Entity[];

/** A list that takes `limit`, up to 100 when nothing else is said, and these parameters. */
function list(ranks: Listed['ranks'], entities: Entities, most = 100, names: readonly string[] = []) {
  return (act: Act): Listed => {
    checkQuery(act.query, ['limit', ...names], most);
    return { ranks, entities: entities(act) };
  };
}

const isLive = ({ isDeleted }: Entity): boolean => !isDeleted;

/** The lists. Each other read shows what its path names. */
const LISTS: Readonly<Record<string, (act: Act) => Listed>> = {
  listOrganizations: list(byName, ({ state }) => [state.organization]),
  listOrganizationUsers: list(byName, usersOf, 100, ['q']),
  listOrganizationWorkItems: workItems(['organization', 'involvement']),
  listMyWork: workItems(['assignee', 'organization', 'involvement'], { scope: ['open'], assignee: ['me'] }),
  listUserProfileWork: workItems(['assignee'], { scope: ['open'], involvement: ['assigned', 'created', 'commented'] }),
  listUserProfileActivity: list(latestFirst, profileEntriesOf, 200),
  listProjects: list(byName, projectsOf, 100, ['archived']),
  listProjectLabels: list(byName, ({ state, project }) => state.labels.filter((one) => one.project === project)),
  listProjectSprints: list(byStart, ({ state, project }) => state.sprints.filter((one) => one.project === project)),
  listProjectActivity: list(latestFirst, entriesOf, 200),
  listWorkItems: workItems(['project', 'organization', 'involvement']),
  listWorkItemActivity: list(inTime, ({ state, item }) => state.entries.filter((one) => one.item === item), 200),
  listWorkItemComments: list(inTime, ({ state, item }) => state.comments.filter((one) => one.item === item), 200),
  listWorkItemAttachments: list(inTime, attachmentsOf, 200),
  listWorkItemLinks: list(inTime, linksOf),
};

function usersOf({ state, query }: Act): Entity[] {
  const [q] = valuesOf(query, 'q').map((value) => folded(value) || is.invalid('q'));
  const has = (text: string): boolean => q === undefined || folded(text).includes(q);
  return state.users.filter(({ name, username }) => has(name as string) || has(username as string));
}

function projectsOf({ state, caller, query }: Act): Entity[] {
  const isArchived = valuesOf(query, 'archived').includes('true');
  return state.projects.filter((one) => is.sees(caller, one) && (one.archivedAt !== null) === isArchived);
}

/** The activity of a Project: deleted items show nothing but their deletion. */
function entriesOf({ state, project }: Act): Entity[] {
  const isShown = ({ item, action }: Entity): boolean => isLive(item) || action === 'work_item_deleted';
  return state.entries.filter((one) => one.item.project === project && isShown(one));
}

function profileEntriesOf({ state, caller, user }: Act): Entity[] {
  const isShown = ({ action, comment, detail }: Entity): boolean =>
    action === 'created' ||
    (['comment_added', 'comment_replied'].includes(action as string) && isLive(comment)) ||
    (action === 'status_changed' && detail.to.plain === 'done');
  return state.entries.filter((one) => one.actor === user && is.seesItem(caller, one.item) && isShown(one));
}

function attachmentsOf({ state, item }: Act): Entity[] {
  return state.attachments.filter((one) => one.item === item && isLive(one));
}

function linksOf({ state, caller, item }: Act): Entity[] {
  const isShown = (other: Entity): boolean => other !== undefined && is.seesItem(caller, other);
  return state.links.filter((link) => isLive(link) && isShown(is.linkFrom(item, link)?.other));
}

/** Returns the body of a read. */
export function read({ id, response }: Operation, act: Act): unknown {
  const list = LISTS[id]?.(act);
  const view = viewOf(typeof response === 'string' ? response : id);
  if (list === undefined) {
    checkQuery(act.query, id === 'getUserProfileAvatar' ? ['v', 'format', 'rev'] : [], 0);
    return view(act.item ?? act.sprint ?? act.project ?? act.state.organization, act);
  }
  const { entities, ranks } = list;
  const isFeed = ranks === latestFirst;
  const rowOf = (one: Entity): Row => ({
    ...{ id: one.publicId ?? one.id, body: view(one, act) as object, ranks: ranks(one) },
    ...(isFeed && { group: one.item.id }),
  });
  return new Rows((isFeed ? entities.toReversed() : entities).map(rowOf));
}
