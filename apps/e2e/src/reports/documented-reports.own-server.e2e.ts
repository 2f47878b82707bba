import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TestTime } from '../kit/test-time.js';
import { makeExampleProjects, type ExampleProjects } from './example-projects.js';

const PAGES = path.resolve(__dirname, '../../../../docs/reports');

let time: TestTime;
let examples: ExampleProjects;

beforeAll(async () => {
  time = await TestTime.start('documented-reports');
  examples = await makeExampleProjects(time);
}, 120_000);

afterAll(() => time.stop());

/** The request on a page and the answer below it. */
function exampleOn(page: string): { readonly target: string; readonly answer: any } {
  const text = readFileSync(path.join(PAGES, page), 'utf8');
  const [, target, answer] = /```http\nGET (\S+)\n```\n\n```json\n(.*?)```/s.exec(text) ?? [];
  if (target === undefined || answer === undefined) throw new Error(`${page} shows no example.`);
  return { target, answer: JSON.parse(answer) };
}

/** Replaces the ids, which differ from run to run. */
const withoutIds = (body: object): any =>
  JSON.parse(JSON.stringify(body).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id'));

describe('The example of docs/reports', () => {
  it.each([
    ['velocity.md', 'web'],
    ['cumulative-flow.md', 'flow'],
    ['control-chart.md', 'flow'],
    ['ageing-wip.md', 'flow'],
    ['created-vs-resolved.md', 'flow'],
    ['distribution.md', 'epics'],
    ['epic-progress.md', 'epics'],
  ] as const)('%s is what the service answers', async (page, project) => {
    const { target, answer } = exampleOn(page);
    const { body } = await time.world.owner.get(target.replace('{proj}', examples[project]));
    expect(withoutIds(body)).toEqual(withoutIds({ ...answer, data: answer.items }));
  });

  it('sprint.md is what the service answers', async () => {
    const { target, answer } = exampleOn('sprint.md');
    const path = target.replace('{proj}', examples.web).replace('{sprintId}', examples.sprintId);
    expect(withoutIds((await time.world.owner.get(path)).body)).toEqual(withoutIds(answer));
  });
});
