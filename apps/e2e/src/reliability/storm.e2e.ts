import { type Answer, type Caller, hangUp } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { figures } from '../kit/figures.js';
import { givenComment, givenLabel, givenLink, givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { Chance, seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';
import { PRIORITIES, STATUSES, TYPES } from '../kit/words.js';

const CLIENTS = 8;
const REQUESTS = process.env.TEST_DEEP === undefined ? 600 : 6_000;

/** The resources that the clients have made, shared by all clients: each may name any of them. */
interface Known {
  readonly items: any[];
  readonly sprints: any[];
  readonly labels: any[];
  readonly comments: { readonly item: string; readonly comment: any; readonly author: Caller }[];
  readonly links: { readonly item: string; readonly link: any }[];
}

let server: RunningServer;
let world: World;
let projects: readonly string[];
let users: readonly (string | null)[];
const known: Known = { items: [], sprints: [], labels: [], comments: [], links: [] };

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  server = await startServer({ postgresUrl, template });
  world = new World('stormy', server.baseUrl, server.databaseUrl);
  projects = [world.project((await givenProject(world.owner, world.org())).key), world.project()];
  for (const project of projects) known.labels.push(await givenLabel(world.owner, project, 'shared'));
  users = [null, ...['owner', 'admin', 'member'].map((name) => world.user(name).publicId)];
});
afterAll(async () => {
  await server.stop();
  await hangUp();
});

/** A request of somebody, and what is learnt from its success. */
type Act = (chance: Chance, who: Caller) => Promise<Answer>;

const path = (item: any): string => world.item(item.key);
const sprintPath = (sprint: any): string => `${world.org()}/projects/${sprint.projectKey}/sprints/${sprint.id}`;

/** The revision that was last seen, or none in particular. */
const ifMatch = (chance: Chance, tag: string, { revision }: any) => ({
  ifMatch: chance.once(2) ? '*' : `"${tag}-${revision}"`,
});

/** Values that may be right or wrong: Sprints and parents of another Project are among them. */
function members(chance: Chance): object {
  const wishes: object[] = [
    { title: `Title ${chance.below(1000)}` },
    { description: `About ${chance.below(1000)}` },
    { type: chance.of(TYPES) },
    { priority: chance.of(PRIORITIES) },
    { assigneePublicId: chance.of(users) },
    { storyPoints: chance.once(4) ? null : chance.below(20) },
    { dueDate: chance.once(3) ? null : new Date(Date.now() + chance.below(1e9)).toISOString() },
    { sprintId: chance.once(3) ? null : (chance.of(known.sprints)?.id ?? null) },
    { parentId: chance.once(3) ? null : (chance.of(known.items)?.key ?? null) },
  ];
  return Object.assign({}, ...chance.some(wishes, 3)) as object;
}

/** Learns what an item is now, or that it is no more. */
function learn(answer: Answer): Answer {
  const at = known.items.findIndex(({ id }) => id === answer.body?.id);
  if (answer.status === 201) known.items.push(answer.body);
  else if (answer.status === 200 && at >= 0) known.items[at] = answer.body;
  return answer;
}

const operation = (item: any) => ({
  projectKey: item.key.split('-')[0],
  workItemKey: item.key,
  revision: item.revision,
});

async function bulk(answer: Promise<Answer>): Promise<Answer> {
  const whole = await answer;
  for (const { status, workItem } of whole.body.results ?? [])
    if (workItem) learn({ ...whole, status, body: workItem });
  return whole;
}

const CREATE: Act = async (chance, who) => {
  const status = chance.of(STATUSES);
  return learn(await who.post(`${chance.of(projects)}/work-items`, { title: 'New', ...members(chance), status }));
};
const UPDATE: Act = async (chance, who) => {
  const item = chance.of(known.items);
  return learn(await who.patch(path(item), members(chance), ifMatch(chance, 'wi', item)));
};
const TRANSITION: Act = async (chance, who) => {
  const item = chance.of(known.items);
  const body = { targetStatus: chance.of(STATUSES) };
  return learn(await who.post(`${path(item)}/transitions`, body, ifMatch(chance, 'wi', item)));
};
const ARCHIVE: Act = async (chance, who) => {
  const item = chance.of(known.items);
  const act = chance.once(3) ? 'archive' : 'unarchive';
  return learn(await who.post(`${path(item)}/${act}`, {}, ifMatch(chance, 'wi', item)));
};
const DELETE: Act = (chance) => {
  const item = chance.of(known.items);
  return world.owner.delete(path(item), ifMatch(chance, 'wi', item), { cascade: chance.once(2) });
};
const ATTACH: Act = async (chance, who) => {
  const item = chance.of(known.items);
  return learn(await who.post(`${path(item)}/labels`, { label: 'shared' }, ifMatch(chance, 'wi', item)));
};
const DETACH: Act = async (chance, who) => {
  const item = chance.of(known.items);
  const label = chance.of(known.labels);
  return learn(await who.delete(`${path(item)}/labels/${label.id}`, ifMatch(chance, 'wi', item)));
};
const COMMENT: Act = async (chance, author) => {
  const earlier = chance.once(2) ? undefined : known.comments[chance.below(known.comments.length)];
  const item = earlier?.item ?? path(chance.of(known.items));
  const body = { body: 'A word', ...(earlier && { parentCommentId: earlier.comment.id }) };
  const answer = await author.post(`${item}/comments`, body);
  if (answer.status === 201) known.comments.push({ item, comment: answer.body, author });
  return answer;
};
const EDIT_COMMENT: Act = (chance) => {
  const { item, comment, author } = chance.of(known.comments);
  const target = `${item}/comments/${comment.id}`;
  return chance.once(2) ? author.patch(target, { body: 'Another word' }) : author.delete(target);
};
const LINK: Act = async (chance, who) => {
  const item = path(chance.of(known.items));
  const relation = chance.of(['blocks', 'blocked_by', 'relates']);
  const answer = await who.post(`${item}/links`, { relation, targetKey: chance.of(known.items).key });
  if (answer.status === 201) known.links.push({ item, link: answer.body });
  return answer;
};
const UNLINK: Act = (chance, who) => {
  const { item, link } = chance.of(known.links);
  return who.delete(`${item}/links/${link.id}`);
};
const PLAN: Act = async (chance) => {
  const project = chance.of(projects);
  const answer = await world.admin.post(`${project}/sprints`, { name: 'A Sprint' });
  if (answer.status === 201) known.sprints.push({ ...answer.body, projectKey: project.split('/').at(-1) });
  return answer;
};
const TURN_SPRINT: Act = (chance, who) => {
  const sprint = chance.of(known.sprints);
  const target = chance.of(known.sprints);
  const completionAction = chance.once(2) ? { mode: 'backlog' } : { mode: 'sprint', targetSprintId: target.id };
  const body = chance.once(2) ? { targetState: 'active' } : { targetState: 'done', completionAction };
  return who.post(`${sprintPath(sprint)}/transitions`, body, { ifMatch: '*' });
};
const BULK_CREATE: Act = (chance, who) => {
  const operations = Array.from({ length: 1 + chance.below(10) }, () => ({
    projectKey: chance.of(projects).split('/').at(-1),
    title: 'One of many',
    ...members(chance),
  }));
  return bulk(who.post(`${world.org()}/bulk-work-items`, { operations }));
};
const BULK_UPDATE: Act = (chance, who) => {
  const operations = chance.some(known.items, 10).map((item) => ({ ...operation(item), changes: members(chance) }));
  return bulk(who.patch(`${world.org()}/bulk-work-items`, { operations }, { ifMatch: null }));
};
const BULK_TRANSITION: Act = (chance, who) => {
  const operations = chance
    .some(known.items, 10)
    .map((item) => ({ ...operation(item), targetStatus: chance.of(STATUSES) }));
  return bulk(who.post(`${world.org()}/bulk-work-item-transitions`, { operations }));
};

