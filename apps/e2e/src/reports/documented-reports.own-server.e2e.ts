import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ToldTime } from '../kit/told-time.js';
import { tell, type Told } from './told-projects.js';

const PAGES = path.resolve(__dirname, '../../../../docs/reports');

let time: ToldTime;
let told: Told;

beforeAll(async () => {
  time = await ToldTime.start('reports-told');
  told = await tell(time);
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
    const { body } = await time.world.owner.get(target.replace('{proj}', told[project]));
    expect(withoutIds(body)).toEqual(withoutIds({ ...answer, data: answer.items }));
  });

  it('sprint.md is what the service answers', async () => {
    const { target, answer } = exampleOn('sprint.md');
    const path = target.replace('{proj}', told.web).replace('{sprintId}', told.sprintId);
    expect(withoutIds((await time.world.owner.get(path)).body)).toEqual(withoutIds(answer));
  });
});
