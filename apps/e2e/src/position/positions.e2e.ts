import { randomUUID } from 'node:crypto';
import { freshKey } from '../kit/client.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('positions');
const { owner, admin, member } = world;

/** A fresh Project with so many Work Items. */
async function givenOrder(size: number) {
  const { key } = await givenProject(owner, world.org());
  const project = world.project(key);
  const items: { readonly id: string; readonly key: string }[] = [];
  while (items.length < size) items.push(await givenWorkItem(owner, project, {}));
  const positions = `${project.replace('/api/v1/', '/api/x/')}/positions`;
  return { key, project, positions, items, names: items.map((item) => item.key) };
}

const orderOf = async (positions: string): Promise<string[]> => {
  const { status, body } = await owner.get(`${positions}?limit=100`);
  expect(status).toBe(200);
  return body.items.map((item: { readonly key: string }) => item.key);
};

describe('listPositions', () => {
  it('has the order of creation until something is moved, page by page, without what is archived or deleted', async () => {
    const { project, positions, names } = await givenOrder(6);
    expect(await orderOf(positions)).toEqual(names);
    await member.post(positions, { workItems: [names[5]], before: names[1] });
    await admin.post(`${project}/work-items/${names[2]}/archive`, {}, { ifMatch: '*' });
    await owner.delete(`${project}/work-items/${names[3]}`, { ifMatch: '*' });
    const shown = [names[0], names[5], names[1], names[4]];
    expect(await orderOf(positions)).toEqual(shown);
    const walked: string[] = [];
    for (let next = ''; ;) {
      const { body } = await owner.get(`${positions}?limit=1${next}`);
      walked.push(...body.items.map((item: { readonly key: string }) => item.key));
      if (!body.page.hasMore) break;
      next = `&cursor=${body.page.nextCursor}`;
    }
    expect(walked).toEqual(shown);
    // An archived Work Item keeps its place.
    await admin.post(`${project}/work-items/${names[2]}/unarchive`, {}, { ifMatch: '*' });
    expect(await orderOf(positions)).toEqual([names[0], names[5], names[1], names[2], names[4]]);
  });
});