/** The acts of the clients; an act that is listed more often is chosen more often. */
const ACTS: readonly Act[] = [
  ...[CREATE, CREATE, UPDATE, UPDATE, UPDATE, UPDATE, TRANSITION, TRANSITION, TRANSITION, ARCHIVE, ARCHIVE, DELETE],
  ...[ATTACH, ATTACH, DETACH, COMMENT, COMMENT, EDIT_COMMENT, LINK, LINK, UNLINK, PLAN, TURN_SPRINT, TURN_SPRINT],
  ...[BULK_CREATE, BULK_UPDATE, BULK_TRANSITION],
];

/** The legal statuses of a request while other clients work on the same resources. */
const ANSWERS = [200, 201, 204, 400, 403, 404, 409, 412];

/** Runs one client with its own seed: its requests and their order are the same in every run; the outcome of races is not. */
async function client(number: number): Promise<Record<number, number>> {
  const chance = new Chance(seed + number);
  const who = [world.owner, world.admin, world.member][number % 3]!;
  const statuses: Record<number, number> = {};
  for (let sent = 0; sent < REQUESTS / CLIENTS; sent += 1) {
    const { status, text } = await chance.of(ACTS)(chance, who);
    if (!ANSWERS.includes(status)) throw new Error(`Answered ${status}: ${text}`);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

/** Something of each kind to begin with, in a Project that the storm does not reach: each fault below finds what it can break. */
async function settle(): Promise<void> {
  const { owner } = world;
  const project = world.project((await givenProject(owner, world.org())).key);
  const label = await givenLabel(owner, project, 'quiet');
  const sprint = await givenSprint(owner, project);
  await moved(owner, `${project}/sprints/${sprint.id}`, 'active');
  const parent = await givenWorkItem(owner, project, { sprintId: sprint.id });
  const child = await givenWorkItem(owner, project, { parentId: parent.key });
  await owner.post(`${path(child)}/labels`, { labelId: label.id }, { ifMatch: '*' });
  const comment = await givenComment(owner, path(child));
  await givenComment(owner, path(child), { parentCommentId: comment.id });
  await givenLink(owner, path(child), parent.key);
  await moved(owner, `${project}/sprints/${sprint.id}`, 'done', { completionAction: { mode: 'backlog' } });

  const chance = new Chance(seed);
  for (const act of [CREATE, CREATE, CREATE, PLAN, PLAN]) await act(chance, owner);
  while (known.comments.length === 0) await COMMENT(chance, owner);
  while (known.links.length === 0) await LINK(chance, owner);
}

describe(`After ${REQUESTS} random mutations by ${CLIENTS} clients at once`, () => {
  const succeeded = (counts: readonly Record<number, number>[]) =>
    counts.reduce((sum, { 200: ok = 0, 201: made = 0, 204: gone = 0 }) => sum + ok + made + gone, 0);

  beforeAll(async () => {
    await settle();
    const counts = await concurrently(
      CLIENTS,
      Array.from({ length: CLIENTS }, (_, at) => at),
      client,
    );
    console.log(`Answers: ${JSON.stringify(counts)}`);
    figures.add('requests sent', REQUESTS);
    // Enough requests succeeded for the test to mean something.
    expect(succeeded(counts)).toBeGreaterThan(REQUESTS / 3);
  }, 600_000);

  it('keeps all rules of stored records', async () => {
    const { checked, violations } = await taskResult(['db:verify', '--org', world.slug], server);
    expect({ violations, many: checked > 20 }).toEqual({ violations: [], many: true });
  });
});
