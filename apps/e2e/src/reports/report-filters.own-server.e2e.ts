import type { Answer, Caller } from '../kit/client.js';
import { givenLabel } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { TestTime } from '../kit/test-time.js';
import { Story } from './story.js';

const TYPES = [
  'velocity',
  'cumulative-flow',
  'control-chart',
  'ageing-wip',
  'created-vs-resolved',
  'distribution',
  'epic-progress',
] as const;
type Type = (typeof TYPES)[number];
type ReportParameters = Readonly<Record<string, string>>;

let time: TestTime;
let owner: Caller;

beforeAll(async () => {
  time = await TestTime.start('report-filters');
  owner = time.world.owner;
}, 120_000);

afterAll(() => time.stop());

/** For each report, parameters that give more than one row, and its first figure that shows how many items it counted. */
const ASKED: Readonly<
  Record<Type, { readonly parameters: ReportParameters; readonly count: (report: any) => unknown }>
> = {
  velocity: { parameters: {}, count: ({ items }) => items.at(-1).committed },
  'cumulative-flow': { parameters: { range: '2' }, count: ({ items }) => items.at(-1).total },
  'control-chart': {
    parameters: { range: '3', measure: 'lead' },
    count: ({ controlChart }) => controlChart.sampleCount,
  },
  'ageing-wip': { parameters: {}, count: ({ ageingWip }) => ageingWip.total },
  'created-vs-resolved': { parameters: { range: '3' }, count: ({ createdVsResolved }) => createdVsResolved.created },
  distribution: { parameters: { scope: 'all' }, count: ({ distribution }) => distribution.total },
  'epic-progress': { parameters: {}, count: ({ epicProgress }) => epicProgress.childCount },
};

