import {
  Access,
  archiveProject,
  archiveWorkItem,
  attachLabel,
  bulkCreation,
  bulkTransition,
  bulkUpdate,
  createAttachment,
  createComment,
  createLabel,
  createLink,
  createProject,
  createSprint,
  createWorkItem,
  deleteAttachment,
  deleteComment,
  deleteLink,
  deleteWorkItem,
  detachLabel,
  editComment,
  getProfile,
  getSprintReport,
  getWholeReport,
  invariant,
  readSqueakQL,
  runBulk,
  searchWorkItems,
  transitionSprint,
  transitionWorkItem,
  unarchiveProject,
  unarchiveWorkItem,
  updateProject,
  updateWatcher,
  updateWorkItem,
  type CheckedOperation,
  type DatabasePorts,
  type OrganizationScope,
  type ProfileScope,
  type ProjectScope,
  type Transaction,
} from '@worktrack/application';
import { Color, LabelName, WorkItemKey, type LabelId, type SprintId, type WorkItemId } from '@worktrack/domain';
import { CONTENT, EVERY_ITEM } from './content.js';
import { mutate } from './mutate.js';
import { RuntimeTimeZones } from './runtime-time-zones.js';

/** The data that the operations work on: a Project with many Work Items. */
export interface Stage {
  readonly scope: ProjectScope;
  readonly token: string;
  /** Returns the id of one of the first 400 Work Items. */
  readonly itemAt: (index: number) => WorkItemId;
  readonly labelId: LabelId;
  readonly sprintId: SprintId;
}

type Operation = (time: number) => Promise<unknown>;

const PAGE = { limit: 50, cursor: undefined } as const;
const BLUE = Color.default;

/**
 * Returns each operation of the contract by its id, as the work that it asks of the database, `time` after `time`. Each leaves the data in a
 * state in which it can be repeated.
 */
export function everyOperation(ports: DatabasePorts, stage: Stage): Readonly<Record<string, Operation>> {
  return { ...reads(ports, stage), ...mutationsOfWorkItems(ports, stage), ...otherMutations(ports, stage) };
}

/** Returns the look-ups of a path, which many operations need. */
export function everyPath(ports: DatabasePorts, { scope, labelId, sprintId }: Stage): readonly Operation[] {
  const { projectKey } = scope;
  const viewer = { ...scope, onlyProjects: undefined };
  const item = { projectKey, workItemNumber: 3 };
  const id = '10000000-0000-4000-8000-000000000000' as never;
  return [
    () => ports.pathResources.find(viewer, item),
    () => ports.pathResources.find(viewer, { ...item, child: { kind: 'label', id: labelId, name: 'bug' } as never }),
    () => ports.pathResources.find(viewer, { projectKey, child: { kind: 'sprint', id: sprintId } }),
    ...(['comment', 'link', 'attachment'] as const).map((kind) => () => {
      return ports.pathResources.find(viewer, { ...item, child: { kind, id } });
    }),
  ];
}

