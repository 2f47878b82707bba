import { randomUUID } from 'node:crypto';
import { readSqueakQL, type ProjectScope, type ReportFilter, type ReportPopulation } from '@worktrack/application';
import {
  Calendar,
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TYPES,
  distribution,
  distributionFrom,
  epicProgress,
  epicProgressFrom,
  type DistributionGroup,
  type ItemHistory,
  type LabelId,
  type OrganizationId,
  type SprintId,
  type UserId,
  type WorkItemId,
  type WorkItemPriority,
  type WorkItemStatus,
  type WorkItemType,
} from '@worktrack/domain';
import { randomNumbers, seed } from '../../test/random-numbers.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { readDistribution } from './distribution.js';
import { readEpicProgress, readShownEpics } from './epic-progress.js';

jest.setTimeout(600_000);

const PROJECTS = process.env.TEST_DEEP === undefined ? 40 : 200;
const NOW = Date.parse('2026-03-31T12:00:00Z');
const DAY = 86_400_000;

/** A Work Item as the test remembers it. */
interface Remembered {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly status: WorkItemStatus;
  readonly type: WorkItemType;
  readonly priority: WorkItemPriority;
  readonly storyPoints: number | null;
  readonly assigneeId: UserId | null;
  readonly sprintId: SprintId | null;
  readonly parentId: string | null;
  readonly labels: readonly LabelId[];
  readonly dueDate: number | null;
  readonly createdAt: number;
  readonly archived: boolean;
  readonly deleted: boolean;
}

/** A user or a label. */
interface Named<Id> {
  readonly id: Id;
  readonly key: string;
  readonly name: string;
}

