import { Facts } from '../kit/facts.js';
import { givenComment, givenLabel, givenLink, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { World } from '../kit/world.js';
import { found } from './finding.js';

const world = new World('search-language');
const { owner } = world;
const colleague = world.caller('colleague');
const onlyHammer = world.caller('owner of HAM only');
const onlyWeb = world.caller('owner of WEB only');
const facts = new Facts(world.databaseUrl);
const org = world.org();
const me = world.user('owner').publicId;
const them = world.user('colleague').publicId;

/**
 * Everything there is: the Plan, the Login, the Éclair, the Deal and the eXample in WEB, the Hammer in HAM, an Archived bug, and one
 * that is deleted.
 */
const NAMES = 'P L E D X H';
const letters = new Map<string, string>();
let plan: any, login: any, eclair: any, deal: any, example: any, hammer: any, archived: any;
let active: any;

beforeAll(async () => {
  const web = world.project('WEB');
  const ham = world.project('HAM');
  const past = await givenSprint(owner, web, { name: 'Past' });
  await moved(owner, `${web}/sprints/${past.id}`, 'active');
  await moved(owner, `${web}/sprints/${past.id}`, 'done');
  active = await givenSprint(owner, web, { name: ' Straße 9 ' });
  await moved(owner, `${web}/sprints/${active.id}`, 'active');
  const later = await givenSprint(owner, web, { name: 'Later' });
  plan = await givenWorkItem(owner, web, {
    title: 'Launch plan',
    description: 'Write THE plan:\n100% of it_all, "said" she',
    status: 'todo',
    priority: 'high',
    assigneePublicId: me,
    storyPoints: 3,
    dueDate: '2026-01-10T09:30:00.123Z',
    sprintId: active.id,
  });
  login = await givenWorkItem(owner, web, {
    title: 'Fix the login',
    description: '',
    type: 'bug',
    status: 'in_progress',
    priority: 'urgent',
    assigneePublicId: them,
    storyPoints: 5,
    dueDate: '2126-01-10T00:00:00Z',
    sprintId: later.id,
  });
  eclair = await givenWorkItem(colleague, web, {
    title: `Éclair 'quoted' "title"`,
    type: 'story',
    status: 'in_review',
    priority: 'low',
    parentId: plan.key,
  });
  deal = await givenWorkItem(owner, web, {
    title: 'Done deal',
    status: 'todo',
    assigneePublicId: me,
    storyPoints: 0,
    dueDate: '2026-01-11T00:00:00Z',
    sprintId: past.id,
  });
  example = await givenWorkItem(owner, web, { title: 'Back\\slash 50%_', type: 'epic' });
  hammer = await givenWorkItem(owner, ham, {
    title: 'Hammer time',
    type: 'feature',
    status: 'todo',
    priority: 'low',
    assigneePublicId: me,
    storyPoints: 8,
  });
  archived = await givenWorkItem(owner, web, { title: 'Archived bug', type: 'bug' });
  const gone = await givenWorkItem(owner, web, { title: 'Gone bug', type: 'bug', assigneePublicId: me });
  for (const [letter, { id }] of Object.entries({
    P: plan,
    L: login,
    E: eclair,
    D: deal,
    X: example,
    H: hammer,
    A: archived,
    Z: gone,
  })) {
    letters.set(id, letter);
  }
  for (const targetStatus of ['in_progress', 'done']) {
    await owner.post(`${world.item(deal.key)}/transitions`, { targetStatus }, { ifMatch: '*' });
  }
  await owner.patch(world.item(deal.key), { title: 'done deal' });
  for (const [project, names] of [
    [web, ['Backend', 'frontend']],
    [ham, ['backend']],
  ] as const) {
    for (const name of names) await givenLabel(owner, project, name);
  }
  for (const [{ key }, label] of [
    [plan, 'backend'],
    [login, 'frontend'],
    [eclair, 'backend'],
    [eclair, 'frontend'],
    [hammer, 'backend'],
    [gone, 'backend'],
  ] as const) {
    await owner.post(`${world.item(key)}/labels`, { label }, { ifMatch: '*' });
  }
  await givenLink(owner, world.item(plan.key), login.key, 'blocks');
  await givenLink(owner, world.item(plan.key), deal.key, 'blocked_by');
  await givenLink(owner, world.item(hammer.key), example.key, 'relates');
  await givenLink(owner, world.item(hammer.key), eclair.key, 'blocks');
  await givenLink(owner, world.item(gone.key), example.key, 'blocks');
  await givenComment(owner, world.item(plan.key));
  await givenComment(colleague, world.item(eclair.key));
  const taken = await givenComment(colleague, world.item(login.key));
  await colleague.delete(`${world.item(login.key)}/comments/${taken.id}`);
  await owner.post(`${world.item(archived.key)}/archive`, {}, { ifMatch: '*' });
  await owner.delete(world.item(gone.key), {}, {});
  const times = ['06', '05', '04', '03', '02', '01'];
  for (const [at, item] of [plan, login, eclair, deal, example, hammer].entries()) {
    await facts.updateTimes([item.id], `2026-02-${times[at]!}T12:00:00Z`);
  }
}, 120_000);

const ask = async (query: string, caller = owner): Promise<string[]> =>
  (await found(caller, org, query)).map(({ id }) => letters.get(id) ?? '?');

/** `found`: the letters of what is found, in any order. */
const rules = (rows: readonly (readonly [query: string, found: string])[]): void => {
  it.each(rows)('%s', async (query, expected) => {
    expect((await ask(query)).sort()).toEqual(expected.split(' ').filter(Boolean).sort());
  });
};

describe('key', () => {
  rules([
    ['key = WEB-1', 'P'],
    ['key = web-1', 'P'],
    ['key != WEB-1', 'L E D X H'],
    ['key IN (WEB-1, ham-1, WEB-999, nonsense)', 'P H'],
    ['key NOT IN (WEB-1, HAM-1)', 'L E D X'],
    ['key = WEB-01', ''],
    [`key = ' WEB-1'`, ''],
  ]);
});

describe('title, description and text', () => {
  rules([
    [`title = 'LAUNCH PLAN'`, 'P'],
    [`title = ' launch plan '`, 'P'],
    [`title = 'launch'`, ''],
    [`title != 'launch plan'`, 'L E D X H'],
    [`title ~ 'ÉCLAIR'`, 'E'],
    [`title ~ '50%_'`, 'X'],
    [`title ~ '%'`, 'X'],
    [`title ~ '_'`, 'X'],
    [`title ~ 'plan '`, ''],
    [`title ~ ''`, NAMES],
    [`title !~ ''`, ''],
    [`title !~ 'the'`, 'P E D X H'],
    [`title ~ 'the plan'`, ''],
    [`title ~ 'web-1'`, ''],
    [`description ~ 'write the'`, 'P'],
    [`description ~ 'it_all'`, 'P'],
    [`description ~ 'it%all'`, ''],
    [`description ~ ''`, 'P L'],
    [`description !~ ''`, 'E D X H'],
    [`description !~ 'plan'`, 'L E D X H'],
    [`description IS NULL`, 'E D X H'],
    [`description IS NOT EMPTY`, 'P L'],
    [`text ~ 'plan'`, 'P'],
    [`text ~ 'LOGIN'`, 'L'],
    [`text ~ 'web-1'`, ''],
    [`text ~ 'plan\nwrite'`, ''],
    [`text ~ ''`, NAMES],
    [`text !~ 'a'`, 'L'],
  ]);
});

describe('type, status and priority', () => {
  rules([
    ['type = bug', 'L'],
    ['type != bug', 'P E D X H'],
    ['type IN (bug, epic, bug)', 'L X'],
    ['type NOT IN (bug, epic)', 'P E D H'],
    ['status < todo', 'X'],
    ['status <= todo', 'P X H'],
    ['status > in_progress', 'E D'],
    ['status >= in_progress', 'L E D'],
    ['status < backlog', ''],
    ['status > done', ''],
    ['status != done', 'P L E X H'],
    ['status NOT IN (done, todo)', 'L E X'],
    ['priority = medium', 'D X'],
    ['priority < medium', 'E H'],
    ['priority <= medium', 'E D X H'],
    ['priority > medium', 'P L'],
    ['priority >= urgent', 'L'],
    ['priority IN (low, urgent)', 'L E H'],
  ]);
});

describe('assignee and reporter', () => {
  rules([
    ['assignee = me()', 'P D H'],
    ['assignee = currentUser()', 'P D H'],
    [`assignee = ${them}`, 'L'],
    [`assignee = 'COLLEAGUE.here'`, 'L'],
    [`assignee = ' colleague.here '`, 'L'],
    [`assignee = '${them.toUpperCase()}'`, ''],
    ['assignee = nobody.here', ''],
    ['assignee != nobody.here', NAMES],
    ['assignee = usr_AAAAAAAAAAAAAAAAAAAAAA', ''],
    ['assignee != me()', 'L E X'],
    [`assignee IN (me(), ${them}, nobody.here)`, 'P L D H'],
    ['assignee NOT IN (me())', 'L E X'],
    ['assignee IS NULL', 'E X'],
    ['assignee IS NOT NULL', 'P L D H'],
    ['reporter = me()', 'P L D X H'],
    ['reporter = colleague.here', 'E'],
    ['reporter != me()', 'E'],
    ['reporter IS NULL', ''],
  ]);

  it('me() is the caller', async () => {
    expect(await ask('assignee = me()', colleague)).toEqual(['L']);
  });

  it('a username is one of the Organization, not of another', async () => {
    expect(await ask('assignee = stranger.here')).toEqual([]);
    expect(await ask(`assignee = ${world.user('stranger').publicId}`)).toEqual([]);
  });
});

describe('sprint and sprint.state', () => {
  rules([
    [`sprint = 'STRAßE 9'`, 'P'],
    [`sprint = 'STRASSE 9'`, 'P'],
    [`sprint = ' straße 9 '`, 'P'],
    ['sprint = later', 'L'],
    ['sprint = unheard', ''],
    ['sprint = activeSprint()', 'P'],
    ['sprint != activeSprint()', 'L E D X H'],
    ['sprint IN (futureSprints())', 'L'],
    [`sprint IN (activeSprint(), futureSprints(), past)`, 'P L D'],
    [`sprint NOT IN (futureSprints(), 'Straße 9')`, 'E D X H'],
    ['sprint IS NULL', 'E X H'],
    ['sprint.state = active', 'P'],
    ['sprint.state != active', 'L E D X H'],
    ['sprint.state IN (active, done)', 'P D'],
    ['sprint.state NOT IN (active, done)', 'L E X H'],
  ]);

  it('a UUID is that of a Sprint, in either case', async () => {
    expect(await ask(`sprint = '${active.id}'`)).toEqual(['P']);
    expect(await ask(`sprint = '${String(active.id).toUpperCase()}'`)).toEqual(['P']);
    expect((await ask(`sprint != '${active.id}'`)).sort()).toEqual(['D', 'E', 'H', 'L', 'X']);
    expect(await ask(`sprint = '00000000-0000-4000-8000-000000000000'`)).toEqual([]);
  });
});

describe('parent, label and project', () => {
  rules([
    ['parent = WEB-1', 'E'],
    ['parent = web-1', 'E'],
    ['parent = HAM-1', ''],
    ['parent != WEB-1', 'P L D X H'],
    ['parent IN (WEB-1, WEB-2)', 'E'],
    ['parent NOT IN (WEB-1)', 'P L D X H'],
    ['parent IS EMPTY', 'P L D X H'],
    ['parent IS NOT EMPTY', 'E'],
    ['label = backend', 'P E H'],
    ['labels = BACKEND', 'P E H'],
    [`label = ' Backend '`, 'P E H'],
    ['label != backend', 'L D X'],
    ['label = backend AND label = frontend', 'E'],
    ['label IN (backend, frontend, unheard)', 'P L E H'],
    ['label NOT IN (backend, frontend)', 'D X'],
    ['label IS EMPTY', 'D X'],
    ['label IS NOT NULL', 'P L E H'],
    ['label = unheard', ''],
    ['project = ham', 'H'],
    ['project.key != HAM', 'P L E D X'],
    ['project IN (WEB, NOPE)', 'P L E D X'],
    ['project NOT IN (WEB, NOPE)', 'H'],
    ['project = NOPE', ''],
  ]);
});

describe('points', () => {
  rules([
    ['points = 3', 'P'],
    ['points = 3.000', 'P'],
    ['points != 3', 'L E D X H'],
    ['points < 3', 'D'],
    ['points <= 3', 'P D'],
    ['storyPoints > 4.5', 'L H'],
    ['points >= 5', 'L H'],
    ['points > -1', 'P L D H'],
    ['points < 99999999999999999999999999', 'P L D H'],
    ['points IN (0, 8, 4.5)', 'D H'],
    ['points NOT IN (0, 8)', 'P L E X'],
    ['points IS NULL', 'E X'],
  ]);
});

describe('Times', () => {
  rules([
    [`due = '2026-01-10'`, 'P'],
    [`due != '2026-01-10'`, 'L E D X H'],
    [`due < '2026-01-10'`, ''],
    [`due <= '2026-01-10'`, 'P'],
    [`due > '2026-01-10'`, 'L D'],
    [`due >= '2026-01-10'`, 'P L D'],
    [`due > '2026-01-11'`, 'L'],
    [`due = '2026-01-10T09:30:00.123Z'`, 'P'],
    [`due = '2026-01-10T11:30:00.123+02:00'`, 'P'],
    [`due = '2026-01-10T09:30:00.1230Z'`, 'P'],
    [`due = '2026-01-10T09:30:00.1231Z'`, ''],
    [`due != '2026-01-10T09:30:00.1231Z'`, NAMES],
    [`due < '2026-01-10T09:30:00.1231Z'`, 'P'],
    [`due >= '2026-01-10T09:30:00.1231Z'`, 'L D'],
    [`due < '2026-01-10T09:30:00.123Z'`, ''],
    ['dueDate < now()', 'P D'],
    ['due < 0d', 'P D'],
    ['due > +99999d', ''],
    ['due < today()', 'P D'],
    ['due > today()', 'L'],
    ['due IS NULL', 'E X H'],
    ['due IS NOT NULL AND NOT due < now()', 'L'],
    ['created > -1h', NAMES],
    ['createdAt > 1m', ''],
    ['created <= now()', NAMES],
    [`updated >= '2026-02-05' AND updatedAt < '2026-02-06T12:00:00Z'`, 'L'],
    [`due > '9999-12-31'`, ''],
    [`due <= '9999-12-31'`, 'P L D'],
    [`due > '0001-01-01'`, 'P L D'],
  ]);
});

describe('overdue and archived', () => {
  rules([
    ['overdue = TRUE', 'P'],
    ['overdue = FALSE', 'L E D X H'],
    ['overdue != TRUE', 'L E D X H'],
    ['archived = TRUE', 'A'],
    ['archived = FALSE', NAMES],
    ['archived != FALSE', 'A'],
  ]);
});

describe('Archived items are left out unless the query has the field archived anywhere; deleted ones never match', () => {
  rules([
    ['type = bug', 'L'],
    ['type = bug AND (archived = TRUE OR archived = FALSE)', 'L A'],
    ['type = bug OR archived = TRUE', 'L A'],
    ['NOT archived = FALSE', 'A'],
    [`title ~ 'Gone'`, ''],
    [`key = WEB-8 AND (archived = TRUE OR archived = FALSE)`, ''],
  ]);
});

describe('Boolean functions', () => {
  rules([
    [`hasLink('blocks')`, 'P D H'],
    ['hasLink(blocked_by)', 'L P E'],
    ['hasLink(relates)', 'X H'],
    ['blocked()', 'L E'],
    ['NOT blocked()', 'P D X H'],
    ['commentedBy(me())', 'P'],
    ['commentedBy(colleague.here)', 'E'],
    [`commentedBy(${them})`, 'E'],
    ['commentedBy(nobody.here)', ''],
    [`wasIn('in_progress')`, 'L D'],
    ['wasIn(todo)', 'P D H'],
    ['wasIn(done)', 'D'],
    ['wasIn(backlog)', 'X'],
    [`changed('status', -7d)`, 'D'],
    ['changed(status, 7d)', ''],
    ['changed(title, today())', 'D'],
    [`changed('status', '2026-01-01')`, 'D'],
    ['changed(dueDate, -7d)', ''],
    ['changed(assignee, -7d) OR changed(priority, -7d) OR changed(sprint, -7d) OR changed(parent, -7d)', ''],
  ]);

  it('changed() knows each of its fields from when it changed on, and no creation', async () => {
    const web = world.project('WEB');
    const dueDate = '2126-01-10T00:00:00Z';
    const first = { priority: 'high', assigneePublicId: me, sprintId: active.id, parentId: plan.key, dueDate };
    const item = await givenWorkItem(owner, web, { title: 'Turning', status: 'todo', ...first });
    const later = await givenSprint(owner, web, { name: 'Later still' });
    const isFound = async (query: string): Promise<boolean> =>
      (await found(owner, org, `key = ${String(item.key)} AND ${query}`)).length === 1;
    const changes = {
      status: () => owner.post(`${world.item(item.key)}/transitions`, { targetStatus: 'backlog' }, { ifMatch: '*' }),
      priority: () => owner.patch(world.item(item.key), { priority: 'low' }),
      assignee: () => owner.patch(world.item(item.key), { assigneePublicId: them }),
      sprint: () => owner.patch(world.item(item.key), { sprintId: later.id }),
      title: () => owner.patch(world.item(item.key), { title: 'Turned' }),
      due: () => owner.patch(world.item(item.key), { dueDate: null }),
      parent: () => owner.patch(world.item(item.key), { parentId: null }),
    };
    try {
      for (const [field, change] of Object.entries(changes)) {
        expect([field, await isFound(`changed(${field}, startOfMonth())`)]).toEqual([field, false]);
        expect((await change()).status).toBe(200);
        expect([field, await isFound(`changed('${field}', -1h)`)]).toEqual([field, true]);
        expect([field, await isFound(`changed(${field}, 1h)`)]).toEqual([field, false]);
      }
    } finally {
      // Delete the item, because the other tests do not expect it.
      await owner.delete(world.item(item.key), {}, {});
    }
  });

  it('see only items that the viewer sees', async () => {
    expect(await ask('blocked()', onlyWeb)).toEqual(['L']);
    expect((await ask('hasLink(blocked_by)', onlyWeb)).sort()).toEqual(['L', 'P']);
    expect(await ask('hasLink(relates)', onlyWeb)).toEqual([]);
    expect(await ask('hasLink(relates) OR hasLink(blocks)', onlyHammer)).toEqual([]);
  });
});

describe('A query only ever narrows what the caller may see', () => {
  it('a token of one Project finds only what lies in it', async () => {
    expect(await ask('status = todo', onlyHammer)).toEqual(['H']);
    expect(await ask('project = WEB', onlyHammer)).toEqual([]);
    expect(await ask('key IN (WEB-1, HAM-1)', onlyHammer)).toEqual(['H']);
    expect(await ask('project != HAM', onlyHammer)).toEqual([]);
    expect((await ask('project != HAM', onlyWeb)).sort()).toEqual(['D', 'E', 'L', 'P', 'X']);
  });
});

describe('A comparison with null is false, != and !~ are true; NOT and NOT IN negate the two-valued result', () => {
  rules([
    ['NOT points = 3', 'L E D X H'],
    ['NOT points > 3', 'P E D X'],
    ['NOT points != 3', 'P'],
    ['NOT points IN (3)', 'L E D X H'],
    ['NOT points NOT IN (3)', 'P'],
    ['NOT due < now()', 'L E X H'],
    ['NOT (due < now() OR points > 4)', 'E X'],
    ['NOT (due < now() AND points > 4)', NAMES],
    ['NOT assignee = me()', 'L E X'],
    [`NOT description ~ 'a'`, 'L E D X H'],
    [`NOT description !~ 'a'`, 'P'],
    ['NOT sprint.state = active', 'L E D X H'],
    ['NOT parent IN (WEB-1)', 'P L D X H'],
  ]);
});

describe('ORDER BY', () => {
  const ordered = (rows: readonly (readonly [query: string, found: string])[]): void => {
    it.each(rows)('%s', async (query, expected) => {
      expect(await ask(query)).toEqual(expected.split(' '));
    });
  };
  ordered([
    ['archived = FALSE', 'P L E D X H'],
    ['archived = FALSE ORDER BY updated', 'H X D E L P'],
    ['archived = FALSE ORDER BY updatedAt DESC', 'P L E D X H'],
    ['archived = FALSE ORDER BY key', 'H P L E D X'],
    ['archived = FALSE ORDER BY key DESC', 'X D E L P H'],
    // Titles sort by code point: capitals before small letters, É after all of them.
    ['archived = FALSE ORDER BY title', 'X L H P D E'],
    ['archived = FALSE ORDER BY title DESC', 'E D P H L X'],
    ['archived = FALSE ORDER BY type', 'P D L E H X'],
    ['archived = FALSE ORDER BY status DESC, points', 'D E L P H X'],
    ['archived = FALSE ORDER BY priority', 'E H D X P L'],
    ['archived = FALSE ORDER BY priority DESC', 'L P D X E H'],
    // Nulls last both ways; ties by the last update.
    ['archived = FALSE ORDER BY points', 'D P L H E X'],
    ['archived = FALSE ORDER BY storyPoints DESC', 'H L P D E X'],
    ['archived = FALSE ORDER BY due ASC', 'P D L E X H'],
    ['archived = FALSE ORDER BY dueDate DESC', 'L D P E X H'],
    ['archived = FALSE ORDER BY created', 'P L E D X H'],
    ['archived = FALSE ORDER BY createdAt DESC', 'H X D E L P'],
    ['archived = FALSE ORDER BY points, points DESC, key, key DESC', 'D P L H E X'],
  ]);
});
