import { randomUUID } from 'node:crypto';
import { deleteWorkItem, transitionSprint, type ProjectScope } from '@worktrack/application';
import type { SprintId, WorkItemId } from '@worktrack/domain';
import { randomNumbers, seed } from '../../test/random-numbers.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

jest.setTimeout(300_000);

const STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done'];
const ROUNDS = 6;

/** The stored rows of a Project's items, as text that can be compared. */
interface Stored {
  readonly items: readonly ItemRow[];
  readonly history: readonly HistoryRow[];
  readonly entries: readonly Record<string, unknown>[];
  readonly exits: readonly Record<string, unknown>[];
  readonly others: unknown;
}

interface ItemRow {
  readonly id: string;
  readonly revision: number;
  readonly status: string;
  readonly story_points: number | null;
  readonly sprint_id: string | null;
  readonly parent_id: string | null;
  readonly archived_at: string | null;
  readonly deleted_at: string | null;
  readonly updated_at: string;
}

interface HistoryRow {
  readonly id: string;
  readonly sequence: number;
  readonly work_item_id: string;
  readonly revision: number;
  readonly at: string;
  readonly actor_id: string;
  readonly action: string;
  readonly detail: unknown;
}

/** Returns the instant at the beginning of a UUIDv7. */
const instantOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);

