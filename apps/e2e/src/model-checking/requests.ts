import { PRIORITIES, STATUSES, TYPES } from '../kit/words.js';
import type { ModelRequest } from '../model/model.js';
import type { Entity, State } from '../model/state.js';

/** Numbers that decide about a request. Zero, and numbers that are missing, choose the plainest. */
export class Dice {
  private at = 0;

  constructor(private readonly faces: readonly number[]) {}

  below(count: number): number {
    const face = this.faces[this.at] ?? 0;
    this.at += 1;
    return face % count;
  }

  of<Choice>(choices: readonly Choice[]): Choice {
    return choices[this.below(choices.length)]!;
  }

  /** True in one of `times` cases. */
  once(times: number): boolean {
    return this.below(times) === times - 1;
  }
}

/** The things that the requests of a sequence choose from: the state of the model, and the mutations that were sent before. */
export interface Known {
  readonly state: State;
  readonly sent: readonly ModelRequest[];
  /** Returns a key that no request of the sequence has. Other sequences have the same keys. */
  readonly freshKey: () => string;
}

type Wish = Partial<ModelRequest> | undefined;
type Make = (dice: Dice, known: Known) => Wish;

/** Returns the request that the dice choose for an operation, or nothing where the state has nothing to choose from. */
export function requestFor(operation: string, faces: readonly number[], known: Known): ModelRequest | undefined {
  const dice = new Dice(faces);
  const plain = { operation, caller: 'owner', path: {}, query: [], key: known.freshKey(), ifMatch: null };
  const wish = MAKERS[operation]!(dice, known);
  if (wish === undefined) return undefined;
  const caller = dice.once(2) ? dice.of(CALLERS) : 'owner';
  const request = { ...plain, caller, ...wish };
  return dice.once(12) && request.query.length === 0 ? spoilt(dice, request) : request;
}

/** Most requests are the owner's; the stranger and the reader are seldom allowed to do anything. */
const CALLERS = ['admin', 'admin', 'member', 'member', 'member', 'narrow', 'narrow', 'reader', 'stranger'];

/** Makes one part of a request wrong: its key, its condition, its query, or a member of its body. */
function spoilt(dice: Dice, request: ModelRequest): ModelRequest {
  const body = request.body as Record<string, unknown> | undefined;
  const member = body === undefined ? undefined : dice.of(Object.keys(body));
  switch (dice.below(6)) {
    case 0:
      return { ...request, key: dice.of([null, '', 'short', 'with space']) };
    case 1:
      return { ...request, ifMatch: dice.of([null, '', '"wi-0"', 'W/"wi-1"', '"sprint-1", "sprint-2"', 'wi-1']) };
    case 2:
      return { ...request, query: [[dice.of(['surprise', 'limit', 'Limit']), '0']] };
    case 3:
      return body === undefined ? request : { ...request, body: { ...body, surprise: 1 } };
    case 4:
      return member === undefined
        ? request
        : { ...request, body: { ...body, [member]: dice.of([[], { a: 1 }, true, 1.5, 'x\u0000y']) } };
    default: {
      if (member === undefined) return request;
      const { [member]: _, ...rest } = body!;
      return { ...request, body: rest };
    }
  }
}

const projectOf = (dice: Dice, { state }: Known): Entity => dice.of(state.projects);

/** A Work Item: seldom a deleted one. */
function itemOf(dice: Dice, { state: { items } }: Known): Entity {
  const live = items.filter(({ isDeleted }) => !isDeleted);
  // Three of the items are chosen more often than the others: requests meet there.
  return dice.once(12) ? dice.of(items) : dice.of(dice.once(2) ? live : live.slice(0, 3));
}

const pathOf = (item: Entity): ModelRequest['path'] => ({ projectKey: item.project.key, workItemKey: item.key.value! });

