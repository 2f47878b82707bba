import type { ProjectScope, ReportFilter, ReportPopulation } from '@worktrack/application';
import { Calendar, type DistributionGroup, type LabelId, type SprintId, type UserId } from '@worktrack/domain';
import { fill } from '../../test/many-work-items.js';
import { Explaining } from '../../test/plan.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { readDistribution } from './distribution.js';
import { readEpicProgress } from './epic-progress.js';

const ITEMS = 2_000;
/** The other Project has this many times as many items. */
const TIMES = 10;
/** Number of all label assignments. */
const LABELS = 2 * (1 + TIMES) * ITEMS;
/** Tables with the rows of all Organizations. */
const BIG = ['work_items', 'work_item_labels', 'work_item_texts'];

describe(`Plans of reports of what is there now, ${ITEMS} Work Items beside ${TIMES * ITEMS}`, () => {
  let database: TestDatabase;
  let scope: ProjectScope;
  let reader: Explaining;
  let ada: UserId;
  let sprintId: SprintId;
  let labelId: LabelId;
  const recorded: string[] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    ada = await world.user();
    const organizationId = await world.organization();
    scope = await world.project(organizationId, ada, 'WEB');
    const beside = await world.project(organizationId, ada, 'APP');
    sprintId = await world.sprint(scope);
    const labelsOf = async (project: ProjectScope) => {
      const labelIds: LabelId[] = [];
      for (let n = 0; n < 25; n += 1) labelIds.push(await world.label(project, `label ${n}`));
      return labelIds;
    };
    const labelIds = await labelsOf(scope);
    labelId = labelIds[0]!;
    await fill(database, scope, { items: ITEMS, ada, sprintId, labelIds });
    await fill(database, beside, { items: TIMES * ITEMS, ada, sprintId: null, labelIds: await labelsOf(beside) });
    await database.sql(`update work_items set type = 'epic' where number % 100 = 1`);
    await database.sql('vacuum analyze');
    reader = new Explaining((await database.open()).connections, database);
  }, 300_000);

  afterAll(async () => {
    console.log(recorded.join('\n'));
    await database.drop();
  });

  const populationOf = (filter: ReportFilter = {}, inSprint = false): ReportPopulation => ({
    ...{
      filter,
      query: null,
      sprintId: inSprint ? sprintId : null,
      generatedAt: new Date('2100-01-01T00:00:00Z'),
      calendar: Calendar.utc,
    },
    viewer: { actorId: scope.actorId, onlyProjects: undefined },
  });

  const planOf = async (what: string, mayScan: readonly string[] = []) => {
    const [plan] = await reader.plans();
    recorded.push(`${what}: ${plan!.buffers} buffers, ${plan!.rowsOf('work_items')} items`);
    expect(plan!.sequentialScans.filter((table) => BIG.includes(table) && !mayScan.includes(table))).toEqual([]);
    return plan!;
  };

  it.each<DistributionGroup>(['status', 'type', 'priority', 'assignee', 'label'])(
    'a distribution by %s reads each item of its Project once, by label twice, and none of another',
    async (groupBy) => {
      await readDistribution(reader, scope, { population: populationOf(), groupBy, onlyOpen: false });
      const plan = await planOf(`distribution by ${groupBy}`, groupBy === 'label' ? ['work_item_labels'] : []);
      // The total by label is read from the small index of statuses.
      expect(plan.rowsOf('work_items')).toBeLessThanOrEqual(groupBy === 'label' ? 2 * ITEMS : ITEMS);
      if (groupBy === 'status') expect(plan.indexes).toContain('live_work_items_by_status');
      // Each item has two labels, and a second query checks whether it has any. The planner may scan all labels for either of these,
      // because ten times as many rows in sequence cost about the same.
      expect(plan.rowsOf('work_item_labels')).toBeLessThanOrEqual(groupBy === 'label' ? 2 * LABELS : 0);
    },
  );

  const filters: [string, () => ReportPopulation, number][] = [
    ['a Sprint', () => populationOf({}, true), ITEMS / 2],
    ['a label', () => populationOf({ labelIds: [labelId] }), ITEMS],
    ['no label', () => populationOf({ labelIds: null }), ITEMS],
    ['somebody', () => populationOf({ assigneeId: ada }), ITEMS],
    ['a rare word', () => populationOf({ text: 'number 123' }), ITEMS],
  ];

  it.each(filters)('a distribution of %s reads no more than its Project', async (name, population, most) => {
    await readDistribution(reader, scope, { population: population(), groupBy: 'status', onlyOpen: true });
    const plan = await planOf(`distribution of ${name}`, name === 'no label' ? ['work_item_labels'] : []);
    expect(plan.rowsOf('work_items')).toBeLessThanOrEqual(most);
  });

  it('the progress of epics reads the epics from an index of their own, and each child once', async () => {
    await readEpicProgress(reader, scope, { population: populationOf(), sort: 'progress' });
    const plan = await planOf('epic progress');
    expect(plan.indexes).toContain('live_epics_by_id');
    expect(plan.rowsOf('work_items')).toBeLessThanOrEqual(1.01 * ITEMS);
  });
});