describe(`One change of many Work Items (SEED=${seed})`, () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let world: World;

  beforeAll(async () => {
    database = await TestDatabase.create();
    ports = await database.ports();
    world = new World(database);
  });

  afterAll(() => database.drop());

  /** Creates items with a past: in a Sprint or removed from it, archived, deleted, with and without an entry in the ledger. */
  const fill = async (scope: ProjectScope, sprint: SprintId, count: number, random: () => number) => {
    const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!;
    const ids: WorkItemId[] = [];
    const rows = Array.from({ length: count }, (_, index) => {
      const id = randomUUID() as string as WorkItemId;
      const isIn = random() < 0.8;
      const row = {
        id,
        number: index + 1,
        revision: 1 + Math.floor(random() * 4),
        status: pick(STATUSES),
        story_points: pick([null, 0, 3, 8]),
        sprint_id: isIn ? sprint : null,
        // Parents are among the first ten items, which have no parent themselves: the tree has two levels.
        parent_id: index > 10 && random() < 0.7 ? ids[index % 10] : null,
        archived: random() < 0.1,
        deleted: index > 10 && random() < 0.1,
        hasEntry: random() < 0.95,
        hadEarlierEpisode: random() < 0.3,
      };
      ids.push(id);
      return row;
    });
    const { organizationId, projectId, projectKey } = scope;
    const all = JSON.stringify(rows);
    const of = `from jsonb_to_recordset($3::jsonb) as row (id uuid, number bigint, revision integer, status text,
      story_points integer, sprint_id uuid, parent_id uuid, archived boolean, deleted boolean, "hasEntry" boolean,
      "hadEarlierEpisode" boolean)`;
    await database.sql(
      `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
         sprint_id, parent_id, story_points, archived_at, deleted_at, created_at, updated_at)
       select $1, row.id, $2, $4, row.number, row.revision, 'Item ' || row.number, 'task', row.status, 'medium', row.sprint_id,
         row.parent_id, row.story_points, case when archived then timestamptz '2026-02-01Z' end,
         case when deleted then timestamptz '2026-02-02Z' end, '2026-01-01Z', '2026-02-03Z' ${of}`,
      [organizationId, projectId, all, projectKey],
    );
    await database.sql(
      `insert into work_item_texts (organization_id, project_id, work_item_id, folded)
       select $1, $2, row.id, 'item ' || row.number ${of}`,
      [organizationId, projectId, all],
    );
    const enter = (condition: string, at: string) =>
      database.sql<{ id: string; item: string }>(
        `insert into sprint_entries (organization_id, id, project_id, sprint_id, work_item_id, at, reason, status)
         select $1, gen_random_uuid(), $2, $4, row.id, $5, 'update', 'todo' ${of} where ${condition}
         returning id, work_item_id as item`,
        [organizationId, projectId, all, sprint, at],
      );
    const early = await enter('"hadEarlierEpisode" or sprint_id is null', '2026-01-05Z');
    await database.sql(
      `insert into sprint_exits (organization_id, episode_id, project_id, sprint_id, work_item_id, at, reason, status)
       select organization_id, id, project_id, sprint_id, work_item_id, '2026-01-06Z', 'update', 'todo'
       from sprint_entries where id = any($1::uuid[])`,
      [early.map(({ id }) => id)],
    );
    await enter('sprint_id is not null and "hasEntry"', '2026-01-07Z');
    return ids;
  };

  const stored = async ({ projectId }: ProjectScope): Promise<Stored> => {
    const rows = async (text: string) =>
      (
        await database.sql<{ row: any }>(`select to_jsonb(recorded) as row from (${text}) as recorded`, [projectId])
      ).map(({ row }) => row);
    return {
      items: await rows('select * from work_items where project_id = $1 order by id'),
      history: await rows('select * from work_item_history where project_id = $1 order by sequence'),
      entries: await rows('select * from sprint_entries where project_id = $1 order by id'),
      exits: await rows('select * from sprint_exits where project_id = $1 order by episode_id'),
      others: {
        texts: await rows('select * from work_item_texts where project_id = $1 order by work_item_id'),
        spans: await rows('select * from status_spans where project_id = $1 order by work_item_id, sequence'),
        flow: await rows('select * from item_flow where project_id = $1 order by work_item_id'),
      },
    };
  };

  /** Checks the stored rows after the change: computes them from the rows before, item by item, in plain code. */
  const expectChanged = (
    before: Stored,
    after: Stored,
    isChanged: (item: ItemRow) => boolean,
    {
      actor,
      action,
      detail,
      changes,
      first,
    }: {
      readonly actor: string;
      readonly action: string;
      readonly detail: object | null;
      readonly changes: (at: string) => Partial<ItemRow>;
      /** The id of the item that is recorded before all others. */
      readonly first?: string;
    },
  ) => {
    const changed = before.items.filter(isChanged);
    const ids = new Set(changed.map(({ id }) => id));
    const at = after.items.find(({ id }) => ids.has(id))?.updated_at ?? '';
    expect(after.items).toEqual(
      before.items.map((item) =>
        ids.has(item.id)
          ? { ...item, ...generatedOf(after, item), revision: item.revision + 1, updated_at: at, ...changes(at) }
          : item,
      ),
    );
    // Each item has one event, in id order, with increasing identifiers that contain the instant.
    const events = after.history.slice(before.history.length);
    const order = [...changed].sort(byId).sort((a, b) => Number(b.id === first) - Number(a.id === first));
    expect(after.history.slice(0, before.history.length)).toEqual(before.history);
    expect(
      events.map((event) => [event.work_item_id, event.revision, event.at, event.actor_id, event.action, event.detail]),
    ).toEqual(order.map(({ id, revision }) => [id, revision + 1, at, actor, action, detail]));
    const identifiers = events.map(({ id }) => id);
    expect(identifiers).toEqual([...new Set(identifiers)].sort());
    for (const id of identifiers) {
      expect(instantOf(id)).toBe(Date.parse(at));
      expect(id).toMatch(/^.{8}-.{4}-7.{3}-[89ab].{3}-.{12}$/);
    }
    expect(after.others).toEqual(before.others);
    return { changed, at };
  };

  /** Returns the generated columns, which the database computes from others. */
  const generatedOf = (after: Stored, { id }: ItemRow) => {
    const now = after.items.find((item) => item.id === id) as Record<string, unknown> | undefined;
    return { due_order: now?.due_order, priority_order: now?.priority_order, status_order: now?.status_order };
  };

  /** Checks that each open episode of the items in `left` ended, with the values of its item, and that no other episode did. */
  const expectLeft = (before: Stored, after: Stored, left: readonly ItemRow[], exit: Record<string, unknown>) => {
    const ended = new Set(before.exits.map(({ episode_id }) => episode_id));
    const expected = left.flatMap(({ id, sprint_id, status, story_points }) =>
      before.entries
        .filter((entry) => entry.work_item_id === id && entry.sprint_id === sprint_id && !ended.has(entry.id))
        .map((entry) => ({
          ...{ organization_id: entry.organization_id, project_id: entry.project_id, episode_id: entry.id },
          ...{ sprint_id, work_item_id: id, status, story_points, ...exit },
        })),
    );
    const known = new Set(before.exits.map(({ episode_id }) => episode_id));
    const made = after.exits.filter(({ episode_id }) => !known.has(episode_id));
    const order = (a: Record<string, unknown>, b: Record<string, unknown>) =>
      String(a.episode_id) < String(b.episode_id) ? -1 : 1;
    expect(made.sort(order)).toEqual(expected.sort(order));
  };

  it.each(Array.from({ length: ROUNDS }, (_, round) => [round]))(
    'carries over what a loop over the items would, round %i',
    async (round) => {
      const random = randomNumbers(seed + round);
      const scope = await world.project(await world.organization(), await world.user());
      const sprint = await world.sprint(scope, 'Ends', 'active');
      await database.sql(`update sprints set started_at = '2026-01-08Z', revision = revision + 1 where id = $1`, [
        sprint,
      ]);
      const target = round % 2 === 0 ? null : await world.sprint(scope, 'Next');
      await fill(scope, sprint, 20 + Math.floor(random() * 200), random);
      const before = await stored(scope);
      await ports.unitOfWork.run((tx) =>
        transitionSprint(tx, scope, {
          sprintId: sprint,
          expected: '*',
          targetState: 'done',
          completion: target === null ? { mode: 'backlog' } : { mode: 'sprint', targetSprintId: target },
        }),
      );
      const after = await stored(scope);
      const isUnfinished = (item: ItemRow) =>
        item.sprint_id === sprint && item.deleted_at === null && item.status !== 'done';
      const { changed, at } = expectChanged(before, after, isUnfinished, {
        actor: scope.actorId,
        action: 'sprint_changed',
        detail: { from: sprint, to: target },
        changes: () => ({ sprint_id: target }),
      });
      expect(changed.length).toBeGreaterThan(0);
      expectLeft(before, after, changed, { at, reason: 'completion', destination_id: target });
      const known = new Set(before.entries.map(({ id }) => id));
      const entered = after.entries.filter(({ id }) => !known.has(id));
      expect(
        entered
          .map(({ sprint_id, work_item_id, at: entry, reason, status, story_points }) => ({
            sprint_id,
            work_item_id,
            entry,
            reason,
            status,
            story_points,
          }))
          .sort((a, b) => (String(a.work_item_id) < String(b.work_item_id) ? -1 : 1)),
      ).toEqual(
        (target === null ? [] : changed).map(({ id, status, story_points }) => ({
          ...{ sprint_id: target, work_item_id: id, entry: at, reason: 'completion', status, story_points },
        })),
      );
    },
  );

  it.each(Array.from({ length: ROUNDS }, (_, round) => [round]))(
    'deletes what a loop over the tree would, round %i',
    async (round) => {
      const random = randomNumbers(seed + 100 + round);
      const scope = await world.project(await world.organization(), await world.user());
      const sprint = await world.sprint(scope, 'Under way', 'active');
      const ids = await fill(scope, sprint, 20 + Math.floor(random() * 200), random);
      // Make a tree of three levels: the second item becomes a child of the first one and gets a third of its children.
      await database.sql(
        `update work_items set parent_id = $2, revision = revision + 1
         where project_id = $1 and parent_id = $3 and id <> $2 and number % 3 = 0`,
        [scope.projectId, ids[1], ids[0]],
      );
      await database.sql(
        'update work_items set parent_id = $2, archived_at = null, revision = revision + 1 where id = $1',
        [ids[1], ids[0]],
      );
      await database.sql('update work_items set archived_at = null, revision = revision + 1 where id = $1', [ids[0]]);
      const top = ids[0]!;
      const before = await stored(scope);
      const below = new Set<string>([top]);
      for (let size = 0; size !== below.size;) {
        size = below.size;
        for (const { id, parent_id, deleted_at } of before.items) {
          if (deleted_at === null && parent_id !== null && below.has(parent_id)) below.add(id);
        }
      }
      const gone = await ports.unitOfWork.run((tx) =>
        deleteWorkItem(tx, scope, { workItemId: top, expected: '*', cascade: true }),
      );
      expect(gone.descendants).toBe(below.size - 1);
      const after = await stored(scope);
      const { changed, at } = expectChanged(before, after, ({ id }) => below.has(id), {
        actor: scope.actorId,
        action: 'work_item_deleted',
        detail: null,
        changes: (instant) => ({ deleted_at: instant }),
        first: top,
      });
      expectLeft(before, after, changed, { at, reason: 'deletion', destination_id: null });
      expect(after.entries).toEqual(before.entries);
    },
  );
});
