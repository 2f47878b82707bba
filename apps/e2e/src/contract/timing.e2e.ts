import { randomUUID } from 'node:crypto';
import { figures } from '../kit/figures.js';
import { givenComment, givenSprint, givenWorkItem } from '../kit/given.js';
import { Chance, seed } from '../kit/random.js';
import { expectRefusal } from '../kit/refusals.js';
import { isDeep } from '../kit/tier.js';
import { World } from '../kit/world.js';

/** Pairs for each path: one of them names something hidden, the other something that never existed. */
const PAIRS = isDeep ? 500 : 20;

const world = new World('timing');

/** The chance that a random request for something hidden takes longer than one for something missing: ½ means no difference. */
function advantage(hidden: readonly number[], missing: readonly number[]): number {
  const all = [
    ...hidden.map((time) => ({ time, isHidden: true })),
    ...missing.map((time) => ({ time, isHidden: false })),
  ];
  all.sort((a, b) => a.time - b.time);
  const ranks = all.reduce((sum, { isHidden }, at) => sum + (isHidden ? at + 1 : 0), 0);
  const { length } = hidden;
  return (ranks - (length * (length + 1)) / 2) / (length * missing.length);
}

it('The time of an answer is compared for what is hidden and what is missing, and printed', async () => {
  const { owner, stranger } = world;
  const project = world.project('FOR', 'foreign');
  const item = await givenWorkItem(stranger, project);
  const sprint = await givenSprint(stranger, project);
  const at = `${project}/work-items/${item.key}`;
  await givenComment(stranger, at);
  const unknown = (path: string): string => path.replace('-foreign', '-unknown');
  const paths: [hidden: string, missing: string][] = [
    [world.org('foreign'), unknown(world.org('foreign'))],
    ...['', '/work-items', '/sprints', '/labels', '/activity'].map((below): [string, string] => [
      `${project}${below}`,
      unknown(`${project}${below}`),
    ]),
    ...['', '/comments', '/activity'].map((below): [string, string] => [`${at}${below}`, unknown(`${at}${below}`)]),
    // A Sprint of another Organization below a visible Project.
    [`${world.project('WEB')}/sprints/${sprint.id}`, `${world.project('WEB')}/sprints/${randomUUID()}`],
  ];
  const chance = new Chance(seed);
  const found: Record<string, string> = {};
  for (const pair of paths) {
    const times: [number[], number[]] = [[], []];
    for (let count = 0; count < 2 * PAIRS; count += 1) {
      // In random order, so that what the machine does besides falls on both alike.
      const which = chance.below(2) as 0 | 1;
      const begin = performance.now();
      const answer = await owner.get(pair[which]);
      times[which].push(performance.now() - begin);
      expectRefusal(answer, 'NOT_FOUND');
    }
    const value = advantage(...times);
    found[pair[0].replace('/api/v1/organizations', '')] = value.toFixed(3);
    figures.most(
      'advantage of timing hidden against missing, in percent from even',
      Math.round(Math.abs(value - 0.5) * 100),
    );
  }
  console.log(JSON.stringify(found, null, 1));
}, 3_600_000);
