import { seedDemo } from '@worktrack/demo';
import { ScratchDatabase } from '../../../test/scratch-database.js';

/** `TEST_DEEP` asks for the size that takes minutes. */
const { size, items } =
  process.env.TEST_DEEP === undefined
    ? ({ size: 'small', items: 300 } as const)
    : ({ size: 'medium', items: 5_000 } as const);
if (size === 'medium') jest.setTimeout(300_000);

interface RecordedEvent {
  readonly item: string;
  readonly revision: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly detail: any;
}

/** State of a Work Item, derived from its history. */
interface Standing {
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly priority: string;
  readonly assignee: string | null;
  readonly sprint: string | null;
  readonly parent: string | null;
  readonly storyPoints: number | null;
  readonly dueDate: string | null;
  readonly archived: boolean;
  readonly deleted: boolean;
  readonly labels: readonly string[];
  readonly doneAt: Date | null;
}

interface SprintRow {
  readonly id: string;
  readonly project: string;
  readonly state: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

/** The member that each kind of change sets. */
const VALUES: Readonly<Record<string, keyof Standing>> = {
  title_changed: 'title',
  type_changed: 'type',
  status_changed: 'status',
  priority_changed: 'priority',
  assigned: 'assignee',
  sprint_changed: 'sprint',
  parent_changed: 'parent',
  story_points_changed: 'storyPoints',
  due_date_changed: 'dueDate',
};

/** The legal moves of the contract (§2.4), written out. */
const MOVES = [
  'backlog todo',
  'backlog in_progress',
  'backlog done',
  'todo backlog',
  'todo in_progress',
  'todo done',
  'in_progress backlog',
  'in_progress todo',
  'in_progress in_review',
  'in_progress done',
  'in_review backlog',
  'in_review todo',
  'in_review in_progress',
  'in_review done',
  'done backlog',
  'done todo',
  'done in_progress',
];

const raisesRevision = ({ action }: RecordedEvent) => !/^(comment|link|attachment)_/.test(action);

function after(before: Standing | undefined, { action, detail, at }: RecordedEvent): Standing | undefined {
  if (action === 'created') {
    const { initial } = detail;
    const doneAt = initial.status === 'done' ? at : null;
    return { ...initial, archived: false, deleted: false, labels: [], doneAt };
  }
  if (!before) return undefined;
  const value = VALUES[action];
  const labels = before.labels.filter((label) => label !== detail?.label);
  switch (action) {
    case 'archived':
    case 'unarchived':
      return { ...before, archived: action === 'archived' };
    case 'work_item_deleted':
      return { ...before, deleted: true };
    case 'label_added':
      return { ...before, labels: [...labels, detail.label] };
    case 'label_removed':
      return { ...before, labels };
    case 'status_changed':
      return { ...before, status: detail.to, doneAt: detail.to === 'done' ? at : null };
    default:
      return value ? { ...before, [value]: detail.to } : before;
  }
}

/** State of an item before an instant, from its history. */
const before = (past: readonly RecordedEvent[], instant: Date) => stand(past.filter(({ at }) => at < instant));

const stand = (past: readonly RecordedEvent[]) => past.reduce<Standing | undefined>(after, undefined);

describe('The demo, derived again from its history', () => {
  let database: ScratchDatabase;
  /** The history of each Work Item, in its order. */
  const pasts = new Map<string, RecordedEvent[]>();
  let sprints: readonly SprintRow[];
  const sprintOf = (id: unknown) => sprints.find((sprint) => sprint.id === id)!;

  beforeAll(async () => {
    database = await ScratchDatabase.create();
    const { adapters, close } = await database.adapters();
    await seedDemo(adapters.administration, size, () => undefined);
    await close();
    const recorded = await database.rows<RecordedEvent>(
      `select work_item_id as item, revision, at, actor_id as actor, action, detail from work_item_history order by sequence`,
    );
    for (const one of recorded) pasts.set(one.item, [...(pasts.get(one.item) ?? []), one]);
    sprints = await database.rows<SprintRow>(
      `select id, project_id as project, state, created_at as "createdAt", started_at as "startedAt", completed_at as "completedAt"
       from sprints order by project_id, started_at`,
    );
  });
  afterAll(() => database.drop());

  it('leads to the present values of every Work Item', async () => {
    const present = await database.rows<Record<string, any>>(
      `select id, revision, created_at, updated_at, title, type, status, priority, assignee_id as assignee, sprint_id as sprint,
         parent_id as parent, story_points as "storyPoints", due_date as "dueDate", archived_at is not null as archived,
         deleted_at is not null as deleted, reporter_id, coalesce(greatest(archived_at, deleted_at), updated_at) as away,
         array(select label_id::text from work_item_labels where work_item_id = item.id order by 1) as labels
       from work_items item`,
    );
    expect(present).toHaveLength(items);
    for (const { id, revision, created_at, updated_at, reporter_id, away, dueDate, ...values } of present) {
      const past = pasts.get(id)!;
      const { doneAt, labels, ...recorded } = stand(past)!;
      expect(doneAt !== null).toBe(recorded.status === 'done');
      expect({ ...values, dueDate: dueDate?.toISOString() ?? null }).toEqual({
        ...recorded,
        labels: [...labels].sort(),
      });
      const raising = past.filter(raisesRevision);
      expect({ revision, created_at, updated_at, reporter_id }).toEqual({
        revision: new Set(raising.map((one) => one.revision)).size,
        created_at: past[0]!.at,
        updated_at: raising.at(-1)!.at,
        reporter_id: past[0]!.actor,
      });
      expect(away.getTime()).toBeLessThanOrEqual(updated_at.getTime());
    }
  });

  it('does nothing that would be refused', async () => {
    const owners = await database.rows<{ id: string }>(`select user_id as id from memberships where role = 'owner'`);
    const linkable = ['link_added', 'link_removed', 'unarchived'];
    for (const past of pasts.values()) {
      for (const [index, { action, detail, at, actor }] of past.entries()) {
        const then = stand(past.slice(0, index));
        expect(then?.deleted ?? false).toBe(false);
        if (then?.archived) expect(linkable).toContain(action);
        if (action === 'status_changed') expect(MOVES).toContain(`${detail.from} ${detail.to}`);
        if (action === 'work_item_deleted') expect(owners).toContainEqual({ id: actor });
        const parent = action === 'created' ? detail.initial.parent : action === 'parent_changed' && detail.to;
        if (parent) expect(before(pasts.get(parent)!, at)).toMatchObject({ archived: false, deleted: false });
        const sprint = action === 'created' ? detail.initial.sprint : action === 'sprint_changed' && detail.to;
        if (!sprint) continue;
        const { createdAt, completedAt } = sprintOf(sprint);
        expect(at > createdAt && (completedAt === null || at < completedAt)).toBe(true);
      }
    }
    // No live item is below a deleted one, and no item is below itself.
    const standing = new Map([...pasts].map(([id, past]) => [id, stand(past)!]));
    for (const [id, { parent, deleted }] of standing) {
      if (!deleted && parent) expect(standing.get(parent)!.deleted).toBe(false);
      const above = new Set([id]);
      for (let next = parent; next; next = standing.get(next)!.parent) {
        expect(above).not.toContain(next);
        above.add(next);
      }
    }
  });

  it('has Sprints one after the other, one of them active in each Project', () => {
    for (const project of new Set(sprints.map((sprint) => sprint.project))) {
      const own = sprints.filter((sprint) => sprint.project === project);
      expect(own.filter(({ state }) => state === 'active')).toHaveLength(1);
      let end = new Date(0);
      for (const { state, createdAt, startedAt, completedAt } of own) {
        expect([startedAt !== null, completedAt !== null]).toEqual([state !== 'future', state === 'done']);
        if (!startedAt) continue;
        expect(createdAt < startedAt && end < startedAt && (!completedAt || startedAt < completedAt)).toBe(true);
        end = completedAt ?? new Date(8.64e15);
      }
    }
  });

  it('is in Sprints at their start and end as their baselines and outcomes say', async () => {
    const frozen = await database.rows<{ sprint: string; item: string }>(
      `select sprint_id as sprint, work_item_id as item, 'start' as boundary, at, status, story_points as points,
         null as title, null as "doneAt", null as key
       from sprint_commitments
       union all
       select sprint_id, work_item_id, 'end', at, status, story_points, title, done_at, project_key || '-' || number
       from sprint_outcomes
       order by boundary, sprint, item`,
    );
    const keys = new Map(
      (
        await database.rows<{ id: string; key: string }>(
          `select id, project_key || '-' || number as key from work_items`,
        )
      ).map(({ id, key }) => [id, key]),
    );
    const inOrder = <Row extends { sprint: string; item: string }>(rows: Row[]) =>
      rows.sort((one, other) => (one.sprint + one.item < other.sprint + other.item ? -1 : 1));
    const at = (boundary: 'start' | 'end', instant: Date | null, id: string) =>
      [...pasts].flatMap(([item, past]) => {
        const then = instant ? before(past, instant) : undefined;
        if (then?.sprint !== id || then.deleted) return [];
        const { status, storyPoints: points, title, doneAt } = then;
        const more =
          boundary === 'end' ? { title, doneAt, key: keys.get(item) } : { title: null, doneAt: null, key: null };
        return [{ sprint: id, item, boundary, at: instant, status, points, ...more }];
      });
    const starts = sprints.flatMap(({ id, startedAt }) => at('start', startedAt, id));
    const ends = sprints.flatMap(({ id, completedAt }) => at('end', completedAt, id));
    expect(starts.length).toBeGreaterThan(100);
    expect(frozen).toEqual([...inOrder(ends), ...inOrder(starts)]);
    // Items that were not done at the end of their Sprint left it with the completion.
    for (const { id, completedAt } of sprints) {
      for (const past of pasts.values()) {
        const then = completedAt && before(past, completedAt);
        if (!then || then.deleted || then.sprint !== id || then.status === 'done') continue;
        const left = past.find((one) => one.action === 'sprint_changed' && one.at.getTime() === completedAt.getTime());
        expect(left).toBeDefined();
      }
    }
  });

  it('has entries for the existing comments and links', async () => {
    const recorded = [...pasts.values()].flat();
    const ofComments = new Map<string, RecordedEvent[]>();
    for (const one of recorded) {
      const id = one.action.startsWith('comment_') ? one.detail.comment : undefined;
      if (id !== undefined) ofComments.set(id, [...(ofComments.get(id) ?? []), one]);
    }
    const comments = await database.rows<Record<string, any>>(
      `select comment.*, parent.created_at as parent_at, parent.deleted_at as parent_gone
       from comments comment left join comments parent on parent.id = comment.parent_comment_id`,
    );
    for (const { id, work_item_id: item, author_id: actor, ...comment } of comments) {
      const own = (ofComments.get(id) ?? []).map((one) => [one.item, one.action, one.at, one.actor]);
      const edited = comment.edited_at ? [[item, 'comment_edited', comment.edited_at, actor]] : [];
      const deleted = comment.deleted_at ? [[item, 'comment_deleted', comment.deleted_at, actor]] : [];
      const posted = comment.parent_comment_id ? 'comment_replied' : 'comment_added';
      expect(own).toEqual([[item, posted, comment.created_at, actor], ...edited, ...deleted]);
      if (comment.parent_at) expect(comment.created_at > comment.parent_at).toBe(true);
      if (comment.parent_gone) expect(comment.deleted_at < comment.parent_gone).toBe(true);
    }
    expect(recorded.filter(({ action }) => action.startsWith('comment_'))).toHaveLength(
      comments.reduce((sum, { edited_at, deleted_at }) => sum + 1 + Number(!!edited_at) + Number(!!deleted_at), 0),
    );
    const links = await database.rows<Record<string, any>>(`select * from work_item_links`);
    const expected = links.flatMap(
      ({ relation, source_id: source, target_id: target, created_at: made, deleted_at: gone }) =>
        [['link_added', made] as const, ['link_removed', gone] as const].flatMap(([action, at]) =>
          at === null
            ? []
            : [
                { action, at, item: source, detail: { relation, otherWorkItem: target } },
                {
                  action,
                  at,
                  item: target,
                  detail: { relation: relation === 'blocks' ? 'blocked_by' : relation, otherWorkItem: source },
                },
              ],
        ),
    );
    const linked = recorded.filter(({ action }) => action.startsWith('link_'));
    expect(linked).toHaveLength(expected.length);
    expect(linked).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))));
  });
});