function reads(ports: DatabasePorts, { scope, token, itemAt, sprintId }: Stage): Readonly<Record<string, Operation>> {
  const viewer: OrganizationScope = { ...scope, role: 'owner', onlyProjects: undefined } as never;
  const principal = async () => invariant(await ports.authenticator.authenticate(token), 'The token is unknown.');
  const profile = async (): Promise<ProfileScope> => {
    const found = await principal();
    const person = await ports.people.find(found.user.publicId, found.user.id, [scope.organizationId]);
    return Access.profile(found, invariant(person, 'The owner is unknown.'));
  };
  const zones = new RuntimeTimeZones();
  const activity = { ...PAGE, since: undefined };
  const across = { ...EVERY_ITEM, ...PAGE };
  const query = (text: string) =>
    searchWorkItems({ views: ports.workItemViews, zones }, viewer, { ...PAGE, query: text });
  const report = { q: undefined, status: undefined, type: undefined, priority: undefined, assignee: undefined };
  const named = { ...report, label: undefined, squeakql: undefined, sort: 'name', ...PAGE } as const;
  return {
    getMe: principal,
    getOpenApi: () => Promise.resolve(),
    getUserProfile: async () => getProfile(ports.profileViews, await profile(), null),
    getUserProfileAvatar: async () => ports.profileViews.avatar(await profile()),
    listUserProfileActivity: async () => ports.profileViews.activity(await profile(), activity),
    listUserProfileWork: async () => {
      const person = { userId: scope.actorId, as: ['assigned', 'created', 'commented'] } as const;
      return ports.workItemViews.pageAcross([viewer], { ...across, person, withReporter: true });
    },
    listOrganizations: async () => ports.organizationViews.page(await principal(), PAGE),
    getOrganization: async () => ports.organizationViews.one(await principal(), viewer),
    listOrganizationUsers: () => ports.organizationUserViews.page(viewer, { ...PAGE, q: undefined }),
    listOrganizationWorkItems: () => ports.workItemViews.pageAcross([viewer], across),
    listMyWork: () =>
      ports.workItemViews.pageAcross([viewer], { ...across, person: { userId: scope.actorId, as: ['assigned'] } }),
    listProjects: () => ports.projectViews.page(viewer, { ...PAGE, archived: false }),
    getProject: () => ports.projectViews.one(scope),
    listProjectSprints: () => ports.sprintViews.page(scope, PAGE),
    getProjectSprint: () => ports.sprintViews.one(scope, sprintId),
    listProjectSprintTransitions: () => ports.sprintViews.standing(scope, sprintId),
    listProjectLabels: () => ports.labelViews.page(scope, PAGE),
    listWorkItems: () => ports.workItemViews.page(scope, across),
    getWorkItem: (time) => ports.workItemViews.at(scope, time + 1),
    listWorkItemTransitions: (time) => ports.workItemViews.at(scope, time + 1),
    listWorkItemLinks: (time) => ports.linkViews.page(viewer, itemAt(time), PAGE),
    getWorkItemWatcher: (time) => ports.watcherViews.own(scope, itemAt(time)),
    listWorkItemActivity: (time) => ports.activityViews.ofWorkItem(viewer, scope, itemAt(time), activity),
    listProjectActivity: () => ports.activityViews.ofProject(viewer, scope, activity),
    listWorkItemComments: (time) => ports.commentViews.page(scope, itemAt(time), PAGE),
    listWorkItemAttachments: (time) => ports.attachmentViews.page(scope, itemAt(time), PAGE),
    getProjectSprintReport: () =>
      getSprintReport({ feed: ports.sprintReportFeed, cursors: ports.cursors, zones }, scope, sprintId, PAGE),
    getProjectReport: () =>
      getWholeReport(
        { feeds: ports.projectReportFeeds, references: ports.filterReferences, zones },
        viewer,
        scope,
        'epic-progress',
        named,
      ),
    searchOrganizationWorkItemsWithSqueakQL: () => query('status != done'),
    validateSqueakQL: () => Promise.resolve(readSqueakQL('status != done', 'query')),
  };
}