const inItem =
  (make: (dice: Dice, item: Entity, known: Known) => Wish = () => ({})): Make =>
  (dice, known) => {
    const item = itemOf(dice, known);
    if (item === undefined) return undefined;
    const wish = make(dice, item, known);
    if (wish === undefined) return undefined;
    // Now and then below another Project.
    const misplaced = dice.once(40) ? { projectKey: projectOf(dice, known).key } : {};
    return { ...wish, path: { ...pathOf(item), ...misplaced, ...wish.path } };
  };

const inProject =
  (make: (dice: Dice, project: Entity, known: Known) => Wish = () => ({})): Make =>
  (dice, known) => {
    const project = projectOf(dice, known);
    const wish = make(dice, project, known);
    const projectKey = dice.once(20) ? project.key.toLowerCase() : project.key;
    return wish && { ...wish, path: { projectKey, ...wish.path } };
  };

/** `*`, the current tag, or a tag that is not current. */
function conditionOn(dice: Dice, word: string, { revision }: { readonly revision: number }): string {
  const revisions = [revision, revision, revision, revision - 1 || 7, revision + 1];
  return dice.once(3) ? `"${word}-${dice.of(revisions)}"` : '*';
}

const TITLES = ['Plan', ' Launch ', 'Fix 100%', 'Straße', 'plan B', 'x'];
const COLORS = ['#3B82F6', '#000000', 'red'];
const INSTANTS = [
  '2030-01-01T00:00:00Z',
  '2020-06-01T12:00:00.123456+02:00',
  '2031-05-05T05:05:05.5Z',
  '2019-01-01T00:00:00Z',
];
const UNKNOWN_ID = '0a1b2c3d-1111-4222-8333-444455556666';

/** Some members of a Work Item, right or wrong in what they refer to. */
function members(dice: Dice, project: Entity, known: Known): Record<string, unknown> {
  const { state } = known;
  const chosen: Record<string, unknown> = {};
  for (let count = 1 + dice.below(3); count > 0; count -= 1) {
    switch (dice.below(11)) {
      case 0:
        chosen.title = dice.of(TITLES);
        break;
      case 1:
        chosen.description = dice.of([null, 'About', '', ' two\nlines ']);
        break;
      case 2:
        chosen.type = dice.of([...TYPES, 'story']);
        break;
      case 3:
        chosen.priority = dice.of(PRIORITIES);
        break;
      case 4:
        chosen.assigneePublicId = dice.of([null, ...state.users.map(({ publicId }) => publicId)]);
        break;
      case 5:
        chosen.assigneeId = dice.of([null, ...state.users.map(({ id }) => id), UNKNOWN_ID]);
        break;
      case 6:
      case 7:
        chosen.sprintId = dice.of([null, ...sprintsNear(dice, project, known)]);
        break;
      case 8:
        chosen.parentId = dice.of([null, ...itemsNear(dice, project, known)]);
        break;
      case 9:
        chosen.storyPoints = dice.of([null, 1, 2, 3, 100_001]);
        break;
      default:
        chosen.dueDate = dice.of([null, ...INSTANTS, '2026-02-30T00:00:00Z']);
    }
  }
  return chosen;
}

const sprintsNear = (dice: Dice, project: Entity, { state }: Known): string[] =>
  state.sprints.filter((sprint) => sprint.project === project || dice.once(8)).map(({ id }) => id.value!);

function itemsNear(dice: Dice, project: Entity, { state }: Known): string[] {
  const near = state.items.filter((item) => item.project === project || dice.once(8));
  return near.flatMap(({ id, key }) => (dice.once(3) ? [id.value!] : [key.value!, key.value!.toLowerCase()]));
}

const labelsNear = (dice: Dice, project: Entity, { state }: Known): string[] =>
  state.labels
    .filter((label) => label.project === project || dice.once(8))
    .flatMap(({ id, name }) => (dice.once(2) ? [id.value!] : [name, ` ${name.toUpperCase()} `]));

