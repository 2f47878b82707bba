import type { Operation } from '../kit/operations.js';
import { judgeQuery, type Rank, valuesOf, workItemsOf } from './lists.js';
import { type Act, type Entity, folded, invalid, linkFrom, sees, seesItem, type Unknown } from './state.js';
import { viewOf } from './views.js';

/** All reads that the model knows. */

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

/** What a list shows, and by what it is ordered. */
interface List {
  readonly entities: (act: Act) => readonly Entity[];
  readonly ranks: (entity: Entity) => Rank[];
  readonly most?: number;
  readonly names?: readonly string[];
}

type Kind = 'labels' | 'sprints' | 'entries' | 'comments' | 'attachments';

/** The entities of one kind that are below the Project or the item of the path. */
const below =
  (name: 'project' | 'item', kind: Kind): List['entities'] =>
  (act) =>
    act.state[kind].filter((one) => one[name] === act[name]);
const isLive = ({ isDeleted }: Entity): boolean => !isDeleted;

const isShownInProfile = ({ action, comment, detail }: Entity): boolean =>
  action === 'created' ||
  (['comment_added', 'comment_replied'].includes(action as string) && isLive(comment)) ||
  (action === 'status_changed' && detail.to.plain === 'done');

const LISTS: Readonly<Record<string, List>> = {
  listOrganizations: { entities: ({ state }) => [state.organization], ranks: byName },
  listOrganizationUsers: {
    ...{ ranks: byName, names: ['q'] },
    entities: ({ state, query }) => {
      const [q] = valuesOf(query, 'q').map((value) => folded(value) || invalid('q'));
      const has = (text: string): boolean => q === undefined || folded(text).includes(q);
      return state.users.filter(({ name, username }) => has(name) || has(username));
    },
  },
  listUserProfileActivity: {
    ...{ ranks: latestFirst, most: 200 },
    entities: ({ state, caller, user }) =>
      state.entries.filter((one) => one.actor === user && seesItem(caller, one.item) && isShownInProfile(one)),
  },
  listProjects: {
    ...{ ranks: byName, names: ['archived'] },
    entities: ({ state, caller, query }) => {
      const isArchived = valuesOf(query, 'archived').includes('true');
      return state.projects.filter((one) => sees(caller, one) && (one.archivedAt !== null) === isArchived);
    },
  },
  listProjectLabels: { entities: below('project', 'labels'), ranks: byName },
  listProjectSprints: { entities: below('project', 'sprints'), ranks: byStart },
  listProjectActivity: {
    ...{ ranks: latestFirst, most: 200 },
    // Deleted items show nothing but their deletion.
    entities: ({ state, project }) =>
      state.entries.filter(
        ({ item, action }) => item.project === project && (isLive(item) || action === 'work_item_deleted'),
      ),
  },
  listWorkItemActivity: { entities: below('item', 'entries'), ranks: inTime, most: 200 },
  listWorkItemComments: { entities: below('item', 'comments'), ranks: inTime, most: 200 },
  listWorkItemAttachments: {
    ...{ entities: (act) => below('item', 'attachments')(act).filter(isLive), ranks: inTime, most: 200 },
  },
  listWorkItemLinks: {
    ranks: inTime,
    entities: ({ state, caller, item }) =>
      state.links.filter((link) => {
        const other = linkFrom(item, link)?.other;
        return isLive(link) && other !== undefined && seesItem(caller, other);
      }),
  },
};

/** The parameters of reads that are no lists. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  getUserProfileAvatar: ['v', 'format', 'rev'],
  getProjectReport: ['limit', 'groupBy', 'scope', 'unit'],
};

/** Returns what a list shows with its order; nothing for an operation that is no list. */
function listed(id: string, act: Act): (Pick<List, 'ranks'> & { entities: readonly Entity[] }) | undefined {
  const list = LISTS[id];
  if (list === undefined) return workItemsOf(id, act);
  judgeQuery(act.query, ['limit', ...(list.names ?? [])], list.most ?? 100);
  return { ranks: list.ranks, entities: list.entities(act) };
}

/** Returns the body of a read. */
export function read({ id, response }: Operation, act: Act): unknown {
  const list = listed(id, act);
  const view = viewOf(typeof response === 'string' ? response : id);
  if (list === undefined) {
    judgeQuery(act.query, PARAMETERS[id] ?? [], 100);
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