function mutationsOfWorkItems(ports: DatabasePorts, { scope, itemAt, labelId }: Stage) {
  const organization: OrganizationScope = { ...scope, role: 'owner', onlyProjects: undefined } as never;
  const run = async <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> => {
    let result: Result | undefined;
    await mutate(ports.unitOfWork, scope, async (tx) => {
      result = await work(tx);
    });
    return result as Result;
  };
  const workItemId = itemAt(19);
  const target = { workItemId, expected: '*' } as const;
  const change = { references: {}, namesStatus: false } as const;
  const comment = (body: string) =>
    run((tx) => createComment(tx, scope, { workItemId, body, parentCommentId: null })).then(({ id }) => id);
  const link = (time: number) => {
    const other = { kind: 'id', id: itemAt(100 + time) } as const;
    return run((tx) => createLink(tx, organization, { workItemId, relation: 'blocks', target: other }));
  };
  const file = { fileName: 'a.txt', contentType: 'text/plain', size: 1, sha256: 'a'.repeat(64), quotaBytes: 10 ** 9 };
  const attach = (name: string) => {
    const blobName = `blob-${name}-${Math.random()}`;
    return run((tx) => createAttachment(tx, scope, { ...file, workItemId, blobName } as never));
  };
  const attached = () => run((tx) => attachLabel(tx, scope, { ...target, label: { id: labelId } }));
  const detached = () => run((tx) => detachLabel(tx, scope, { ...target, labelId }));
  const bulk = (operations: readonly CheckedOperation[]) => run((tx) => runBulk(tx, organization, operations));
  const numbers = [30, 31, 32];
  const bulkTarget = (number: number) => ({
    projectKey: scope.projectKey,
    workItemKey: WorkItemKey.parse(`${scope.projectKey}-${number}`) as never,
    expected: '*' as const,
  });
  const status = (time: number) => (time % 2 === 0 ? 'done' : 'todo');
  return {
    bulkCreateWorkItems: () => bulk(numbers.map(() => bulkCreation(scope.projectKey, CONTENT))),
    bulkUpdateWorkItems: (time: number) =>
      bulk(numbers.map((number) => bulkUpdate(bulkTarget(number), { ...change, changes: { title: `Title ${time}` } }))),
    bulkTransitionWorkItems: (time: number) =>
      bulk(numbers.map((number) => bulkTransition(bulkTarget(number), status(time)))),
    updateWorkItemWatcher: (time: number) =>
      run((tx) => updateWatcher(tx, scope, { workItemId, action: time % 2 ? 'watch' : 'unwatch' })),
    createWorkItem: () => run((tx) => createWorkItem(tx, scope, CONTENT)),
    updateWorkItem: async (time: number) => {
      for (const changes of [
        { title: `Title ${time}` },
        { priority: time % 2 ? 'high' : 'low' },
        { storyPoints: time + 1 },
      ] as const) {
        await run((tx) => updateWorkItem(tx, scope, { ...target, ...change, changes }));
      }
      const references = { parent: { kind: 'id', id: itemAt(30) } } as const;
      const moved = {
        workItemId: itemAt(300 + time),
        expected: '*',
        changes: {},
        references,
        namesStatus: false,
      } as const;
      await run((tx) => updateWorkItem(tx, scope, moved));
    },
    deleteWorkItem: (time: number) =>
      run((tx) => deleteWorkItem(tx, scope, { workItemId: itemAt(200 + time), expected: '*', cascade: false })),
    archiveWorkItem: (time: number) =>
      run((tx) => archiveWorkItem(tx, scope, { workItemId: itemAt(50 + time), expected: '*' })),
    unarchiveWorkItem: (time: number) =>
      run((tx) => unarchiveWorkItem(tx, scope, { workItemId: itemAt(50 + time), expected: '*' })),
    transitionWorkItem: (time: number) =>
      run((tx) => transitionWorkItem(tx, scope, { ...target, targetStatus: status(time) })),
    createWorkItemLink: (time: number) => link(time),
    deleteWorkItemLink: async (time: number) => {
      const { id: linkId } = await link(20 + time);
      const otherWorkItemId = itemAt(120 + time);
      return run((tx) => deleteLink(tx, organization, { workItemId, linkId, otherWorkItemId }));
    },
    createWorkItemLabelAssignment: () => attached().then(detached),
    deleteWorkItemLabelAssignment: () => attached().then(detached),
    createWorkItemComment: async () => {
      const parentCommentId = await comment('Why?');
      return run((tx) => createComment(tx, scope, { workItemId, body: 'So, @ada.', parentCommentId }));
    },
    updateWorkItemComment: async () => {
      const commentId = await comment('Why?');
      return run((tx) => editComment(tx, scope, { workItemId, commentId, body: 'Because of @ada' }));
    },
    deleteWorkItemComment: async () => {
      const commentId = await comment('Why?');
      return run((tx) => deleteComment(tx, scope, { workItemId, commentId }));
    },
    createWorkItemAttachment: () => attach('kept'),
    downloadWorkItemAttachment: async () => {
      const { id } = await attach('read');
      return ports.attachmentViews.content(scope, workItemId, id);
    },
    deleteWorkItemAttachment: async () => {
      const { id: attachmentId } = await attach('deleted');
      return run((tx) => deleteAttachment(tx, scope, { workItemId, attachmentId }));
    },
  };
}

function otherMutations(ports: DatabasePorts, { scope }: Stage) {
  const organization: OrganizationScope = { ...scope, role: 'owner', onlyProjects: undefined } as never;
  const run = (work: (tx: Transaction) => Promise<unknown>) => mutate(ports.unitOfWork, scope, work);
  const sprint = async (name: string) => {
    let sprintId: SprintId | undefined;
    const plan = { name, startDate: null, endDate: null, goal: null, targetPoints: null };
    await run(async (tx) => {
      sprintId = (await createSprint(tx, scope, plan)).id;
    });
    return invariant(sprintId, 'No Sprint was created.');
  };
  return {
    createProject: (time: number) => {
      const website = { name: `Website ${time}`, key: undefined, description: null, color: BLUE };
      return run((tx) => createProject(tx, organization, website));
    },
    updateProject: (time: number) =>
      run((tx) => updateProject(tx, scope, { expected: '*', changes: { name: `Project ${time}` } })),
    archiveProject: async () => {
      await run((tx) => archiveProject(tx, scope, '*'));
      await run((tx) => unarchiveProject(tx, scope, '*'));
    },
    unarchiveProject: () => run((tx) => unarchiveProject(tx, scope, '*')),
    createProjectSprint: (time: number) => sprint(`Sprint ${time}`),
    transitionProjectSprint: async (time: number) => {
      const sprintId = await sprint(`Moved ${time}`);
      for (const targetState of ['active', 'done'] as const) {
        const transition = { sprintId, expected: '*', targetState, completion: { mode: 'backlog' } } as const;
        await run((tx) => transitionSprint(tx, scope, transition));
      }
    },
    createProjectLabel: (time: number) =>
      run((tx) =>
        createLabel(tx, scope, {
          name: invariant(LabelName.parse(`kept ${time}`), 'It is no label name.'),
          color: BLUE,
        }),
      ),
  };
}
