import type { Caller } from '../kit/client.js';
import { givenProject } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { expectRefusal } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const keys = (items: { key: string }[]): string[] => items.map(({ key }) => key);

describe('Projects', () => {
  const world = new World('lists');
  const foreign = `${world.org('foreign')}/projects`;
  const reader: Caller = world.stranger;

  beforeAll(async () => {
    // Created in another order than they are listed in; code points put capitals before small letters.
    for (const [key, name] of [
      ['E', 'zebra'],
      ['D', 'Zebra'],
      ['C', 'äpfel'],
      ['B', 'apple'],
      ['A', 'apple'],
    ] as const) {
      await givenProject(reader, world.org('foreign'), { key, name });
    }
    await reader.post(`${foreign}/E/archive`, {}, { ifMatch: '*' });
  });

  it('scenario 11: archived=true lists only archived Projects, without it only active ones', async () => {
    expect(keys((await reader.get(`${foreign}?archived=true`)).body.items)).toEqual(['E']);
    const active = (await reader.get(foreign)).body.items;
    expect(keys(active)).not.toContain('E');
    expect(active.every(({ archivedAt }: any) => archivedAt === null)).toBe(true);
    expect(keys((await reader.get(`${foreign}?archived=false`)).body.items)).toEqual(keys(active));
  });

  it('orders by name in code points, then by id', async () => {
    const { items, page } = (await reader.get(foreign)).body;
    expect(items.map(({ name }: any) => name)).toEqual([
      'Another website',
      'Foreign',
      'Zebra',
      'apple',
      'apple',
      'äpfel',
    ]);
    expect(items[3].id < items[4].id).toBe(true);
    expect(page).toEqual({ limit: 50, hasMore: false, nextCursor: null });
  });

  it('scenario 12: a walk with limit=1 meets each Project once and ends with hasMore false', async () => {
    const whole = (await reader.get(foreign)).body.items;
    const walked = await walk(reader, `${foreign}?limit=1`);
    expect(walked).toEqual(whole);
  });

  it('applies the filter of the request in hand to a position', async () => {
    const { body } = await reader.get(`${foreign}?limit=1`);
    const after = await reader.get(`${foreign}?archived=true&cursor=${encodeURIComponent(body.page.nextCursor)}`);
    expect(keys(after.body.items)).toEqual(['E']);
  });

  it('shows only the granted Projects to a token of Projects', async () => {
    const { body } = await world.caller('owner of WEB only').get(`${world.org()}/projects`);
    expect(keys(body.items)).toEqual(['WEB']);
    expect(body.page).toEqual({ limit: 50, hasMore: false, nextCursor: null });
  });

  it('finds a Project by its key in either case and shows the stored form', async () => {
    const { status, body, headers } = await world.member.get(world.project('web'));
    expect({ status, key: body.key, etag: headers.etag }).toEqual({ status: 200, key: 'WEB', etag: '"project-1"' });
  });

  it.each(['1', '0', 'TRUE', 'True', 'yes', '', ' true', 'null'])('refuses archived=%j', async (value) => {
    const answer = await reader.get(`${foreign}?archived=${encodeURIComponent(value)}`);
    expectRefusal(answer, 'VALIDATION_ERROR', 'archived');
  });
});