describe('moveWorkItems', () => {
  it('moves a block in the given order before or after another one, to the start or to the end', async () => {
    const { project, positions, items, names } = await givenOrder(5);
    const [a, b, c, d, e] = names;
    const { status, body } = await member.post(positions, { workItems: [d, items[1]!.id], before: a });
    expect(status).toBe(200);
    expect(body.positions.map(({ id, key }: { id: string; key: string }) => [id, key])).toEqual([
      [items[3]!.id, d],
      [items[1]!.id, b],
    ]);
    expect(body.positions[0].position).toBeLessThan(body.positions[1].position);
    expect(await orderOf(positions)).toEqual([d, b, a, c, e]);
    await member.post(positions, { workItems: [d], after: c });
    expect(await orderOf(positions)).toEqual([b, a, c, d, e]);
    await member.post(positions, { workItems: [b, a], before: null });
    expect(await orderOf(positions)).toEqual([c, d, e, b, a]);
    await member.post(positions, { workItems: [e], after: null });
    expect(await orderOf(positions)).toEqual([e, c, d, b, a]);
    // A Work Item that is created later comes last.
    const { key } = await givenWorkItem(owner, project, {});
    expect(await orderOf(positions)).toEqual([e, c, d, b, a, key]);
  });

  it('makes room where a place is crowded, and keeps the order of all others', async () => {
    const { positions, names } = await givenOrder(6);
    const [first, ...others] = names;
    let expected = others;
    for (let move = 0; move < 60; move += 1) {
      const last = expected.at(-1)!;
      expected = [last, ...expected.slice(0, -1)];
      const { status } = await member.post(positions, { workItems: [last], after: first });
      expect(status).toBe(200);
    }
    expect(await orderOf(positions)).toEqual([first, ...expected]);
  });

  it('is no change for v1: revision, history and the instant of the last update stay', async () => {
    const { project, positions, names } = await givenOrder(2);
    const target = `${project}/work-items/${names[1]}`;
    const before = await owner.get(target);
    const activity = await owner.get(`${target}/activity`);
    await member.post(positions, { workItems: [names[1]], before: names[0] });
    const after = await owner.get(target);
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);
    expect((await owner.get(`${target}/activity`)).body).toEqual(activity.body);
    expect((await owner.patch(target, { title: 'Changed' }, { ifMatch: String(before.headers.etag) })).status).toBe(
      200,
    );
  });

  it('is no field of a query, whose error names it and its place', async () => {
    const query = 'status = backlog ORDER BY position';
    const { status, body } = await owner.post(`${world.org()}/work-items/search`, { query });
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
    expect(body.error.details.diagnostics).toMatchObject([
      { code: 'SQUEAKQL_UNKNOWN_FIELD', token: 'position', line: 1, column: query.indexOf('position') + 1 },
    ]);
  });

  it('names what it cannot move, and moves nothing then', async () => {
    const { project, positions, names } = await givenOrder(4);
    const [a, b, c, gone] = names;
    const elsewhere = await givenOrder(1);
    await owner.delete(`${project}/work-items/${gone}`, { ifMatch: '*' });
    const refused: readonly (readonly [object, string])[] = [
      [{ workItems: [c, gone], before: a }, 'workItems[1]'],
      [{ workItems: [elsewhere.names[0]], before: a }, 'workItems[0]'],
      [{ workItems: [elsewhere.items[0]!.id], before: a }, 'workItems[0]'],
      [{ workItems: [c, c], before: a }, 'workItems[1]'],
      [{ workItems: [c], before: gone }, 'before'],
      [{ workItems: [c], after: randomUUID() }, 'after'],
      [{ workItems: [c], after: elsewhere.names[0] }, 'after'],
      [{ workItems: [c, b], after: b }, 'after'],
      [{ workItems: [c] }, 'before'],
      [{ workItems: [c], before: a, after: b }, 'after'],
      [{ workItems: [], before: a }, 'workItems'],
      [{ workItems: Array.from({ length: 101 }, () => c), before: a }, 'workItems'],
      [{ workItems: ['1'], before: a }, 'workItems'],
      [{ workItems: [c], before: 'x' }, 'before'],
    ];
    for (const [body, named] of refused) {
      const answer = await member.post(positions, body);
      expectRefusal(answer, 'VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fieldErrors)).toContain(named);
    }
    expect(await orderOf(positions)).toEqual([a, b, c]);
  });

  it('has one effect for one key', async () => {
    const { positions, names } = await givenOrder(3);
    const [a, b, c] = names;
    const conditions = { key: freshKey() };
    const first = await member.post(positions, { workItems: [c], before: a }, conditions);
    await member.post(positions, { workItems: [b], before: c });
    expectReplay(await member.post(positions, { workItems: [c], before: a }, conditions), first);
    expect(await orderOf(positions)).toEqual([b, c, a]);
  });

  it('is one move after the other when 20 come concurrently: nothing is lost, and no two are at one place', async () => {
    const { project, positions, names } = await givenOrder(12);
    const anchor = names[5]!;
    const moves = Array.from({ length: 20 }, (_, at) => {
      const workItems = [names[at % 5]!, names[7 + (at % 5)]!];
      return at % 2 === 0 ? { workItems, before: anchor } : { workItems: workItems.toReversed(), after: anchor };
    });
    const changes = names.map((name) =>
      owner.patch(`${project}/work-items/${name}`, { title: 'Meanwhile' }, { ifMatch: '*' }),
    );
    const answers = await Promise.all([
      ...moves.map((move, at) => (at % 2 === 0 ? member : admin).post(positions, move)),
      ...changes,
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const order = await orderOf(positions);
    expect(order.toSorted()).toEqual(names.toSorted());
    const { body } = await owner.get(`${positions}?limit=100`);
    expect(new Set(body.items.map(({ position }: { readonly position: number }) => position)).size).toBe(names.length);
    // The last of the moves is as it was asked for: its block stands together on its side of the anchor.
    const at = order.indexOf(anchor);
    const near = [order.slice(Math.max(0, at - 2), at), order.slice(at + 1, at + 3)].map((some) => some.join());
    const asked = moves.map(({ workItems }) => workItems.join());
    expect(near.some((some) => asked.includes(some))).toBe(true);
  });
});
