import { movesOf } from './changes.js';
import { statsOf } from './lists.js';
import { type Act, type Caller, type Entity, linkFrom, refuse, seesItem, unfinishedIn } from './state.js';

/** The bodies that the server shows, as contract §5 describes them. Ids and instants are unknowns, which the comparison replaces. */

/** A body that is no JSON. */
export class Bytes {
  constructor(
    readonly content: string,
    readonly contentType: string,
  ) {}
}

/** A member with, as far as it has them, where its value is found and which members of that value are shown. */
const MEMBER = /(\w+)(?:=([\w.]+))?(?:\(((?:[^()]|\([^()]*\))*)\))?/g;

/** Shows the members that a text names, of an entity or of each entity of a list. */
function pick(entity: Entity, text: string): any {
  if (!entity) return entity;
  if (Array.isArray(entity)) return entity.map((one) => pick(one, text));
  const members = [...text.matchAll(MEMBER)].map(([, name, path = name!, inner]) => {
    const value = path.split('.').reduce((one, step) => one?.[step] ?? null, entity);
    return [name, inner === undefined ? value : pick(value, inner)];
  });
  return Object.fromEntries(members);
}

const LEGACY = 'id name';
const PUBLIC = 'publicId name';
const ORGANIZATION = 'id slug name';

/** A Work Item with its users shown in one of the two ways. */
const item = (user: string): string =>
  `id projectId=project.id key revision title description type status priority assignee(${user}) reporter(${user})
   sprint(id name state) parent(id key title type status priority) labels(id name color) storyPoints dueDate archivedAt
   createdAt updatedAt`;

/** A row of a collection of Work Items: of a summary only the members that were asked for. */
const row =
  (user: string, context = '', whole = ''): View =>
  (one, { query }) => {
    const fields = query.find(([name, value]) => name === 'fields' && value !== '')?.[1];
    const summary: object = pick(
      one,
      `title type status priority assignee(${user}) sprint(id name state) parentId=parent.id storyPoints dueDate
       archivedAt createdAt updatedAt`,
    );
    const chosen = Object.entries(summary).filter(([name]) => fields?.split(',').includes(name) ?? true);
    const always = pick(one, `id key revision ${context} ${fields === undefined ? whole : ''}`);
    return { ...always, ...Object.fromEntries(chosen) };
  };

const CONTEXT = `project(id key name color) organization=project.organization(${ORGANIZATION})`;

const comment = (user: string): string =>
  `id workItemId=item.id parentCommentId=parent.id author(${user}) body deleted=isDeleted createdAt updatedAt editedAt mentions`;

/** An entry of activity, with more members in a feed. */
const entry =
  (more = ''): View =>
  (one, { caller }) => {
    const parts = one.detail && Object.entries(one.detail as object).map(([name, part]) => [name, shown(part, caller)]);
    return { ...pick(one, `id action actor(${PUBLIC}) createdAt ${more}`), detail: parts && Object.fromEntries(parts) };
  };

/** The members of what the detail of an entry names. */
const PARTS: Readonly<Record<string, string>> = {
  ...{ user: PUBLIC, sprint: 'id name', label: 'id name color', attachment: 'id fileName', item: 'id key title' },
};

/** Shows a part of the detail of an entry: a plain value, or something that may be hidden from the viewer. */
function shown(part: Entity, viewer: Caller): unknown {
  const [[kind, value] = ['plain', part]] = Object.entries((part ?? {}) as Record<string, Entity>);
  if (kind === 'item' && !seesItem(viewer, value)) return null;
  return kind === 'plain' ? value : pick(value, PARTS[kind]!);
}

const NEXT: Readonly<Record<string, readonly string[]>> = { future: ['active'], active: ['done'], done: [] };

/** Shows an entity to who asks; where the answer is about no single one, what the request is about. */
type View = (entity: Entity, act: Act) => unknown;

/** Views by the names of the schemas in contract §5. A body without one has the name of its operation. */
const VIEWS: Readonly<Record<string, string | View>> = {
  Me: (_, { state: { organization }, caller }) => ({
    ...pick(caller.user, 'id publicId name email'),
    authentication: { type: 'pat', ...pick(caller, 'credentialId=id credentialName=name scopes expiresAt') },
    defaultOrganization: pick(organization, ORGANIZATION),
    organizations: [{ ...pick(organization, ORGANIZATION), username: caller.user.username }],
  }),
  Organization: (organization, { caller }) => ({
    ...pick(organization, `${ORGANIZATION} description plan isDefault suspended timeZone createdAt updatedAt`),
    role: caller.user.role,
  }),
  OrganizationList: (organization, act) =>
    viewOf(act.caller.projects === null ? 'Organization' : 'OrganizationMinimal')(organization, act),
  OrganizationMinimal: `${ORGANIZATION} suspended`,
  OrganizationUserList: `${PUBLIC} username`,
  UserProfile: (_, act) => ({
    ...pick(act.user, `${PUBLIC} joinedAt`),
    ...{ avatarUrl: null, isCurrentUser: act.user === act.caller.user, stats: statsOf(act) },
    sharedOrganizations: [{ organization: pick(act.state.organization, ORGANIZATION), username: act.user.username }],
  }),
  getUserProfileAvatar: () => refuse('NOT_FOUND'),
  Project: 'id organizationId=organization.id key name description color revision archivedAt createdAt updatedAt',
  ProjectLabel: 'id name color createdAt',
  Sprint: 'id name state startDate endDate goal targetPoints createdAt updatedAt revision',
  ProjectSprintTransitionList: (sprint, { state }) => {
    const requiresCompletionAction = sprint.state === 'active' && unfinishedIn(state, sprint).length > 0;
    const transitions = NEXT[sprint.state]!.map((targetState) => ({ targetState, requiresCompletionAction }));
    return { currentState: sprint.state, transitions };
  },
  WorkItem: item(LEGACY),
  PublicWorkItem: item(PUBLIC),
  WorkItemList: row(LEGACY),
  WorkItemContextList: row(PUBLIC, CONTEXT),
  ProfileWorkItemList: row(PUBLIC, CONTEXT, `reporter(${PUBLIC})`),
  WorkItemTransitionList: (one) => {
    return { currentStatus: one.status, transitions: movesOf(one).map((targetStatus) => ({ targetStatus })) };
  },
  BulkResultList: 'results',
  WorkItemLink: (link, act) =>
    pick(
      { ...link, ...linkFrom(act.item, link) },
      `id relation otherWorkItem=other(id key project(id key name) title type status) createdBy(${PUBLIC}) createdAt`,
    ),
  Comment: comment(LEGACY),
  PublicComment: comment(PUBLIC),
  Attachment: `id workItemId=item.id fileName contentType size createdBy(${LEGACY}) createdAt`,
  downloadWorkItemAttachment: (_, { attachment }) => new Bytes(attachment.content, attachment.contentType),
  Activity: entry(),
  ProjectActivity: entry('workItem=item(id key title)'),
  ProfileActivity: entry(
    `organization=item.project.organization(${ORGANIZATION}) project=item.project(id key name) workItem=item(id key title)`,
  ),
};

/** Shows an entity under the name of a schema; in a list, as a row of it. */
export function viewOf(name: string): View {
  const view = VIEWS[name] ?? VIEWS[name.replace(/List$/, '')]!;
  return typeof view === 'string' ? (entity) => pick(entity, view) : view;
}