describe(`Reports of what is there now against what follows from histories (SEED=${seed})`, () => {
  const random = randomNumbers(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const anyOf = <Value>(values: readonly Value[]): Value => values[upTo(values.length)]!;
  const maybe = <Value>(chance: number, value: () => Value): Value | null => (random() < chance ? value() : null);

  let database: TestDatabase;
  let world: World;
  let reader: Awaited<ReturnType<TestDatabase['open']>>['connections'];
  let organization: OrganizationId;
  const projects: Given[] = [];
  let people: readonly Named<UserId>[];

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    reader = (await database.open()).connections;
    const ids = await Promise.all(
      ['Zoe', 'ada', 'Ada', 'Ada', '\u{1f600}', '\uffee'].map((name) => world.user({ name })),
    );
    people = await database.sql<Named<UserId>>(
      'select id, public_id as key, name from users where id = any($1::uuid[])',
      [ids],
    );
    organization = await world.organization();
    // A removed account does not count as a user.
    await database.sql(`update users set removed_at = now(), email = null where name = 'Zoe'`);
    for (let project = 0; project < PROJECTS; project += 1) projects.push(await given());
  });

  afterAll(() => database.drop());

  const keep = async (scope: ProjectScope, items: readonly Remembered[]) => {
    const instant = (time: number | null) => (time === null ? null : new Date(time).toISOString());
    const rows = items.map((item) => ({
      ...item,
      created_at: instant(item.createdAt),
      due_date: instant(item.dueDate),
      archived_at: item.archived ? instant(NOW) : null,
      deleted_at: item.deleted ? instant(NOW) : null,
    }));
    const attached = items.flatMap(({ id, labels }) => labels.map((label) => ({ item: id, label })));
    // Use one statement, because each opens a new connection.
    await database.sql(
      `with made as (
         insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
           assignee_id, sprint_id, parent_id, story_points, due_date, archived_at, deleted_at, created_at, updated_at)
         select $1, id, $2, $3, number, 1, title, type, status, priority, "assigneeId", "sprintId", "parentId", "storyPoints",
           due_date, archived_at, deleted_at, created_at, created_at
         from jsonb_to_recordset($4::jsonb) as item (id uuid, number bigint, title text, type text, status text, priority text,
           "assigneeId" uuid, "sprintId" uuid, "parentId" uuid, "storyPoints" integer, due_date timestamptz,
           archived_at timestamptz, deleted_at timestamptz, created_at timestamptz)
         returning organization_id, id, project_id, created_at
       ), flow as (
         insert into item_flow (organization_id, work_item_id, project_id, created_at, since)
         select organization_id, id, project_id, created_at, created_at from made
       ), attached as (
         insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
         select $1, $2, item, label from jsonb_to_recordset($5::jsonb) as attached (item uuid, label uuid)
       )
       update project_counters set last_number = $6 where organization_id = $1 and project_id = $2`,
      [
        ...[scope.organizationId, scope.projectId, scope.projectKey],
        ...[JSON.stringify(rows), JSON.stringify(attached), items.length],
      ],
    );
  };

  const given = async () => {
    const scope = await world.project(organization, people[0]!.id);
    const sprintId = await world.sprint(scope);
    const labels = Array.from({ length: upTo(4) + (random() < 0.1 ? 60 : 0) }, (_, index) => {
      const id = randomUUID() as string;
      return { id: id as LabelId, key: id, name: `label ${index}` };
    });
    await database.sql(
      `insert into labels (organization_id, id, project_id, name, folded_name, color, created_at)
       select $1, id, $2, name, name, '#112233', now() from jsonb_to_recordset($3::jsonb) as label (id uuid, name text)`,
      [scope.organizationId, scope.projectId, JSON.stringify(labels)],
    );
    const items: Remembered[] = [];
    const count = upTo(40);
    for (let number = 1; number <= count; number += 1) {
      items.push({
        id: randomUUID(),
        number,
        title: `${anyOf(['Alpha', 'alpha', 'Beta'])} ${upTo(3)}`,
        status: anyOf(WORK_ITEM_STATUSES),
        type: anyOf(WORK_ITEM_TYPES),
        priority: anyOf(WORK_ITEM_PRIORITIES),
        storyPoints: maybe(0.7, () => upTo(9)),
        assigneeId: maybe(0.7, () => anyOf(people).id),
        sprintId: maybe(0.3, () => sprintId),
        parentId: items.length === 0 ? null : maybe(0.7, () => anyOf(items).id),
        labels: labels.filter(() => random() < 0.3).map(({ id }) => id),
        dueDate: maybe(0.5, () => NOW + upTo(5) * DAY),
        // Some are created after the instant of the report.
        createdAt: NOW - 10 * DAY + upTo(11) * DAY + 1,
        archived: random() < 0.15,
        deleted: random() < 0.1,
      });
    }
    await keep(scope, items);
    return { scope, sprintId, labels, items };
  };

  type Given = Awaited<ReturnType<typeof given>>;

  /** Picks random filters, each with the condition that its items meet. */
  const asked = ({ scope, sprintId, labels }: Given) => {
    const [status, type, priority] = [anyOf(WORK_ITEM_STATUSES), anyOf(WORK_ITEM_TYPES), anyOf(WORK_ITEM_PRIORITIES)];
    const person = maybe(0.7, () => anyOf(people).id);
    const label = labels.length > 0 ? maybe(0.7, () => anyOf(labels).id) : null;
    const filters: readonly [ReportFilter, (item: Remembered) => boolean][] = [
      [{ statuses: [status] }, (item) => item.status === status],
      [{ words: { type: [type] } }, (item) => item.type === type],
      [{ words: { priority: [priority] } }, (item) => item.priority === priority],
      [{ assigneeId: person }, (item) => item.assigneeId === person],
      [
        { labelIds: label && [label] },
        (item) => (label === null ? item.labels.length === 0 : item.labels.includes(label)),
      ],
    ];
    const chosen = filters.filter(() => random() < 0.15);
    const points = maybe(0.2, () => upTo(9));
    const inSprint = random() < 0.2;
    const population: ReportPopulation = {
      filter: {
        ...(Object.assign({}, ...chosen.map(([filter]) => filter)) as ReportFilter),
        words: Object.assign({}, ...chosen.map(([{ words }]) => words)) as NonNullable<ReportFilter['words']>,
      },
      query: points === null ? null : readSqueakQL(`points >= ${points}`, 'squeakql'),
      viewer: { actorId: scope.actorId, onlyProjects: undefined },
      sprintId: inSprint ? sprintId : null,
      generatedAt: new Date(NOW),
      calendar: Calendar.utc,
    };
    const counts = (item: Remembered) =>
      !item.archived &&
      !item.deleted &&
      item.createdAt <= NOW &&
      chosen.every(([, passes]) => passes(item)) &&
      (points === null || (item.storyPoints !== null && item.storyPoints >= points)) &&
      (!inSprint || item.sprintId === sprintId);
    return { population, counts };
  };

  /** The history that leads to what the test remembers. */
  const historyOf = ({ projectKey }: ProjectScope, item: Remembered): ItemHistory => {
    const { title, status, type, priority, storyPoints, assigneeId, sprintId, parentId, dueDate } = item;
    const at = new Date(item.createdAt);
    const initial = {
      ...{ title, status, type, priority, storyPoints, assignee: assigneeId, sprint: sprintId },
      ...{ parent: parentId as WorkItemId | null, dueDate: dueDate === null ? null : new Date(dueDate) },
    };
    return {
      record: { id: item.id as WorkItemId, projectKey, number: item.number },
      events: [
        { at, change: { action: 'created', initial } },
        ...item.labels.map((label) => ({ at, change: { action: 'label_added', label } as const })),
        ...(item.archived ? [{ at, change: { action: 'archived' } as const }] : []),
        ...(item.deleted ? [{ at, change: { action: 'work_item_deleted' } as const }] : []),
      ],
    };
  };

  const rowsOf = <Row>({ rows }: { rows: { length: number; at: (index: number) => Row } }) =>
    Array.from({ length: rows.length }, (_, index) => rows.at(index));

  it(`return how ${PROJECTS} Projects are distributed`, async () => {
    let total = 0;
    for (const made of projects) {
      const { population, counts } = asked(made);
      const groupBy = anyOf<DistributionGroup>(['status', 'type', 'priority', 'assignee', 'label']);
      const [scope, unit] = [anyOf(['open', 'all'] as const), anyOf(['count', 'points'] as const)];
      const request = { population, groupBy, onlyOpen: scope === 'open' };
      const report = distribution(await readDistribution(reader, made.scope, request), { groupBy, scope, unit });
      const known = [...people.filter(({ name }) => name !== 'Zoe'), ...made.labels];
      const facts = distributionFrom(
        made.items.filter(counts).map((item) => historyOf(made.scope, item)),
        {
          ...{ asOf: new Date(NOW), groupBy, scope },
          nameOf: (id) => known.flatMap((each) => (each.id === id ? { key: each.key, label: each.name } : []))[0],
        },
      );
      const own = distribution(facts, { groupBy, scope, unit });
      expect([rowsOf(report), report.figures]).toEqual([rowsOf(own), own.figures]);
      total += report.figures.total;
    }
    expect(total).toBeGreaterThan(PROJECTS);
  });

  it(`return the progress of the epics of ${PROJECTS} Projects`, async () => {
    let children = 0;
    for (const made of projects) {
      const narrowed = asked(made);
      const isFiltered = random() < 0.5;
      const unfiltered = { ...narrowed.population, filter: {}, query: null, sprintId: null };
      const population = isFiltered ? narrowed.population : unfiltered;
      const sort = anyOf(['name', 'progress', 'targetDate'] as const);
      const facts = await readEpicProgress(reader, made.scope, { population, sort });
      const shown = await readShownEpics(reader, made.scope, population, Array.from(facts.epics.numbers));
      const report = epicProgress(facts, { epicOf: (number) => shown.get(number) });
      // Every epic is listed. Filters narrow its children.
      const items = made.items.map((item) =>
        isFiltered && !narrowed.counts(item) ? { ...item, parentId: null } : item,
      );
      const own = epicProgressFrom(
        items.map((item) => historyOf(made.scope, item)),
        { asOf: new Date(NOW), sort },
      );
      const ownReport = epicProgress(own.facts, { epicOf: own.epicOf });
      expect([rowsOf(report), report.figures]).toEqual([rowsOf(ownReport), ownReport.figures]);
      children += report.figures.childCount;
    }
    expect(children).toBeGreaterThan(PROJECTS / 2);
  });

  it('read the newest items of a Project that has more than a report reads, and say so', async () => {
    const scope = await world.project(organization, people[0]!.id);
    const item = (number: number, facts: Partial<Remembered>): Remembered => ({
      id: randomUUID(),
      number,
      title: 'An item',
      status: 'todo',
      type: 'task',
      priority: 'low',
      storyPoints: number,
      assigneeId: null,
      sprintId: null,
      parentId: null,
      labels: [],
      dueDate: null,
      createdAt: NOW,
      archived: false,
      deleted: false,
      ...facts,
    });
    const epic = item(2, { type: 'epic' });
    await keep(scope, [item(1, { type: 'epic' }), epic, item(3, { parentId: epic.id }), item(4, { deleted: true })]);
    const population: ReportPopulation = {
      filter: {},
      query: null,
      sprintId: null,
      generatedAt: new Date(NOW),
      calendar: Calendar.utc,
      viewer: { actorId: scope.actorId, onlyProjects: undefined },
    };
    const asking = { population, groupBy: 'type', onlyOpen: true } as const;
    const progress = (items: number) =>
      readEpicProgress(reader, scope, { population, sort: 'name' }, { items, historyRows: 100 });
    const read = async (items: number) => ({
      total: (await readDistribution(reader, scope, asking, { items, historyRows: 100 })).total.itemCount,
      isCapped: (await readDistribution(reader, scope, asking, { items, historyRows: 100 })).capped,
      epics: (await progress(items)).epics.numbers.length,
      isProgressCapped: (await progress(items)).capped,
    });
    expect(await read(3)).toEqual({ total: 3, isCapped: false, epics: 2, isProgressCapped: false });
    expect(await read(2)).toEqual({ total: 2, isCapped: true, epics: 1, isProgressCapped: true });
  });
});
