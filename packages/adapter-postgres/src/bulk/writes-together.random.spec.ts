import {
  bulkCreation,
  bulkTransition,
  bulkUpdate,
  createWorkItem,
  refusal,
  refuse,
  runBulk,
  type CheckedOperation,
  type NamedReferences,
  type OrganizationScope,
  type ProjectScope,
} from '@worktrack/application';
import { WorkItemKey, type SprintId, type UserId, type WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { randomNumbers, seed } from '../../test/random-numbers.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

jest.setTimeout(300_000);

const ROUNDS = process.env.TEST_DEEP === undefined ? 16 : 40;
const KEYS = ['WEB', 'HAM'];
const STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done', 'nowhere'];
const PRIORITIES = ['low', 'medium', 'high'] as const;

/** Every table that a bulk request writes, in the order of its events or of its keys. */
const STORED = `select json_build_object(
  'items', (select json_agg(item order by project_key, number) from work_items item where organization_id = $1),
  'texts', (select json_agg(text.folded order by item.project_key, item.number)
    from work_item_texts text join work_items item on item.id = text.work_item_id where text.organization_id = $1),
  'history', (select json_agg(to_jsonb(past) - 'sequence' - 'transaction_id' - 'id' order by past.sequence)
    from work_item_history past where organization_id = $1),
  'byId', (select json_agg(past.work_item_id order by past.id) from work_item_history past where organization_id = $1),
  'spans', (select json_agg(span order by item.project_key, item.number, span.sequence)
    from status_spans span join work_items item on item.id = span.work_item_id where span.organization_id = $1),
  'flow', (select json_agg(flow order by item.project_key, item.number)
    from item_flow flow join work_items item on item.id = flow.work_item_id where flow.organization_id = $1),
  'entries', (select json_agg(to_jsonb(entry) - 'id' order by entry.at, item.project_key, item.number)
    from sprint_entries entry join work_items item on item.id = entry.work_item_id where entry.organization_id = $1),
  'exits', (select json_agg(to_jsonb(exit) - 'episode_id' order by exit.at, item.project_key, item.number)
    from sprint_exits exit join work_items item on item.id = exit.work_item_id where exit.organization_id = $1)
)::text as stored`;

/** An Organization with the same Projects, Sprints and Work Items as its twin. */
interface Twin {
  readonly scope: OrganizationScope;
  readonly ada: UserId;
  readonly projects: readonly ProjectScope[];
  readonly sprints: readonly SprintId[];
}

interface Item {
  readonly id: WorkItemId;
  readonly key: string;
}

describe(`Bulk requests whose writes are sent together (SEED=${seed})`, () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let world: World;
  const exchanges: (readonly string[])[] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
    ports = await database.ports({ observe: (names) => exchanges.push(names) });
    world = new World(database);
  });

  afterAll(() => database.drop());

  const twin = async (): Promise<Twin> => {
    const [organization, ada] = [await world.organization(), await world.user()];
    await world.member(organization, ada, 'owner');
    const projects: ProjectScope[] = [];
    for (const key of KEYS) projects.push(await world.project(organization, ada, key));
    const sprints: SprintId[] = [];
    for (const project of projects) sprints.push(await world.sprint(project));
    for (let n = 0; n < 8; n += 1) {
      await ports.unitOfWork.run((tx) => createWorkItem(tx, projects[n % 2]!, { ...CONTENT, title: `Item ${n}` }));
    }
    return { scope: world.scope(organization, ada), ada, projects, sprints };
  };

  const itemsOf = ({ scope: { organizationId } }: Twin) =>
    database.sql<Item>(
      `select id, project_key || '-' || number as key from work_items where organization_id = $1 order by project_key, number`,
      [organizationId],
    );

  const storedOf = async ({ scope: { organizationId } }: Twin): Promise<string> => {
    const [row] = await database.sql<{ stored: string }>(STORED, [organizationId]);
    return row!.stored;
  };

  /** Replaces ids, keys and instants by their ranks, so that texts of twins can be compared. */
  const comparable = (text: string, of: Twin, items: readonly Item[]): string[] => {
    const names = new Map<string, string>([
      [of.scope.organizationId, 'organization'],
      [of.ada, 'ada'],
      ...of.projects.map(({ projectId }, n) => [projectId, `project ${n}`] as const),
      ...of.sprints.map((id, n) => [id, `sprint ${n}`] as const),
      ...items.map(({ id }, n) => [id, `item ${n}`] as const),
    ]);
    const numbers = new Map(items.map(({ key }, n) => [key.toLowerCase(), n]));
    const instants = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g;
    const sorted = [...new Set((text.match(instants) ?? []).map((at) => Date.parse(at)))].sort((a, b) => a - b);
    const ranks = new Map(sorted.map((at, n) => [at, n]));
    return text
      .replace(instants, (at) => `instant ${String(ranks.get(Date.parse(at)))}`)
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? 'another id')
      .replace(/(?:web|ham)-\d+/gi, (key) => `key ${String(numbers.get(key.toLowerCase()))}`)
      .replace(/"number":\s?\d+/g, '"number"')
      .replace(/usr_[A-Za-z0-9_-]+/g, 'public id')
      .split('{');
  };

  /** Makes the operations of one request; equal random numbers make equal operations for both twins. */
  const operationsFor = (of: Twin, items: readonly Item[], random: () => number): CheckedOperation[] => {
    const upTo = (count: number) => Math.floor(random() * count);
    const one = <Value>(values: readonly Value[]): Value => values[upTo(values.length)]!;
    // A few items, so that one request often changes an item and its parent several times.
    const some = Array.from({ length: 3 + upTo(15) }, () => one(items));
    const references = (): NamedReferences => {
      switch (upTo(10)) {
        case 0:
          return { assignee: one([{ kind: 'id' as const, id: of.ada }, null]) };
        case 1:
        case 2:
          return { sprintId: one([...of.sprints, null]) };
        case 3:
          return { parent: one([{ kind: 'id' as const, id: one(some).id }, null]) };
        case 4:
          return { parent: { kind: 'id', id: one(items).id }, sprintId: one(of.sprints) };
        default:
          return {};
      }
    };
    const expected = () => one(['*', '*', '*', 1, 2, 3] as const);
    const operation = (): CheckedOperation => {
      const kind = upTo(12);
      const { projectKey } = one(of.projects);
      if (kind === 0) return { refusal: refusal('VALIDATION_ERROR', 'Shape.') };
      if (kind === 1)
        return bulkUpdate(
          { projectKey, workItemKey: undefined, expected: '*' },
          { changes: {}, references: {}, namesStatus: false },
        );
      if (kind <= 3) {
        const storyPoints = one([null, 3]);
        return bulkCreation(projectKey, { ...CONTENT, title: `New ${upTo(9)}`, storyPoints, references: references() });
      }
      const workItemKey = WorkItemKey.parse(one(some).key);
      const target = { projectKey: workItemKey!.projectKey, workItemKey, expected: expected() };
      if (kind <= 6) return bulkTransition(target, one(STATUSES));
      const changes = one([
        { title: `Title ${upTo(3)}` },
        { description: one([null, 'Words']) },
        { priority: one(PRIORITIES) },
        { storyPoints: one([null, 1, 5]) },
        {},
      ]);
      return bulkUpdate(target, { changes, references: references(), namesStatus: upTo(20) === 0 });
    };
    const perhapsOdd = (checked: CheckedOperation): CheckedOperation => {
      const [reads, isRefused] = [upTo(12) === 0, upTo(12) === 0];
      if ('refusal' in checked) return checked;
      const perform: typeof checked.perform = async (tx, scope, target) => {
        const id = await checked.perform(tx, scope, target);
        if (reads) await tx.workItemViews.publicOne(scope, id);
        return isRefused ? refuse('CONFLICT', 'After its work.') : id;
      };
      return { ...checked, perform };
    };
    return Array.from({ length: 1 + upTo(25) }, () => perhapsOdd(operation()));
  };

  const run = async (of: Twin, operations: readonly CheckedOperation[], apart: boolean): Promise<string> => {
    let refuses = apart;
    const render = (outcome: object): string => {
      // A refused outcome makes the whole request begin again with each operation apart.
      if (refuses && 'workItem' in outcome) {
        refuses = false;
        throw refusal('CONFLICT');
      }
      return JSON.stringify(outcome);
    };
    exchanges.length = 0;
    const outcomes = await ports.unitOfWork.run((tx) => runBulk(tx, of.scope, operations, render));
    return JSON.stringify(outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : outcome.workItem)));
  };

  it('answer and leave behind exactly what requests with each operation apart do', async () => {
    const [together, apart] = [await twin(), await twin()];
    let combined = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const texts: string[][][] = [];
      for (const each of [together, apart]) {
        const items = await itemsOf(each);
        const operations = operationsFor(each, items, randomNumbers(seed + round));
        const outcomes = await run(each, operations, each === apart);
        if (each === together) combined += exchanges.flat().filter((name) => name.endsWith('-many')).length;
        const after = await itemsOf(each);
        texts.push([comparable(outcomes, each, after), comparable(await storedOf(each), each, after)]);
      }
      const [one, other] = texts;
      expect({ round, texts: one }).toEqual({ round, texts: other });
    }
    expect(combined).toBeGreaterThan(ROUNDS / 4);
  });
});