const addressed = (dice: Dice, item: Entity, isExact: boolean) => ({
  projectKey: dice.once(15) ? 'NOWHERE' : item.project.key,
  workItemKey: item.key.value!,
  ...(isExact && { revision: dice.once(5) ? Number(item.revision) + 1 : item.revision }),
});

/** A request of up to three operations; two of them may be about one item. */
function changesInBulk(dice: Dice, known: Known, change: (item: Entity) => object): Wish {
  const isExact = !dice.once(3);
  const items = Array.from({ length: 1 + dice.below(3) }, () => itemOf(dice, known));
  if (items.includes(undefined)) return undefined;
  const operations = items.map((item) => ({ ...addressed(dice, item, isExact), ...change(item) }));
  return { body: { operations, ...(!isExact && { concurrency: 'last-write-wins' }) } };
}

/** A filter or several, of which few refer to nothing. */
function filters(dice: Dice, project: Entity, known: Known): ModelRequest['query'] {
  const query: [string, string][] = [];
  for (let count = dice.below(4); count > 0; count -= 1) {
    const [name, values] = dice.of<[string, readonly string[]]>([
      ['status', STATUSES],
      ['type', TYPES],
      ['priority', PRIORITIES],
      ['scope', ['all', 'open', 'closed']],
      ['sort', ['updated', 'dueDate', 'priority', 'rank']],
      ['archived', ['true', 'false']],
      ['q', ['plan', 'a', '%', 'base-1', '']],
      ['topLevel', ['true', '0']],
      ['overdue', ['true', 'false']],
      ['dueAfter', ['2025-01-01T00:00:00.000Z']],
      ['dueBefore', ['2025-01-01T00:00:00.000Z']],
      ['limit', ['2', '3', '200', '201']],
      ['fields', ['title', 'status,labels', 'title,dueDate,updatedAt', '']],
      ['labelName', ['bug', 'UI ', 'nothing']],
      ['label', labelIds(dice, project, known)],
      ['sprint', ['none', UNKNOWN_ID, ...sprintsNear(dice, project, known)]],
      ['parent', itemsNear(dice, project, known).filter((given) => given.length < 30)],
      ['assignee', ['me', 'none', ...known.state.users.map(({ publicId }) => publicId)]],
    ]);
    const isRepeatable = ['status', 'type', 'priority', 'labelName'].includes(name);
    if (values.length > 0 && (isRepeatable || query.every(([one]) => one !== name)))
      query.push([name, dice.of(values)]);
  }
  return query;
}

const labelIds = (dice: Dice, project: Entity, { state }: Known): string[] =>
  state.labels.filter((label) => label.project === project || dice.once(8)).map(({ id }) => id.value!);

const limited = (dice: Dice): ModelRequest['query'] =>
  dice.once(3) ? [['limit', dice.of(['2', '3', '7', '201'])]] : [];

/** Filters of a collection that shows several Projects. */
const filtered = (dice: Dice, known: Known, isMine = false): Wish => {
  const query = filters(dice, projectOf(dice, known), known);
  return { query: isMine ? query.filter(([name]) => name !== 'assignee') : query };
};

const someone = (dice: Dice, { state }: Known): Wish => ({ path: { publicId: dice.of(state.users).publicId } });

