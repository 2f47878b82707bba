import {
  Access,
  archiveProject,
  attachLabel,
  createComment,
  createLabel,
  createLink,
  createProject,
  createSprint,
  createWorkItem,
  deleteComment,
  deleteLink,
  deleteWorkItem,
  detachLabel,
  editComment,
  getWholeReport,
  readSqueakQL,
  transitionSprint,
  transitionWorkItem,
  updateWorkItem,
  type IdempotencyKey,
  type ProjectScope,
  type Right,
  type Transaction,
} from '@worktrack/application';
import { Calendar, Color, LabelName, type CommentId, type LinkId, type WorkItemId } from '@worktrack/domain';
import { CONTENT, EVERY_ITEM } from '../test/content.js';
import { mutate as mutateWith, newKey } from '../test/mutate.js';
import { RuntimeTimeZones } from '../test/runtime-time-zones.js';
import { TestDatabase } from '../test/test-database.js';
import { World } from '../test/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

/** Fixes the number of round trips to the database of each operation: a change that adds one must change this test, and justify it. */
describe('Round trips with the database', () => {
  let database: TestDatabase;
  let ports: Ports;
  let scope: ProjectScope;
  let token: string;
  let itemId: WorkItemId;
  const exchanges: (readonly string[])[] = [];
  let titles = 0;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    const ada = await world.user();
    const acme = await world.organization();
    await world.member(acme, ada, 'owner');
    scope = await world.project(acme, ada, 'WEB');
    token = await world.token(ada, [{ organization: acme }]);
    // The pool has one connection: an operation that needed a second one would fail.
    ports = await database.ports({ poolMax: 1, observe: (names) => exchanges.push(names) });
    itemId = (await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT))).id;
  });

  afterAll(() => database.drop());

  const counted = async (work: () => Promise<unknown>) => {
    exchanges.length = 0;
    await work();
    // Few replies count their usage, by chance; the statement is never alone in its round trip.
    return exchanges.map((names) => names.filter((name) => name !== 'idempotency.count').join(' + '));
  };

  const mutate = (work: (tx: Transaction) => Promise<unknown>, key: IdempotencyKey | null = newKey(), right?: Right) =>
    mutateWith(ports.unitOfWork, scope, work, { key, ...(right && { right }) });

  it('are one to authenticate, one to look up a path, one to get and one to list', async () => {
    expect(await counted(() => ports.authenticator.authenticate(token))).toEqual(['principal.of-token']);
    expect(await counted(() => ports.authenticator.authenticate(token))).toEqual([]);
    const named = { projectKey: scope.projectKey, workItemNumber: 1 };
    expect(await counted(() => ports.pathResources.find({ ...scope, onlyProjects: undefined }, named))).toEqual([
      'path-resources.find',
    ]);
    expect(await counted(() => ports.workItemViews.at(scope, 1))).toEqual(['work-item-view.at']);
    expect(
      await counted(() => ports.workItemViews.page(scope, { ...EVERY_ITEM, limit: 50, cursor: undefined })),
    ).toEqual([expect.stringMatching(/^work-item-view\.page\./)]);
  });

  it('are one to search, and another for the time where the query asks for it on its first page', async () => {
    const find = (text: string, cursor?: string) =>
      ports.workItemViews.search(Access.onBehalfOf(scope.organizationId, scope.actorId, 'owner'), {
        query: readSqueakQL(text, 'query'),
        calendar: Calendar.utc,
        archivedToo: false,
        bound: text,
        limit: 1,
        cursor,
      });
    await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT));
    expect(await counted(() => find('status != done'))).toEqual(['squeakql.search']);
    expect(await counted(() => find('updated > -1h'))).toEqual(['squeakql.now', 'squeakql.search']);
    const { nextCursor } = (await find('updated > -1h')).page;
    expect(await counted(() => find('updated > -1h', nextCursor ?? ''))).toEqual(['squeakql.search']);
  });

  it('are six to read all rows of a report for an export, however many there are', async () => {
    const { projectReportFeeds: feeds, filterReferences: references } = ports;
    const viewer = {
      ...Access.onBehalfOf(scope.organizationId, scope.actorId, 'owner'),
      role: 'owner',
      onlyProjects: undefined,
    } as const;
    const filter = { q: undefined, status: undefined, type: undefined, priority: undefined, assignee: undefined };
    const query = {
      ...filter,
      label: undefined,
      squeakql: undefined,
      sort: 'name',
      limit: 1,
      cursor: undefined,
    } as const;
    let rows = 0;
    const read = async () => {
      const whole = await getWholeReport(
        { feeds, references, zones: new RuntimeTimeZones() },
        viewer,
        scope,
        'epic-progress',
        query,
      );
      rows = whole.rows.length;
    };
    const createEpic = () => ports.unitOfWork.run((tx) => createWorkItem(tx, scope, { ...CONTENT, type: 'epic' }));
    await createEpic();
    const exchanges = await counted(read);
    expect(rows).toBe(1);
    for (let made = 1; made < 30; made += 1) await createEpic();
    expect(await counted(read)).toEqual(exchanges);
    expect(rows).toBe(30);
    expect(exchanges).toEqual([
      'snapshot.begin + organization.restrict + report.now',
      'snapshot.end',
      'snapshot.begin + organization.restrict + report.last-number',
      'report.epic-progress',
      'report.shown-epics',
      'snapshot.end',
    ]);
  });

  it('are two to update or move a Work Item', async () => {
    const update = (tx: Transaction) =>
      updateWorkItem(tx, scope, {
        workItemId: itemId,
        expected: '*',
        changes: { title: `Title ${(titles += 1)}` },
        references: {},
        namesStatus: false,
      });
    const move = (tx: Transaction) =>
      transitionWorkItem(tx, scope, { workItemId: itemId, expected: '*', targetStatus: 'done' });
    const estimate = (tx: Transaction) =>
      updateWorkItem(tx, scope, {
        workItemId: itemId,
        expected: '*',
        changes: { storyPoints: 5 },
        references: {},
        namesStatus: false,
      });
    for (const [work, written] of [
      [update, '.title_changed + work-item-texts.write + work-item-history.record-one'],
      [move, '.status_changed + work-item-history.record-one + status-spans.add + item-flow.move-on'],
      [estimate, '.story_points_changed + work-item-history.record-one + status-spans.add'],
    ] as const) {
      expect(await counted(() => mutate(work))).toEqual([
        'begin + organization.restrict + idempotency.lock + idempotency.find-none + work-item.find + work-item-view.names',
        `work_items.update-or-fail${written} + audit-log.record + idempotency.complete + change-queue.tell + commit`,
      ]);
    }
    expect(await counted(() => mutate(update, null))).toEqual([
      'begin + organization.restrict + work-item.find + work-item-view.names',
      'work_items.update-or-fail.title_changed + work-item-texts.write + work-item-history.record-one + audit-log.record + change-queue.tell + commit',
    ]);
  });

  it('are one more where the right was looked up more than a second ago', async () => {
    const renewed: unknown[] = [];
    const right: Right = { isStale: () => true, renew: (principal) => renewed.push(principal) };
    const rename = (tx: Transaction) =>
      updateWorkItem(tx, scope, {
        workItemId: itemId,
        expected: '*',
        changes: { title: `Title ${(titles += 1)}` },
        references: {},
        namesStatus: false,
      });
    expect((await counted(() => mutate(rename, newKey(), right))).slice(0, 2)).toEqual([
      'begin + organization.restrict + principal.of-credential-id',
      'idempotency.lock + idempotency.find-none + work-item.find + work-item-view.names',
    ]);
    expect((await counted(() => mutate(rename, null, right))).slice(0, 2)).toEqual([
      'begin + organization.restrict + principal.of-credential-id',
      'work-item.find + work-item-view.names',
    ]);
    // The token of these requests belongs to no user.
    expect(renewed).toEqual([undefined, undefined]);
  });

  it('are three to comment and to take a comment back, four to reply and to edit', async () => {
    let id = '' as CommentId;
    const create = async (tx: Transaction, parentCommentId: CommentId | null = null) => {
      const made = await createComment(tx, scope, { workItemId: itemId, body: 'Why?', parentCommentId });
      id = made.id;
    };
    expect(await counted(() => mutate(create))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + work-item.find + instant.of-item',
      'comments.add + work-item-history.record-one + comment-view.one',
      'audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
    expect(await counted(() => mutate((tx) => create(tx, id)))).toHaveLength(4);
    const edit = (tx: Transaction) => editComment(tx, scope, { workItemId: itemId, commentId: id, body: 'Because' });
    expect(await counted(() => mutate(edit))).toHaveLength(4);
    const remove = (tx: Transaction) => deleteComment(tx, scope, { workItemId: itemId, commentId: id });
    expect(await counted(() => mutate(remove))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + work-item.find + instant.of-item',
      'comments.find',
      'comments.save + work-item-history.record-one + audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
  });

  it('are five to link two Work Items, and three to take them apart', async () => {
    const organization = Access.onBehalfOf(scope.organizationId, scope.actorId, 'owner');
    const { id: otherWorkItemId } = await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT));
    let linkId = '' as LinkId;
    const link = async (tx: Transaction) => {
      const target = { kind: 'id', id: otherWorkItemId } as const;
      linkId = (await createLink(tx, organization, { workItemId: itemId, relation: 'blocks', target })).id;
    };
    expect(await counted(() => mutate(link))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + work-item.resolve-id-across',
      'work-item.find-two-across + instant.of-items',
      'links.between',
      'links.add + work-item-history.record-one + work-item-history.record-one + link-view.one',
      'audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
    const unlink = (tx: Transaction) => deleteLink(tx, organization, { workItemId: itemId, linkId, otherWorkItemId });
    expect(await counted(() => mutate(unlink))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + work-item.find-two-across + instant.of-items',
      'links.find',
      'links.delete + work-item-history.record-one + work-item-history.record-one + audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
  });

  it('are four to attach or detach a label', async () => {
    const labelId = await new World(database).label(scope, 'bug');
    const target = { workItemId: itemId, expected: '*' } as const;
    expect(await counted(() => mutate((tx) => attachLabel(tx, scope, { ...target, label: { id: labelId } })))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + work-item.find + instant.of-item',
      'label.find',
      'work_items.update-or-fail + work-item-labels.attach + work-item-history.record-one + work-item-view.one',
      'audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
    expect(await counted(() => mutate((tx) => detachLabel(tx, scope, { ...target, labelId })))).toHaveLength(4);
  });

  it('are three to create a label', async () => {
    const bug = { name: LabelName.parse('round trip')!, color: Color.default };
    expect(await counted(() => mutate((tx) => createLabel(tx, scope, bug)))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + label.hold-project + label.count + instant',
      'labels.insert + label-view.one',
      'audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
  });

  it('are four to create a Work Item, and one more for each reference', async () => {
    const create = (tx: Transaction) => createWorkItem(tx, scope, CONTENT);
    expect(await counted(() => mutate(create))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + project.find-to-add-to',
      'project-counter.take',
      'work_items.insert + work-item-texts.write + work-item-history.record-one + status-spans.begin + item-flow.begin + ' +
        'work-item-view.one',
      'audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
    const assigned = (tx: Transaction) =>
      createWorkItem(tx, scope, { ...CONTENT, references: { assignee: { kind: 'id', id: scope.actorId } } });
    expect(await counted(() => mutate(assigned))).toHaveLength(5);
  });

  it('are one more to put a Work Item under another, and to ask what is below one that is deleted', async () => {
    const parent = { kind: 'key', projectKey: scope.projectKey, number: 1 } as const;
    const create = (tx: Transaction) => createWorkItem(tx, scope, CONTENT);
    const { id: workItemId } = await ports.unitOfWork.run(create);
    const move = (tx: Transaction) =>
      updateWorkItem(tx, scope, {
        workItemId,
        expected: '*',
        changes: {},
        references: { parent },
        namesStatus: false,
      });
    expect(await counted(() => mutate(move))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + work-item-tree.hold + work-item-tree.find-parent-by-number',
      'work-item.find-many + instant.of-items',
      'work_items.update-or-fail + work-item-history.record-one + work-item-view.one',
      'audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
    const remove = (tx: Transaction) => deleteWorkItem(tx, scope, { workItemId, expected: '*', cascade: false });
    expect(await counted(() => mutate(remove))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + work-item-tree.hold + work-item-tree.has-descendants',
      'work-item.find + instant.of-item',
      'work_items.update-or-fail + work-item-history.record-one + audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
  });

  it('are four to create a Sprint, six to start one and seven to complete it with up to 500 items', async () => {
    const plan = { name: 'Sprint 1', startDate: null, endDate: null, goal: null, targetPoints: null };
    expect(await counted(() => mutate((tx) => createSprint(tx, scope, plan)))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + project.find-to-add-to',
      'instant',
      'sprints.insert + sprint.fold-name + sprint-view.one',
      'audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
    const sprintId = await new World(database).sprint(scope);
    const intoIt = { ...CONTENT, references: { sprintId } };
    for (let items = 0; items < 3; items += 1) await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, intoIt));
    const move = (targetState: 'active' | 'done') =>
      counted(() =>
        mutate((tx) =>
          transitionSprint(tx, scope, { sprintId, expected: '*', targetState, completion: { mode: 'backlog' } }),
        ),
      );
    expect(await move('active')).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + sprint.find',
      'work-item-sets.plan + work-item-sets.discard-plans + sprint.lock-items',
      'instant.with-set.sprint',
      'sprint.find-active',
      'sprints.update + sprint-ledger.commit + sprint-view.one',
      'audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
    expect(await move('done')).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + sprint.find',
      'work-item-sets.plan + work-item-sets.discard-plans + sprint.lock-items',
      'instant.with-set.sprint',
      // Two round trips read the facts of the summary, which the domain computes: one for the items, and one for each 500 items.
      'sprints.update + sprint-ledger.conclude + sprint-ledger.conclude-departed + sprint-report.items + sprint-report.gaps',
      'sprint-report.entries + sprint-report.exits + sprint-report.commitments + sprint-report.outcomes',
      'sprint-summary.insert + work-item-history.record-many.unfinished + sprint-ledger.leave-many.unfinished + change-queue.tell-many.unfinished + ' +
        'sprint.carry-over + sprint-view.one',
      'audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
  });

  it('are three to create or change a Project', async () => {
    const website = { name: 'Website', key: undefined, description: null, color: Color.default };
    const organization = { ...scope, role: 'owner', onlyProjects: undefined } as const;
    expect(await counted(() => mutate((tx) => createProject(tx, organization, website)))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + project.lock-keys + project.taken-keys + instant',
      'projects.insert + project-counter.insert + project-view.one',
      'audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
    expect(await counted(() => mutate((tx) => archiveProject(tx, scope, '*')))).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + project.find + instant',
      'projects.update + project-view.one',
      'audit-log.record + idempotency.complete + change-queue.tell + commit',
    ]);
  });

  it('are two to refuse, the rollback included, and four to replay', async () => {
    const refused = (tx: Transaction) =>
      transitionWorkItem(tx, scope, { workItemId: itemId, expected: 999, targetStatus: 'todo' });
    expect(await counted(() => mutate(refused, null).catch(() => undefined))).toEqual([
      'begin + organization.restrict + work-item.find + work-item-view.names',
      'rollback',
    ]);
    const key = newKey();
    const request = () => mutate((tx) => tx.workItemViews.one(scope, itemId), key);
    await request();
    // The first statement travels with a claim that fails, and has no effect.
    expect(await counted(request)).toEqual([
      'begin + organization.restrict + idempotency.lock + idempotency.find-none + work-item-view.one',
      'rollback',
      'begin + organization.restrict + idempotency.find',
      'commit',
    ]);
  });
});
