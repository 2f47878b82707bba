import { untilKnown } from '../kit/changed-access.js';
import { eventually } from '../kit/eventually.js';
import { walk } from '../kit/paging.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { taskResult } from '../kit/task.js';
import { INSTANT, MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const LIST = '/api/v1/organizations';

describe('Organizations', () => {
  const world = new World('organizations');
  const slugs = (items: { slug: string }[]): string[] => items.map(({ slug }) => slug);

  it('scenario 5: the list has id, slug, name, suspended; the detail has all eleven members', async () => {
    const { body } = await world.owner.get(LIST);
    expect(membersOf(body)).toEqual(['items', 'page']);
    expect(membersOf(body.page)).toEqual(sorted(MEMBERS.page));
    const row = body.items.find(({ slug }: { slug: string }) => slug === world.slug);
    expect(row).toMatchObject({ name: `Home of ${world.slug}`, suspended: false });

    const detail = await world.owner.get(world.org());
    expect(membersOf(detail.body)).toEqual(sorted(MEMBERS.organization));
    expect(detail.body).toEqual(row);
    expect(detail.body).toMatchObject({
      slug: world.slug,
      description: null,
      plan: 'self_hosted',
      role: 'owner',
      isDefault: true,
      suspended: false,
      timeZone: 'UTC',
    });
    expect(detail.body.createdAt).toMatch(INSTANT);
  });

  it('scenario 5: with Project grants only, the row has four members and the detail is 404', async () => {
    const caller = world.caller('owner of WEB only');
    const { body } = await caller.get(LIST);
    expect(slugs(body.items)).toEqual([world.slug]);
    expect(membersOf(body.items[0])).toEqual(sorted(MEMBERS.organizationMinimal));
    expectRefusal(await caller.get(world.org()), 'NOT_FOUND');
  });

  it('scenario 6: an unknown and a foreign Organization are one and the same 404', async () => {
    const unknown = await world.owner.get(world.org('unknown'));
    const foreign = await world.owner.get(world.org('foreign'));
    expectRefusal(foreign, 'NOT_FOUND');
    expectIndistinguishable(foreign, unknown);
  });

  it('scenario 6: a suspended Organization answers 403 to its members, stays in the list, and comes back', async () => {
    const caller = world.caller('owner here and there');
    await taskResult(['org:suspend', '--slug', `${world.slug}-asleep`], world);
    const refused = await untilKnown('the suspension', async () => {
      const answer = await caller.get(world.org('asleep'));
      return answer.status === 200 ? undefined : answer;
    });
    expectRefusal(refused, 'ORGANIZATION_SUSPENDED');
    const { body } = await caller.get(LIST);
    const rows = new Map(body.items.map((row: any) => [row.slug, row.suspended]));
    expect(rows.get(`${world.slug}-asleep`)).toBe(true);
    expect(rows.get(world.slug)).toBe(false);
    const { body: me } = await caller.get('/api/v1/me');
    expect(slugs(me.organizations)).toContain(`${world.slug}-asleep`);
    expectRefusal(await world.stranger.get(world.org('asleep')), 'NOT_FOUND');

    await taskResult(['org:resume', '--slug', `${world.slug}-asleep`], world);
    await eventually('the end of the suspension', async () => {
      const answer = await caller.get(world.org('asleep'));
      return answer.status === 200 ? true : undefined;
    });
  });

  it('marks the default Organization of the caller alone', async () => {
    const caller = world.caller('traveller');
    const { body } = await caller.get(LIST);
    const flags = new Map(body.items.map((row: any) => [row.slug, row.isDefault]));
    expect(flags).toEqual(
      new Map([
        [`${world.slug}-foreign`, false],
        [world.slug, true],
      ]),
    );
  });

  it('orders by name in code points, then by id, and walks without losing a row', async () => {
    const nomad = world.caller('nomad');
    const { body: whole } = await nomad.get(LIST);
    expect(whole.items.map(({ name }: { name: string }) => name)).toEqual(['Beta', 'Beta', 'Zeta', 'alpha', 'Éclair']);
    expect(whole.items[0].id < whole.items[1].id).toBe(true);
    expect(whole.page).toEqual({ limit: 50, hasMore: false, nextCursor: null });

    const walked = await walk(nomad, `${LIST}?limit=2`);
    expect(walked).toEqual(whole.items);
  });

  it('says that there is no more when the last row ends the page', async () => {
    const { body } = await world.caller('nomad').get(`${LIST}?limit=5`);
    expect(body.page).toEqual({ limit: 5, hasMore: false, nextCursor: null });
  });

  it('finds a slug only in its own case', async () => {
    expectRefusal(await world.owner.get(`/api/v1/organizations/${world.slug.toUpperCase()}`), 'NOT_FOUND');
  });
});
