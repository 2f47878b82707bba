import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Facts } from '../kit/facts.js';
import { givenComment, givenLabel, givenLink, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { World } from '../kit/world.js';
import { found } from './finding.js';

const world = new World('search-page');
const { owner } = world;
const colleague = world.caller('colleague');
const facts = new Facts(world.databaseUrl);

/** The text of the page itself, so that every query on it is tested. */
const PAGE = readFileSync(path.resolve(__dirname, '../../../../docs/squeakql.md'), 'utf8');

/** The questions with their queries. */
const QUESTIONS = [...PAGE.matchAll(/^### (.+)\n\n```squeakql\n([^`]+)\n```$/gm)].map(
  ([, question, query]) => [question!, query!] as const,
);

/** The rows of all tables whose last column is called Example: the first cell and the example. */
const EXAMPLES = [...PAGE.matchAll(/^\|.*\| Example +\|\n\|[ |-]+\|\n((?:\|.*\|\n)+)/gm)].flatMap(([, rows]) =>
  rows!
    .trim()
    .split('\n')
    .map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map((cells) => [cells[1]!, /^`(.*)`$/.exec(cells.at(-2)!)?.[1]] as const)
    .flatMap(([first, example]) => (example === undefined ? [] : [[first, example] as const])),
);

/** The titles that each question must find in the small world below. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  'What is on my plate, the most urgent first?': ['Late', 'Plan'],
  'What of mine is overdue?': ['Late'],
  'What is due in the next seven days?': ['Plan'],
  'What in the active Sprint has nobody begun?': ['Plan'],
  'Which open bugs does nobody look after?': ['Crash'],
  'What is most important in two Projects?': ['Late', 'Plan', 'Nail'],
  'What is blocked by something that is not done?': ['Nail'],
  'What holds others up?': ['Late'],
  'What did I report that is still open?': ['Later', 'Back again', 'Fresh', 'Crash', 'Late', 'Plan', 'Epic', 'Dust'],
  'Where did I comment, and something changed within a week?': ['Crash'],
  'What has been in review for three days?': ['Waiting'],
  'What was finished this week?': ['Shipped'],
  'What was done once and is open again?': ['Back again'],
  'What in this Sprint and the next ones is not estimated?': ['Later', 'Plan'],
  'Where is the login mentioned?': ['Crash'],
  'What is open about security or privacy?': ['Crash', 'Back again'],
  'How far are the children of a Work Item?': ['Late', 'Waiting', 'Shipped'],
  'Which stories belong to nothing larger?': ['Plan'],
  'What was put off, or into another Sprint, within two weeks?': ['Later', 'Plan'],
  'What has lain in the backlog for a quarter?': ['Dust'],
};

const DAY = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

beforeAll(async () => {
  const [web, ham] = [world.project('WEB'), world.project('HAM')];
  const [me, them] = ['owner', 'colleague'].map((name) => world.user(name).publicId);
  const active = await givenSprint(owner, web, { name: 'Sprint 12' });
  await moved(owner, `${web}/sprints/${active.id}`, 'active');
  const next = await givenSprint(owner, web, { name: 'Sprint 13' });
  const item = (title: string, members: object, by = owner, project = web): Promise<any> =>
    givenWorkItem(by, project, { title, storyPoints: 1, ...members });
  const to = (target: any, targetStatus: string) =>
    owner.post(`${world.item(target.key)}/transitions`, { targetStatus }, { ifMatch: '*' });
  const patch = (target: any, members: object) => owner.patch(world.item(target.key), members);

  const epic = await item('Epic', { type: 'epic', status: 'in_progress', assigneePublicId: them });
  const plan = await item('Plan', {
    type: 'story',
    status: 'todo',
    priority: 'high',
    assigneePublicId: me,
    sprintId: active.id,
    storyPoints: null,
    dueDate: inDays(1),
  });
  const late = await item('Late', {
    status: 'in_progress',
    priority: 'urgent',
    assigneePublicId: me,
    dueDate: inDays(-2),
    parentId: epic.key,
  });
  const crash = await item('Crash', { type: 'bug', priority: 'medium', description: 'Right after the LOGIN page' });
  const shipped = await item('Shipped', {
    status: 'todo',
    assigneePublicId: me,
    dueDate: inDays(-2),
    parentId: epic.key,
  });
  const waiting = await item(
    'Waiting',
    { type: 'story', status: 'in_review', assigneePublicId: them, parentId: epic.key },
    colleague,
  );
  const fresh = await item('Fresh', { status: 'in_progress' });
  const again = await item('Back again', { type: 'bug', status: 'todo', priority: 'low', assigneePublicId: them });
  const nail = await item('Nail', { status: 'todo', priority: 'high', dueDate: inDays(30) }, colleague, ham);
  const dust = await item('Dust', { type: 'feature', storyPoints: null });
  const later = await item('Later', { status: 'todo', priority: 'low', storyPoints: null });

  for (const status of ['in_progress', 'done']) await to(shipped, status);
  await to(fresh, 'in_review');
  for (const status of ['done', 'todo']) await to(again, status);
  await patch(later, { sprintId: next.id });
  await patch(plan, { dueDate: inDays(3) });
  for (const [target, label] of [
    [crash, 'security'],
    [again, 'privacy'],
    [shipped, 'backend'],
  ] as const) {
    await givenLabel(owner, web, label);
    await owner.post(`${world.item(target.key)}/labels`, { label }, { ifMatch: '*' });
  }
  await givenLink(owner, world.item(late.key), nail.key, 'blocks');
  await givenLink(owner, world.item(shipped.key), fresh.key, 'blocks');
  for (const target of [crash, dust]) await givenComment(owner, world.item(target.key));
  await givenComment(colleague, world.item(fresh.key));
  // Last updated first: Later, Back again, …
  for (const [at, target] of [later, again, fresh, crash, late, plan, epic, nail, shipped].entries()) {
    await facts.updateTimes([target.id], inDays(-at / 10 - 0.01));
  }
  await facts.updateTimes([waiting.id], inDays(-10));
  await facts.updateTimes([dust.id], inDays(-100));
}, 120_000);

describe('docs/squeakql.md', () => {
  it('has twenty questions, each with its answer here', () => {
    expect(QUESTIONS).toHaveLength(20);
    expect(QUESTIONS.map(([question]) => question)).toEqual(Object.keys(ANSWERS));
  });

  it.each(QUESTIONS)('%s', async (question, query) => {
    const rows = await found(owner, world.org(), query);
    expect(rows.map(({ title }) => title)).toEqual(ANSWERS[question]);
  });

  const validated = async (query: string): Promise<any> =>
    (await owner.post(`${world.org()}/squeakql/validate`, { query }, { key: null })).body;
  const isCode = ([first]: readonly [string, string]): boolean => first.includes('SQUEAKQL_');

  it('has an example for every field, function and kind of time', () => {
    expect(EXAMPLES.filter((row) => !isCode(row)).length).toBe(19 + 11 + 4);
  });

  it.each(EXAMPLES.filter((row) => !isCode(row)))('the example of %s is valid, and is found by', async (_, query) => {
    expect(await validated(query)).toEqual({ valid: true, languageVersion: 1, errors: [] });
    expect(await found(owner, world.org(), query)).toBeInstanceOf(Array);
  });

  it.each(EXAMPLES.filter(isCode))('the example of %s is wrong in just that way', async (code, query) => {
    const { errors } = await validated(query);
    expect(errors.map((error: { code: string }) => `\`${error.code}\``)).toEqual([code]);
  });
});
