import { type Answer, freshKey } from '../kit/client.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('concurrency');
const { owner } = world;

const TWENTY = Array.from({ length: 20 }, (_, n) => n);
const counted = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Each answer to concurrent requests with one key is the first one, its replay, or the word to wait. */
function expectOneExecution(answers: readonly Answer[], success: number): void {
  const done = answers.filter(({ status }) => status === success);
  expect(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  for (const answer of answers.filter(({ status }) => status !== success)) {
    expectRefusal(answer, 'IDEMPOTENCY_REQUEST_IN_PROGRESS');
    expect(answer.headers['retry-after']).toBe('1');
  }
}

let path: string;
beforeAll(async () => {
  path = world.project((await givenProject(owner, world.org())).key);
});

describe('Twenty at once', () => {
  it('scenario 50: POSTs with one key have one effect', async () => {
    const { key: projectKey } = await givenProject(owner, world.org());
    const items = `${world.project(projectKey)}/work-items`;
    for (let round = 0; round < 5; round += 1) {
      const key = freshKey();
      expectOneExecution(
        await Promise.all(TWENTY.map(() => owner.post(items, { title: `Round ${round}` }, { key }))),
        201,
      );
      expect((await owner.get(items)).body.items).toHaveLength(round + 1);
    }
  });

  it('scenario 50: PATCHes with one tag are one 200 and nineteen 412', async () => {
    const { key } = await givenWorkItem(owner, path);
    for (let revision = 1; revision <= 5; revision += 1) {
      const answers = await Promise.all(
        TWENTY.map((n) =>
          owner.patch(world.item(key), { title: `${revision}.${n}` }, { ifMatch: `"wi-${revision}"`, key: null }),
        ),
      );
      expect(counted(answers)).toEqual({ 200: 1, 412: 19 });
      for (const { status, body } of answers) {
        if (status === 412) {
          expect(body.error.details).toEqual({ expectedRevision: revision, currentRevision: revision + 1 });
        }
      }
      const winner = answers.find(({ status }) => status === 200)!;
      expect((await owner.get(world.item(key))).body).toEqual(winner.body);
    }
  });

  it('PATCHes with * are twenty revisions, each with its own instant', async () => {
    const { key } = await givenWorkItem(owner, path);
    const answers = await Promise.all(
      TWENTY.map((n) => owner.patch(world.item(key), { title: `By ${n}` }, { key: null })),
    );
    expect(counted(answers)).toEqual({ 200: 20 });
    const states = answers.map(({ body }) => body).sort((a, b) => a.revision - b.revision);
    expect(states.map(({ revision }) => revision)).toEqual(TWENTY.map((n) => n + 2));
    const instants = states.map(({ updatedAt }) => updatedAt);
    expect([...new Set(instants)].sort()).toEqual(instants);
    expect((await owner.get(world.item(key))).body).toEqual(states.at(-1));
  });

  it('keyed PATCHes with one key and one tag have one effect', async () => {
    const { key } = await givenWorkItem(owner, path);
    const conditions = { key: freshKey(), ifMatch: '"wi-1"' };
    expectOneExecution(
      await Promise.all(TWENTY.map(() => owner.patch(world.item(key), { title: 'Once' }, conditions))),
      200,
    );
    expect((await owner.get(world.item(key))).body.revision).toBe(2);
  });
});
