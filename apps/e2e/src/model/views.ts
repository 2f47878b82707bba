import { type Caller, type Entity, linkFrom, seesItem, type Shown, type State, type User } from './state.js';

/** The bodies that the server shows, as contract §5 describes them. Ids and instants are unknowns, which the comparison replaces. */

type Show = (user: User) => object;
type Fields = readonly string[] | undefined;

const pick = (entity: Entity, names: string): any =>
  entity === null ? null : Object.fromEntries(names.split(' ').map((name) => [name, entity[name]]));

export const legacy = (user: User | null): any => pick(user, 'id name');
export const asPublic = (user: User | null): any => pick(user, 'publicId name');

const orderedByName = (labels: readonly Entity[]): Entity[] => [...labels].sort((a, b) => (a.name < b.name ? -1 : 1));

export const organizationSummary = ({ organization }: State): object => pick(organization, 'id slug name');

export const projectView = (state: State, project: Entity): object => ({
  ...pick(project, 'id key name description color revision archivedAt createdAt updatedAt'),
  organizationId: state.organization.id,
});

export const sprintView = (sprint: Entity): object =>
  pick(sprint, 'id name state startDate endDate goal targetPoints createdAt updatedAt revision');

export const labelView = (label: Entity): object => pick(label, 'id name color createdAt');

/** A Work Item with its users shown in one of the two ways. */
export const itemView = (item: Entity, show: Show): object => ({
  ...pick(item, 'id key revision title description type status priority storyPoints dueDate'),
  ...pick(item, 'archivedAt createdAt updatedAt'),
  projectId: item.project.id,
  assignee: show(item.assignee),
  reporter: show(item.reporter),
  sprint: pick(item.sprint, 'id name state'),
  parent: pick(item.parent, 'id key title type status priority'),
  labels: orderedByName(item.labels).map((label) => pick(label, 'id name color')),
});

/** A row of a collection. `fields` are the members that were asked for; without them it has all. */
export function itemSummary(item: Entity, show: Show, fields?: Fields): object {
  const members = {
    ...pick(item, 'title type status priority storyPoints dueDate archivedAt createdAt updatedAt'),
    ...{ assignee: show(item.assignee), sprint: pick(item.sprint, 'id name state'), parentId: item.parent?.id ?? null },
  };
  const chosen = Object.entries(members).filter(([name]) => fields?.includes(name) ?? true);
  return { ...pick(item, 'id key revision'), ...Object.fromEntries(chosen) };
}

export const contextRow = (state: State, item: Entity, fields?: Fields): object => ({
  ...itemSummary(item, asPublic, fields),
  project: pick(item.project, 'id key name color'),
  organization: organizationSummary(state),
});

export const profileRow = (state: State, item: Entity, fields?: Fields): object => ({
  ...contextRow(state, item, fields),
  ...(fields === undefined && { reporter: asPublic(item.reporter) }),
});

export const commentView = (comment: Entity, show: Show): object => ({
  ...pick(comment, 'id createdAt updatedAt editedAt'),
  ...{ workItemId: comment.item.id, parentCommentId: comment.parent?.id ?? null, author: show(comment.author) },
  ...{ body: comment.isDeleted ? null : comment.body, deleted: comment.isDeleted },
});

export function linkView(item: Entity, link: Entity): object {
  const { relation, other } = linkFrom(item, link)!;
  const otherWorkItem = { ...pick(other, 'id key title type status'), project: pick(other.project, 'id key name') };
  return { ...pick(link, 'id createdAt'), relation, otherWorkItem, createdBy: asPublic(link.createdBy) };
}

export const attachmentView = (attachment: Entity): object => ({
  ...pick(attachment, 'id fileName contentType createdAt'),
  workItemId: attachment.item.id,
  size: Buffer.byteLength(attachment.content),
  createdBy: legacy(attachment.createdBy),
});

export const entryView = (entry: Entity, viewer: Caller): any => ({
  ...pick(entry, 'id action createdAt'),
  actor: asPublic(entry.actor),
  detail:
    entry.detail &&
    Object.fromEntries(Object.entries(entry.detail).map(([name, one]) => [name, shown(one as Shown, viewer)])),
});

export const projectEntryView = (entry: Entity, viewer: Caller): any => ({
  ...entryView(entry, viewer),
  workItem: pick(entry.item, 'id key title'),
});

export const profileEntryView = (state: State, entry: Entity, viewer: Caller): any => ({
  ...projectEntryView(entry, viewer),
  organization: organizationSummary(state),
  project: pick(entry.item.project, 'id key name'),
});

/** Shows a part of the detail of an entry: a plain value, or something that may be hidden from the viewer. */
function shown(part: Shown, viewer: Caller): unknown {
  if (part === null) return null;
  const [[kind, value]] = Object.entries(part) as [[string, any]];
  if (kind === 'item') return seesItem(viewer, value) ? pick(value, 'id key title') : null;
  const members: Record<string, string> = {
    user: 'publicId name',
    sprint: 'id name',
    label: 'id name color',
    attachment: 'id fileName',
  };
  return kind === 'plain' ? value : pick(value, members[kind]!);
}