describe('A filter', () => {
  let story: Story;

  /**
   * A Launch, a bug of 5 points, high, of the owner, web, finished in the Sprint. A sail, of 3 points, nobody's, carried over. A
   * Voyage, an epic, with two children: a Leak, a bug of 2 points, low, in work, of the member, web; a Rope, of 1 point, of the
   * owner, finished outside.
   */
  beforeAll(async () => {
    story = await Story.begin(time);
    const [me, them] = [time.world.user('owner').id, time.world.user('member').id];
    const sprintId = await story.sprint();
    const launch = { title: 'Launch', type: 'bug', priority: 'high', assigneeId: me };
    await story.item({ ...launch, storyPoints: 5, sprintId });
    await story.item({ title: 'Sail', description: 'before the LAUNCH', storyPoints: 3, sprintId });
    await story.item({ title: 'Voyage', type: 'epic' });
    const parentId = `${story.key}-3`;
    const leak = { title: 'Leak', type: 'bug', priority: 'low', status: 'in_progress', assigneeId: them };
    await story.item({ ...leak, storyPoints: 2, parentId });
    await story.item({ title: 'Rope', storyPoints: 1, assigneeId: me, parentId });
    await givenLabel(owner, story.project, 'web');
    for (const number of [1, 4]) await story.labels(number, 'web');
    await story.starts(sprintId);
    await time.at('2026-03-02T00:00:00Z');
    for (const number of [1, 5]) await story.moves(number, 'done');
    await story.completes(sprintId);
    await time.at('2026-03-03T00:00:00Z');
  });

  const counts = async (filters: ReportParameters): Promise<unknown[]> => {
    const counted = [];
    for (const type of TYPES) {
      const { parameters, count } = ASKED[type];
      counted.push(count(await story.report(type, { ...parameters, ...filters })));
    }
    return counted;
  };

  // Points committed; items in the flow, finished, ageing, created, distributed; children of the epic.
  it.each<[what: string, filters: ReportParameters, counts: number[]]>([
    ['none', {}, [8, 5, 2, 1, 5, 5, 2]],
    ['q, in a title or a description, in any case', { q: ' launch ' }, [8, 2, 1, 0, 2, 2, 0]],
    ['q, literally', { q: 'l_unch' }, [0, 0, 0, 0, 0, 0, 0]],
    ['status', { status: 'in_progress' }, [0, 1, 0, 1, 1, 1, 1]],
    ['another status, which ages then', { status: 'todo' }, [3, 2, 0, 2, 2, 2, 0]],
    ['type', { type: 'bug' }, [5, 2, 1, 1, 2, 2, 1]],
    ['priority', { priority: 'high' }, [5, 1, 1, 0, 1, 1, 0]],
    ['assignee, who asks', { assignee: 'me' }, [5, 2, 2, 0, 2, 2, 1]],
    ['assignee, nobody', { assignee: 'none' }, [3, 2, 0, 0, 2, 2, 0]],
    ['label', { label: 'WEB' }, [5, 2, 1, 1, 2, 2, 1]],
    ['no label', { label: 'none' }, [3, 3, 1, 0, 3, 3, 1]],
    ['a label that nobody knows', { label: 'tent' }, [0, 0, 0, 0, 0, 0, 0]],
    ['squeakql', { squeakql: 'type = bug' }, [5, 2, 1, 1, 2, 2, 1]],
    ['squeakql that denies', { squeakql: 'points >= 2 AND NOT status = done' }, [3, 2, 0, 1, 2, 2, 1]],
    ['squeakql that finds nothing', { squeakql: 'assignee = nobody' }, [0, 0, 0, 0, 0, 0, 0]],
    ['squeakql and a simple filter', { squeakql: 'type = bug', priority: 'high' }, [5, 1, 1, 0, 1, 1, 0]],
    ['squeakql and q', { squeakql: 'type = bug', q: 'leak' }, [0, 1, 0, 1, 1, 1, 1]],
  ])('narrows each of the seven reports, and all must hold: %s', async (_, filters, expected) => {
    expect(await counts(filters)).toEqual(expected);
  });

  it('q finds a key', async () => {
    expect(await counts({ q: `${story.key.toLowerCase()}-4` })).toEqual([0, 1, 0, 1, 1, 1, 1]);
  });

  it('all of them must hold', async () => {
    const assignee = time.world.user('member').publicId;
    const all = { q: 'leak', status: 'in_progress', type: 'bug', priority: 'low', assignee, label: 'web' };
    expect(await counts({ ...all, squeakql: 'points = 2' })).toEqual([0, 1, 0, 1, 1, 1, 1]);
    expect(await counts({ ...all, squeakql: 'points = 3' })).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('Now, in a query of a report,', () => {
  it('is generatedAt, on every page of it', async () => {
    const story = await Story.begin(time);
    await story.item({ dueDate: '2026-03-05T12:00:00Z' });
    const late = async (cursor: ReportParameters = {}): Promise<any> => {
      const squeakql = 'overdue = TRUE AND due < now() AND due < 0m';
      return story.report('distribution', { squeakql, limit: 1, ...cursor });
    };
    await time.at('2026-03-05T12:00:00Z');
    const first = await late();
    expect(first).toMatchObject({ generatedAt: '2026-03-05T12:00:00.000Z', distribution: { total: 0 } });
    await time.at('2026-03-05T12:00:00.001Z');
    expect((await late()).distribution.total).toBe(1);
    expect((await late({ cursor: first.page.nextCursor as string })).distribution.total).toBe(0);
  });
});

describe('The cursor of each report', () => {
  let story: Story;

  /** Two of everything there are rows of. */
  beforeAll(async () => {
    story = await Story.begin(time);
    for (let sprint = 0; sprint < 2; sprint += 1) await finishSprint();
    for (let count = 0; count < 2; count += 1) {
      await story.item({ type: 'epic' });
      await story.item({ status: 'in_progress' });
    }
    await givenLabel(owner, story.project, 'web');
    await time.at('2026-03-02T00:00:00Z');
  });

  const finishSprint = async (): Promise<void> => {
    const sprintId = await story.sprint();
    const number = await story.item({ sprintId, storyPoints: 3 });
    await story.starts(sprintId);
    await story.moves(number, 'in_progress', 'done');
    await story.completes(sprintId);
  };

  const pages = new Map<Type, any>();
  const first = async (type: Type): Promise<any> => {
    const known = pages.get(type) ?? (await story.report(type, { ...ASKED[type].parameters, limit: 1 }));
    pages.set(type, known);
    return known;
  };
  const next = async (type: Type, parameters: ReportParameters): Promise<Answer> => {
    const { page } = await first(type);
    return owner.get(story.target(type, { ...parameters, cursor: page.nextCursor }));
  };

  const EVERY: readonly ReportParameters[] = [
    ...[{ q: 'item' }, { status: 'todo' }, { type: 'bug' }, { priority: 'high' }, { assignee: 'me' }, { label: 'web' }],
    { squeakql: 'type = bug' },
  ];
  const OWN: Readonly<Record<Type, readonly ReportParameters[]>> = {
    velocity: [{ range: '5' }, { unit: 'items' }, { window: '2' }],
    'cumulative-flow': [{ range: '3' }, { unit: 'points' }, { timeZone: 'Asia/Tokyo' }],
    'control-chart': [
      ...[{ range: '4' }, { measure: 'cycle' }, { cycleStartStatus: 'todo' }, { window: '5' }],
      { timeZone: 'Asia/Tokyo' },
    ],
    'ageing-wip': [{ buckets: '3,7' }, { sort: 'workItem' }],
    'created-vs-resolved': [{ range: '4' }, { interval: 'week' }, { timeZone: 'Asia/Tokyo' }],
    distribution: [{ groupBy: 'type' }, { scope: 'open' }, { unit: 'points' }],
    'epic-progress': [{ sort: 'progress' }],
  };

  it.each(TYPES)('%s: is bound to every parameter but limit', async (type) => {
    const { parameters } = ASKED[type];
    for (const other of [...EVERY, ...OWN[type]]) {
      expectRefusal(await next(type, { ...parameters, ...other }), 'INVALID_CURSOR');
    }
    expect((await next(type, { ...parameters, limit: '100' })).status).toBe(200);
  });

  it.each(TYPES)('%s: is bound to its type and to its Project, and invalid when it is malformed', async (type) => {
    const { page } = await first(type);
    const cursor = page.nextCursor as string;
    for (const other of TYPES) {
      if (other === type) continue;
      const answer = await owner.get(story.target(other, { ...ASKED[other].parameters, cursor }));
      expectRefusal(answer, 'INVALID_CURSOR');
    }
    const elsewhere = await Story.begin(time, '2026-03-02T00:00:00Z');
    const { parameters } = ASKED[type];
    expectRefusal(await owner.get(elsewhere.target(type, { ...parameters, cursor })), 'INVALID_CURSOR');
    expectRefusal(await owner.get(story.target(type, { ...parameters, cursor: 'x' })), 'INVALID_CURSOR');
  });

  it('is bound to generatedAt: later pages are of the same instant, and count nothing after it', async () => {
    for (const type of TYPES) await first(type);
    await time.at('2026-03-04T00:00:00Z');
    await finishSprint();
    for (const members of [{ type: 'epic' }, { status: 'in_progress' }, { status: 'done' }]) await story.item(members);
    for (const type of TYPES) {
      const { generatedAt, items, data, page, ...figures } = await first(type);
      expect(generatedAt).toBe('2026-03-02T00:00:00.000Z');
      const { body } = await next(type, { ...ASKED[type].parameters, limit: '1' });
      expect(body).toMatchObject({ ...figures, generatedAt, page: { limit: 1 } });
      expect([items.length, body.items.length, data, body.data]).toEqual([1, 1, items, body.items]);
      expect(body.items).not.toEqual(items);
      // A new first page is of now.
      const anew = await story.report(type, { ...ASKED[type].parameters, limit: 1 });
      expect(anew.generatedAt >= '2026-03-04T00:00:00.000Z').toBe(true);
      expect(anew).not.toMatchObject(figures);
      expect(page.hasMore).toBe(true);
    }
  });
});