/** Makes a random request of each operation. */
const MAKERS: Readonly<Record<string, Make>> = {
  createProject: (dice, { state }) =>
    state.projects.length > 3
      ? undefined
      : {
          body: {
            name: dice.of(['Website', 'Big Blue Sea', ' 日本 ', 'web']),
            ...(dice.once(2) && { key: dice.of(['WEB', 'web', 'B2', 'BASE', '2B']) }),
            ...(dice.once(3) && { color: dice.of(COLORS) }),
            ...(dice.once(3) && { description: dice.of([null, 'x']) }),
          },
        },
  updateProject: inProject((dice, project) => ({
    ifMatch: conditionOn(dice, 'project', project),
    body: dice.of([
      { name: ' Renamed ' },
      { color: dice.of(COLORS) },
      { description: null },
      { name: 'Two', color: '#ABCDEF' },
    ]),
  })),
  archiveProject: inProject((dice, project) =>
    dice.once(3) ? { ifMatch: conditionOn(dice, 'project', project), body: {} } : undefined,
  ),
  unarchiveProject: inProject((dice, project) => ({ ifMatch: conditionOn(dice, 'project', project), body: {} })),
  createProjectSprint: inProject((dice, project, { state }) =>
    state.sprints.filter((sprint) => sprint.project === project).length > 3
      ? undefined
      : {
          body: {
            name: dice.of(['One', ' Two ', 'Three']),
            ...(dice.once(2) && { startDate: dice.of(INSTANTS) }),
            ...(dice.once(3) && { endDate: dice.of([null, ...INSTANTS]), goal: 'Ship', targetPoints: 5 }),
          },
        },
  ),
  transitionProjectSprint: (dice, known) => {
    const sprint = dice.of(known.state.sprints);
    if (sprint === undefined) return undefined;
    const targets = [UNKNOWN_ID, ...known.state.sprints.map(({ id }) => id.value!)];
    const choice = dice.below(6);
    const targetState =
      choice === 5 ? dice.of(['future', 'done', 'active']) : sprint.state === 'future' ? 'active' : 'done';
    const action = dice.below(3);
    const completionAction = action === 1 ? { mode: 'backlog' } : { mode: 'sprint', targetSprintId: dice.of(targets) };
    const isGiven = action > 0 && (targetState === 'done' || dice.once(10));
    return {
      path: { projectKey: sprint.project.key, sprintId: sprint.id.value! },
      ifMatch: conditionOn(dice, 'sprint', sprint),
      body: { targetState, ...(isGiven && { completionAction }) },
    };
  },
  createProjectLabel: inProject((dice) => ({
    body: { name: dice.of(['bug', ' UI ', 'Größe', 'Bug']), ...(dice.once(3) && { color: dice.of(COLORS) }) },
  })),
  createWorkItem: inProject((dice, project, known) => ({
    body: {
      title: dice.of(TITLES),
      ...(dice.once(2) && members(dice, project, known)),
      ...(dice.once(2) && { status: dice.of(STATUSES) }),
    },
  })),
  updateWorkItem: inItem((dice, item, known) => ({
    ifMatch: conditionOn(dice, 'wi', item),
    body: { ...members(dice, item.project, known), ...(dice.once(25) && { status: 'done' }) },
    ...(dice.once(3) && { key: null }),
  })),
  transitionWorkItem: inItem((dice, item) => ({
    ifMatch: conditionOn(dice, 'wi', item),
    body: { targetStatus: dice.of([...STATUSES, ...STATUSES, 'nonsense']) },
  })),
  archiveWorkItem: inItem((dice, item) => ({ ifMatch: conditionOn(dice, 'wi', item), body: {} })),
  unarchiveWorkItem: inItem((dice, item) => ({ ifMatch: conditionOn(dice, 'wi', item), body: {} })),
  deleteWorkItem: inItem((dice, item) => ({
    ifMatch: conditionOn(dice, 'wi', item),
    ...(dice.once(2) && { body: { cascade: dice.once(2) } }),
  })),
  createWorkItemLabelAssignment: inItem((dice, item, known) => {
    const label = dice.of(['nothing', UNKNOWN_ID, ...labelsNear(dice, item.project, known)]);
    return { ifMatch: conditionOn(dice, 'wi', item), body: { [dice.of(['labelId', 'labelId', 'label'])]: label } };
  }),
  deleteWorkItemLabelAssignment: inItem((dice, item, known) => ({
    ifMatch: conditionOn(dice, 'wi', item),
    path: {
      labelId: dice
        .of([...item.labels.map(({ name }: Entity) => name), ...labelsNear(dice, item.project, known), 'nothing'])
        .trim(),
    },
  })),
  createWorkItemLink: inItem((dice, item, known) => {
    const other = dice.of([...known.state.items, item]);
    const target = dice.once(3) ? { targetId: other.id.value } : { targetKey: other.key.value };
    return { body: { relation: dice.of(['blocks', 'blocked_by', 'relates']), ...target } };
  }),
  deleteWorkItemLink: (dice, { state }) => {
    const link = dice.of(state.links);
    if (link === undefined) return undefined;
    const side = dice.once(2) ? link.to : link.from;
    return { path: { ...pathOf(side), linkId: link.id.value! } };
  },
  createWorkItemComment: inItem((dice, item, { state }) => {
    const parents = state.comments.filter((comment) => comment.item === item || dice.once(10));
    const parent = dice.once(2) ? { parentCommentId: dice.of([null, ...parents.map(({ id }) => id.value!)]) } : {};
    return { body: { body: dice.of(['A word', ' Another ', 'x']), ...parent } };
  }),
  updateWorkItemComment: ofComment((dice) => ({ body: { body: dice.of(['A word', 'Edited', '  x']) } })),
  deleteWorkItemComment: ofComment((dice) => (dice.once(3) ? { key: null } : {})),
  createWorkItemAttachment: inItem((dice) => ({
    upload: {
      fileName: dice.of(['notes.txt', 'a/b\\c.png', 'größe 😀.txt', '..']),
      contentType: dice.of(['text/plain', 'image/png']),
      content: dice.of(['', 'Hello', '€'.repeat(100)]),
    },
  })),
  deleteWorkItemAttachment: ofAttachment((dice) => (dice.once(3) ? { key: null } : {})),
  bulkCreateWorkItems: (dice, known) => {
    const operations = Array.from({ length: 1 + dice.below(3) }, () => {
      const project = projectOf(dice, known);
      const projectKey = dice.once(15) ? 'NOWHERE' : project.key;
      return { projectKey, title: dice.of(TITLES), ...(dice.once(2) && members(dice, project, known)) };
    });
    return { body: { operations } };
  },
  bulkUpdateWorkItems: (dice, known) =>
    changesInBulk(dice, known, (item) => ({
      changes: { ...members(dice, item.project, known), ...(dice.once(15) && { status: 'done' }) },
    })),
  bulkTransitionWorkItems: (dice, known) => changesInBulk(dice, known, () => ({ targetStatus: dice.of(STATUSES) })),

  getMe: insider,
  listOrganizations: (dice) => ({ ...insider(dice), query: limited(dice) }),
  getOrganization: () => ({}),
  listOrganizationUsers: (dice) => ({
    query: dice.once(2) ? [['q', dice.of(['owner', ' ADMIN ', '.pair', 'nobody', ' '])]] : limited(dice),
  }),
  listOrganizationWorkItems: (dice, known) => filtered(dice, known),
  listMyWork: (dice, known) => ({ ...filtered(dice, known, true), ...insider(dice) }),
  getUserProfile: someone,
  getUserProfileAvatar: someone,
  listUserProfileWork: (dice, known) => {
    const query = [...filtered(dice, known, true)!.query!];
    if (dice.once(2)) query.push(['involvement', dice.of(['assigned', 'created', 'commented'])]);
    if (dice.once(4)) query.push(['organization', dice.of([known.state.organization.slug as string, 'elsewhere'])]);
    return { ...someone(dice, known), query };
  },
  listUserProfileActivity: (dice, known) => ({ ...someone(dice, known), query: limited(dice) }),
  listProjects: (dice) => ({ query: dice.once(2) ? [['archived', dice.of(['true', 'false'])]] : limited(dice) }),
  getProject: inProject(),
  listProjectLabels: inProject((dice) => ({ query: limited(dice) })),
  listProjectSprints: inProject((dice) => ({ query: limited(dice) })),
  getProjectSprint: ofSprint,
  listProjectSprintTransitions: ofSprint,
  listWorkItems: inProject((dice, project, known) => ({ query: filters(dice, project, known) })),
  getWorkItem: inItem(),
  listWorkItemTransitions: inItem(),
  listWorkItemLinks: inItem((dice) => ({ query: limited(dice) })),
  listWorkItemActivity: inItem((dice) => ({ query: limited(dice) })),
  listProjectActivity: inProject((dice) => ({ query: limited(dice) })),
  listWorkItemComments: inItem((dice) => ({ query: limited(dice) })),
  listWorkItemAttachments: inItem((dice) => ({ query: limited(dice) })),
  downloadWorkItemAttachment: ofAttachment(() => ({})),
};

