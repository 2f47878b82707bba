import type { Caller } from '../kit/client.js';
import { created, givenLabel, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import type { TestTime } from '../kit/test-time.js';

/** The Projects of the examples in the documentation, whose reports the tests request. */
export interface ExampleProjects {
  /** `{proj}` of the Project whose Sprint is reported. */
  readonly web: string;
  /** `{proj}` of the Project whose flow is reported. */
  readonly flow: string;
  /** `{proj}` of the Project whose epics are reported. */
  readonly epics: string;
  readonly sprintId: string;
}

/** Requests of one user in one Project. */
class ProjectClient {
  constructor(
    private readonly time: TestTime,
    private readonly caller: Caller,
    private readonly project: string,
  ) {}

  at(instant: string): Promise<void> {
    return this.time.at(instant);
  }

  item(members: object): Promise<any> {
    return givenWorkItem(this.caller, this.project, members);
  }

  async moves(number: number, targetStatus: string): Promise<void> {
    await this.mustBe(200, this.caller.post(`${this.path(number)}/transitions`, { targetStatus }, { ifMatch: '*' }));
  }

  async changes(number: number, members: object): Promise<void> {
    await this.mustBe(200, this.caller.patch(this.path(number), members));
  }

  async labels(number: number, label: string): Promise<void> {
    await this.mustBe(200, this.caller.post(`${this.path(number)}/labels`, { label }, { ifMatch: '*' }));
  }

  private path(number: number): string {
    return `${this.project}/work-items/${this.project.split('/').at(-1)!}-${number}`;
  }

  private async mustBe(status: number, answer: ReturnType<Caller['get']>): Promise<void> {
    const { status: actual, text } = await answer;
    if (actual !== status) throw new Error(`It did not happen: ${actual} ${text}`);
  }
}

/** Makes the Projects of the examples in docs/reports, with their history up to 9 March 2026, 12:00 UTC. */
export async function makeExampleProjects(time: TestTime): Promise<ExampleProjects> {
  const { world } = time;
  const { owner } = world;
  await time.at('2026-03-01T08:00:00Z');
  const [web, flow, epics] = await Promise.all(
    ['SHOP', 'FLOW', 'EPIC'].map(async (key) => {
      const { key: made } = await created(owner.post(`${world.org()}/projects`, { name: key.toLowerCase(), key }));
      return world.project(made as string);
    }),
  );
  const sprintId = await makeSprint(time, owner, web!);
  await makeFlow(new ProjectClient(time, owner, flow!));
  await makeEpics(time, owner, epics!);
  await time.at('2026-03-09T12:00:00Z');
  return { web: web!, flow: flow!, epics: epics!, sprintId };
}

async function makeSprint(time: TestTime, owner: Caller, project: string): Promise<string> {
  const shop = new ProjectClient(time, owner, project);
  const dates = { startDate: '2026-03-02T00:00:00Z', endDate: '2026-03-06T00:00:00Z' };
  const { id: sprintId } = await givenSprint(owner, project, { name: 'Sprint 1', ...dates });
  await shop.item({ title: 'Show the basket', status: 'todo', storyPoints: 5, sprintId });
  await shop.item({ title: 'Pay by card', status: 'todo', storyPoints: 3, sprintId });
  await shop.item({ title: 'Send the receipt', status: 'todo', sprintId });
  await shop.at('2026-03-02T10:00:00Z');
  await moved(owner, `${project}/sprints/${String(sprintId)}`, 'active');
  await shop.at('2026-03-03T11:00:00Z');
  await shop.moves(1, 'done');
  await shop.changes(3, { storyPoints: 8 });
  await shop.item({ title: 'Remember the address', status: 'todo', storyPoints: 2, sprintId });
  await shop.at('2026-03-04T11:00:00Z');
  await shop.moves(3, 'done');
  await shop.changes(2, { sprintId: null });
  await shop.at('2026-03-05T16:00:00Z');
  const completionAction = { mode: 'backlog' };
  await moved(owner, `${project}/sprints/${String(sprintId)}`, 'done', { completionAction });
  return sprintId as string;
}

async function makeFlow(flow: ProjectClient): Promise<void> {
  await flow.at('2026-03-01T09:00:00Z');
  await flow.item({ title: 'Draw the map', status: 'todo' });
  await flow.at('2026-03-02T09:00:00Z');
  await flow.moves(1, 'in_progress');
  await flow.item({ title: 'Find the place', status: 'todo', type: 'bug' });
  await flow.at('2026-03-02T15:00:00Z');
  await flow.moves(2, 'done');
  await flow.at('2026-03-03T10:00:00Z');
  await flow.item({ title: 'Name the streets', status: 'todo', priority: 'high' });
  await flow.at('2026-03-03T14:00:00Z');
  await flow.moves(3, 'in_progress');
  await flow.at('2026-03-03T21:00:00Z');
  await flow.moves(1, 'done');
  await flow.at('2026-03-04T09:00:00Z');
  await flow.moves(2, 'todo');
}

async function makeEpics(time: TestTime, owner: Caller, project: string): Promise<void> {
  const epics = new ProjectClient(time, owner, project);
  await epics.at('2026-03-01T09:00:00Z');
  await epics.item({ title: 'Launch', type: 'epic', status: 'in_progress', dueDate: '2026-04-01T00:00:00Z' });
  await epics.item({ title: 'archive the old site', type: 'epic' });
  const parentId = `${project.split('/').at(-1)!}-1`;
  const child = (title: string, status: string, storyPoints: number | null) =>
    epics.item({ title, status, storyPoints, parentId });
  await child('Write the text', 'done', 3);
  await child('Take the pictures', 'in_progress', 5);
  await child('Invite the press', 'todo', null);
  for (const name of ['web', 'press']) await givenLabel(owner, project, name);
  await epics.labels(3, 'web');
  await epics.labels(4, 'web');
  await epics.labels(4, 'press');
  await epics.labels(5, 'press');
}
