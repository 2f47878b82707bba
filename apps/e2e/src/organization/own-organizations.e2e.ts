import { untilKnown } from '../kit/changed-access.js';
import { freshKey } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { signedIn } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const CREATE = '/api/x/organizations';
const world = new World('own-organizations');
const settings = (slug: string): string => `${CREATE}/${slug}`;

/** An Organization of the traveller, who owns no other. */
const creator = () => signedIn(world, 'traveller');

describe('createOrganization', () => {
  it('makes the caller its owner, with a slug from its name and an entity tag', async () => {
    const browser = await creator();
    const { status, body, headers } = await browser.post(CREATE, { name: ' Größe & Co. ' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Größe & Co.', description: null, removalDueAt: null, revision: 1 });
    expect(body.slug).toMatch(/^grosse-co(?:-\d+)?$|^gro-e-co(?:-\d+)?$/);
    expect(headers.etag).toBe('"org-1"');
    // The caller sees it with the next request.
    const { body: shown } = await browser.get(`/api/v1/organizations/${body.slug}`);
    expect(shown).toMatchObject({ id: body.id, role: 'owner' });
  });

  it('numbers a slug that it derives, and refuses one that is asked for and taken', async () => {
    const browser = await creator();
    const first = await browser.post(CREATE, { name: 'Twice of this world' });
    const second = await browser.post(CREATE, { name: 'Twice of this world' });
    expect([first.body.slug, second.body.slug]).toEqual(['twice-of-this-world', 'twice-of-this-world-2']);
    expectRefusal(await browser.post(CREATE, { name: 'x', slug: 'twice-of-this-world' }), 'CONFLICT');
  });

  it('grants the Organization to the token that creates it, and to no other', async () => {
    const { body } = await world.stranger.post(CREATE, { name: 'By a token' });
    expect((await world.stranger.get(`/api/v1/organizations/${body.slug}`)).status).toBe(200);
    expectRefusal(await world.owner.get(`/api/v1/organizations/${body.slug}`), 'NOT_FOUND');
  });

  it('is one Organization for one key, however often it is sent', async () => {
    const key = freshKey();
    const ask = () => world.stranger.post(CREATE, { name: 'Once' }, { key });
    const first = await ask();
    expectReplay(await ask(), first);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{}, 'name'],
    [{ name: 'x', slug: 'x' }, 'slug'],
    [{ name: 'x', slug: 'x'.repeat(51) }, 'slug'],
    [{ name: 'x', slug: 'Upper' }, 'slug'],
    [{ name: 'x', slug: '-x' }, 'slug'],
    [{ name: 'x', description: 'x'.repeat(2001) }, 'description'],
    [{ name: 'x', plan: 'free' }, 'plan'],
  ])('refuses %j and names the member', async (body, member) => {
    expectRefusal(await world.owner.post(CREATE, body), 'VALIDATION_ERROR', member);
  });

  it('lets one user own twenty, also when they come at the same moment', async () => {
    const browser = await signedIn(world, 'colleague');
    const numbers = Array.from({ length: 24 }, (_, n) => n);
    const answers = await concurrently(8, numbers, (n) =>
      browser.post(CREATE, { name: `Owned ${n}`, slug: `owned-${n}-of-${world.slug}`.slice(0, 50).replace(/-$/, '') }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectRefusal(answer, 'LIMIT_REACHED');
  });
});

describe('updateOrganization', () => {
  it('changes what it names by the revision that was read, and v1 shows it', async () => {
    const browser = await creator();
    const { body } = await browser.post(CREATE, { name: 'To change', description: 'Before' });
    const path = settings(body.slug);
    const changed = await browser.patch(path, { name: 'Changed' }, { ifMatch: '"org-1"' });
    expect(changed.body).toMatchObject({ name: 'Changed', description: 'Before', revision: 2 });
    expectRefusal(await browser.patch(path, { name: 'Late' }, { ifMatch: '"org-1"' }), 'REVISION_CONFLICT');
    const same = await browser.patch(path, { name: 'Changed' }, { ifMatch: '"org-2"' });
    expect(same.body.revision).toBe(2);
    const { body: shown } = await browser.get(`/api/v1/organizations/${body.slug}`);
    expect(shown.name).toBe('Changed');
  });

  it('lets an administrator change the name, and only an owner the slug', async () => {
    const path = settings(world.slug);
    const { body } = await world.admin.patch(path, { description: 'By an administrator' }, { ifMatch: '*' });
    expect(body.description).toBe('By an administrator');
    expectRefusal(await world.admin.patch(path, { slug: 'mine-now' }, { ifMatch: '*' }), 'FORBIDDEN');
    expectRefusal(await world.member.patch(path, { description: 'x' }, { ifMatch: '*' }), 'FORBIDDEN');
  });

  it('keeps a slug that was changed for its Organization: it is given to nobody else', async () => {
    const browser = await creator();
    const { body } = await browser.post(CREATE, { name: 'Former', slug: 'former-of-this-world' });
    await browser.patch(settings('former-of-this-world'), { slug: 'later-of-this-world' }, { ifMatch: '*' });
    expect((await browser.get('/api/v1/organizations/later-of-this-world')).body.id).toBe(body.id);
    expectRefusal(await browser.post(CREATE, { name: 'x', slug: 'former-of-this-world' }), 'CONFLICT');
    // It can have it again.
    const back = await browser.patch(
      settings('later-of-this-world'),
      { slug: 'former-of-this-world' },
      { ifMatch: '*' },
    );
    expect(back.body.slug).toBe('former-of-this-world');
  });

  it('keeps five slugs of an Organization at most: nobody takes many', async () => {
    const browser = await creator();
    await browser.post(CREATE, { name: 'Renamed', slug: 'renamed-0-of-this-world' });
    const rename = (from: number, to: number) =>
      browser.patch(
        settings(`renamed-${from}-of-this-world`),
        { slug: `renamed-${to}-of-this-world` },
        { ifMatch: '*' },
      );
    for (let n = 0; n < 5; n += 1) expect((await rename(n, n + 1)).status).toBe(200);
    expectRefusal(await rename(5, 6), 'LIMIT_REACHED');
  });

  it('gives a slug away when its 90 days are over', async () => {
    const browser = await creator();
    await browser.post(CREATE, { name: 'Old', slug: 'old-of-this-world' });
    await browser.patch(settings('old-of-this-world'), { slug: 'new-of-this-world' }, { ifMatch: '*' });
    await new Facts(world.databaseUrl).endFormerSlug('old-of-this-world');
    expect((await browser.post(CREATE, { name: 'Next', slug: 'old-of-this-world' })).status).toBe(201);
  });
});

describe('removeOrganization', () => {
  const removed = async (slug: string) => {
    const browser = await creator();
    await browser.post(CREATE, { name: 'To remove', slug });
    const answer = await browser.send({
      method: 'DELETE',
      target: settings(slug),
      headers: { 'idempotency-key': freshKey(), 'if-match': '*' },
      body: { slug },
    });
    return { browser, answer };
  };

  it('suspends at once, says when all is deleted, and can be taken back by an owner', async () => {
    const slug = 'removed-of-this-world';
    const { browser, answer } = await removed(slug);
    expect(answer.status).toBe(200);
    const days = (Date.parse(answer.body.removalDueAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expectRefusal(await browser.get(`/api/v1/organizations/${slug}`), 'ORGANIZATION_SUSPENDED');
    expect((await browser.get(settings(slug))).body.removalDueAt).toBe(answer.body.removalDueAt);

    const kept = await browser.post(`${settings(slug)}/kept`, {}, { ifMatch: answer.headers.etag ?? '' });
    expect(kept.body).toMatchObject({ removalDueAt: null, revision: 3 });
    const shown = await untilKnown('the Organization that is kept', async () => {
      const again = await browser.get(`/api/v1/organizations/${slug}`);
      return again.status === 200 ? again : undefined;
    });
    expect(shown.body.suspended).toBe(false);
  });

  it('is one removal for one key: a repeat gets the first response, though the Organization is suspended', async () => {
    const slug = 'twice-of-this-world';
    const browser = await creator();
    await browser.post(CREATE, { name: 'To remove', slug });
    const headers = { 'idempotency-key': freshKey(), 'if-match': '*' };
    const ask = () => browser.send({ method: 'DELETE', target: settings(slug), headers, body: { slug } });
    const first = await ask();
    expect(first.status).toBe(200);
    expectReplay(await ask(), first);
  });

  it('and the suspension by the operator are two things: neither ends the other', async () => {
    const slug = 'kept-of-this-world';
    const { browser, answer } = await removed(slug);
    const task = (name: string) => taskResult([name, '--slug', slug], world);
    expect(await task('org:suspend')).toEqual({ slug, suspended: true });
    // The owner keeps it: what the operator has suspended stays so.
    await browser.post(`${settings(slug)}/kept`, {}, { ifMatch: '*' });
    expectRefusal(await browser.get(`/api/v1/organizations/${slug}`), 'ORGANIZATION_SUSPENDED');
    expect(answer.body.removalDueAt).not.toBeNull();
    expect(await task('org:remove')).toMatchObject({ slug, suspended: true });
    // The end of the suspension ends no removal.
    expect(await task('org:resume')).toEqual({ slug, suspended: true });
    expect(await task('org:keep')).toEqual({ slug, suspended: false, removalDueAt: null });
  });

  it('is followed by the deletion of all that it held: nothing of it is found, and its slugs are free', async () => {
    const slug = 'deleted-of-this-world';
    const browser = await creator();
    await browser.post(CREATE, { name: 'Before', slug: `${slug}-before` });
    await browser.patch(settings(`${slug}-before`), { slug }, { ifMatch: '*' });
    const project = `/api/v1/organizations/${slug}/projects`;
    await browser.post(project, { name: 'Web', key: 'WEB' });
    expect((await browser.post(`${project}/WEB/work-items`, { title: 'To be deleted' })).status).toBe(201);
    const headers = { 'idempotency-key': freshKey(), 'if-match': '*' };
    await browser.send({ method: 'DELETE', target: settings(slug), headers, body: { slug } });
    await new Facts(world.databaseUrl).endDaysOfRemoval(slug);
    const created = await eventually('the deletion', async () => {
      const answer = await browser.post(CREATE, { name: 'Next', slug });
      return answer.status === 201 ? answer : undefined;
    });
    expect((await browser.get(`${project}?limit=5`)).body.items).toEqual([]);
    expect(created.body.revision).toBe(1);
    expect((await browser.post(CREATE, { name: 'Next', slug: `${slug}-before` })).status).toBe(201);
  });
});