/** A caller of the Organization: what the stranger sees of its own one, the model does not know. */
function insider(dice: Dice): { readonly caller: string } {
  return { caller: dice.of(['owner', 'admin', 'member', 'narrow', 'reader']) };
}

function ofSprint(dice: Dice, { state }: Known): Wish {
  const sprint = dice.of(state.sprints);
  return sprint && { path: { projectKey: sprint.project.key, sprintId: sprint.id.value! } };
}

/** A comment, mostly in the hands of its author. */
function ofComment(make: (dice: Dice) => Wish): Make {
  return (dice, { state }) => {
    const comment = dice.of(state.comments);
    if (comment === undefined) return undefined;
    const caller = dice.once(6) ? {} : { caller: comment.author.role };
    return { ...make(dice), ...caller, path: { ...pathOf(comment.item), commentId: comment.id.value! } };
  };
}

function ofAttachment(make: (dice: Dice) => Wish): Make {
  return (dice, { state }) => {
    const attachment = dice.of(state.attachments);
    return attachment && { ...make(dice), path: { ...pathOf(attachment.item), attachmentId: attachment.id.value! } };
  };
}

/** Sends an earlier mutation again with its key: the same, by another caller, or with another body. */
export function again(faces: readonly number[], { sent }: Known): ModelRequest | undefined {
  const dice = new Dice(faces);
  const earlier = sent[sent.length - 1 - dice.below(Math.min(sent.length, 12))];
  if (earlier === undefined) return undefined;
  switch (dice.below(5)) {
    case 3:
      return { ...earlier, caller: dice.of(['owner', 'admin', 'member', 'narrow', 'reader', 'stranger']) };
    case 4:
      if (earlier.upload) return { ...earlier, upload: { ...earlier.upload, content: 'Another content' } };
      return earlier.body === undefined
        ? earlier
        : { ...earlier, body: { ...(earlier.body as object), title: 'Another body' } };
    default:
      return earlier;
  }
}

/** Every operation that the commands choose, more often where more can go wrong. */
export const CHOICES: readonly string[] = Object.keys(MAKERS).flatMap((operation) =>
  Array.from({ length: WEIGHTS()[operation] ?? 1 }, () => operation),
);

function WEIGHTS(): Readonly<Record<string, number>> {
  return {
    ...{ createWorkItem: 5, updateWorkItem: 6, transitionWorkItem: 4, createWorkItemComment: 3, createWorkItemLink: 3 },
    ...{ createProjectSprint: 2, transitionProjectSprint: 4, createWorkItemLabelAssignment: 2, createProjectLabel: 2 },
    ...{ bulkCreateWorkItems: 2, bulkUpdateWorkItems: 2, bulkTransitionWorkItems: 2, deleteWorkItemLabelAssignment: 2 },
    ...{ archiveWorkItem: 2, unarchiveWorkItem: 2, createWorkItemAttachment: 2, updateWorkItemComment: 2 },
    ...{ listWorkItems: 3, listWorkItemActivity: 2, getWorkItem: 2 },
  };
}
