import { randomUUID } from 'node:crypto';
import { Raw, type Answer } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenProject, givenSprint, moved } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { Browser, signedIn } from '../kit/session.js';
import { suspend } from '../kit/changed-access.js';
import { INSTANT, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('saved-sprint-reports');
const facts = new Facts(world.databaseUrl);
const SETTINGS = { unit: 'points', sections: ['summary', 'burndown', 'statuses', 'feed'], theme: 'auto' };
/** No condition and no key. */
const BARE = { key: null, ifMatch: null };

const MEMBERS = [
  ...['createdAt', 'currentSprint', 'id', 'name', 'owner', 'pinned', 'revision'],
  ...['settings', 'shared', 'sprint', 'updatedAt'],
];

/** The path of the saved reports of a Project, by the path of that Project in the public API. */
const reportsOf = (project: string): string => `${project.replace('/api/v1/', '/api/')}/saved-sprint-reports`;

let admin: Browser;
let member: Browser;
let colleague: Browser;
beforeAll(async () => {
  [admin, member, colleague] = await Promise.all([
    signedIn(world, 'admin'),
    signedIn(world, 'member'),
    signedIn(world, 'colleague'),
  ]);
});

interface Place {
  /** The path of a fresh Project in the public API. */
  readonly project: string;
  readonly reports: string;
  readonly key: string;
}

const place = async (): Promise<Place> => {
  const { key } = await givenProject(world.owner, world.org());
  const project = world.project(key);
  return { project, reports: reportsOf(project), key };
};

let counter = 0;
const saved = async (browser: Browser, reports: string, members: object = {}): Promise<any> => {
  const answer = await browser.post(
    reports,
    { name: `Report ${(counter += 1)}`, sprint: 'active', ...members },
    { key: null },
  );
  if (answer.status !== 201) throw new Error(`Nothing was saved: ${answer.status} ${answer.text}`);
  return answer.body;
};
const pin = (browser: Browser, report: string, headers = {}): Promise<Answer> =>
  browser.send({ method: 'PUT', target: `${report}/pin`, headers });
const unpin = (browser: Browser, report: string): Promise<Answer> => browser.delete(`${report}/pin`, BARE);
const namesOf = ({ body }: Answer): string[] => body.items.map(({ name }: { name: string }) => name);

describe('saveSprintReport', () => {
  it('saves a report with defaults, and answers with all members and the tag', async () => {
    const { reports } = await place();
    const answer = await member.post(reports, { name: '  Daily  ', sprint: 'active' }, { key: null });
    const { publicId, name } = world.user('member');
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(MEMBERS);
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      name: 'Daily',
      sprint: 'active',
      currentSprint: null,
      settings: SETTINGS,
      shared: false,
      owner: { publicId, name },
      pinned: false,
      revision: 1,
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: answer.body.createdAt,
    });
    expect(answer.headers.etag).toBe('"saved-1"');
    expect(await facts.audit(answer.headers['x-request-id'])).toMatchObject([
      { operation: 'saveSprintReport', actor: world.user('member').id },
    ]);
    const read = await member.get(`${reports}/${answer.body.id}`);
    expect(read).toMatchObject({ status: 200, headers: { etag: '"saved-1"' }, body: answer.body });
    expect((await member.get(reports)).body).toEqual({ items: [answer.body] });
  });

  it('keeps all that was given, texts unchanged', async () => {
    const { project, reports } = await place();
    const { id } = await givenSprint(world.owner, project, { name: 'One' });
    const name = `<img src=x onerror=alert(1)> '; drop table users; -- =1+1 \u202e😀`;
    const settings = { unit: 'items', sections: ['feed'], theme: 'dark' };
    const report = await saved(member, reports, { name, sprint: id.toUpperCase(), settings, shared: true });
    expect(report).toMatchObject({ name, sprint: id, settings, shared: true });
    expect(report.currentSprint).toEqual({ id, name: 'One', state: 'future' });
    expect((await colleague.get(`${reports}/${report.id}`)).body).toEqual(report);
  });

  it.each([
    ['name', {}],
    ['name', { name: null }],
    ['name', { name: ' \u3000 ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\u0000b' }],
    ['name', { name: 'a\nb' }],
    ['name', { name: 7 }],
    ['sprint', { sprint: undefined }],
    ['sprint', { sprint: null }],
    ['sprint', { sprint: 'ACTIVE' }],
    ['sprint', { sprint: 'one' }],
    ['sprint', { sprint: randomUUID() }],
    ['sprint', { sprint: ['active'] }],
    ['settings', { settings: null }],
    ['settings', { settings: [] }],
    ['settings.unit', { settings: { ...SETTINGS, unit: 'hours' } }],
    ['settings.unit', { settings: { ...SETTINGS, unit: undefined } }],
    ['settings.theme', { settings: { ...SETTINGS, theme: 'blue' } }],
    ['settings.sections', { settings: { ...SETTINGS, sections: undefined } }],
    ['settings.sections', { settings: { ...SETTINGS, sections: [] } }],
    ['settings.sections', { settings: { ...SETTINGS, sections: ['feed', 'feed'] } }],
    ['settings.sections', { settings: { ...SETTINGS, sections: ['people'] } }],
    ['settings.sections', { settings: { ...SETTINGS, sections: 'feed' } }],
    ['settings.sections', { settings: { ...SETTINGS, sections: [{ constructor: 'feed' }] } }],
    ['settings.font', { settings: { ...SETTINGS, font: 'Comic' } }],
    ['shared', { shared: 'true' }],
    ['shared', { shared: null }],
    ['owner', { owner: 'somebody' }],
  ])('names %s in the refusal of %j', async (field, members) => {
    const { reports } = here;
    const named = field === 'name' ? {} : { name: 'Daily' };
    expectRefusal(
      await member.post(reports, { ...named, sprint: 'active', ...members }, { key: null }),
      'VALIDATION_ERROR',
      field,
    );
  });

  let here: Place;
  beforeAll(async () => {
    here = await place();
  });

  it('refuses a list of sections that is far too long', async () => {
    const sections = Array<string>(4_000).fill('feed');
    const body = { name: 'x', sprint: 'active', settings: { ...SETTINGS, sections } };
    expectRefusal(await member.post(here.reports, body, { key: null }), 'VALIDATION_ERROR', 'settings.sections');
  });

  it('refuses a Sprint of another Project', async () => {
    const { project } = await place();
    const { id: sprint } = await givenSprint(world.owner, project, { name: 'Foreign' });
    expectRefusal(await member.post(here.reports, { name: 'x', sprint }, { key: null }), 'VALIDATION_ERROR', 'sprint');
  });

  it('refuses another body than JSON, a body of more than 1 MiB, and a query', async () => {
    expectRefusal(await member.post(here.reports, new Raw('{'), { key: null }), 'VALIDATION_ERROR', 'body');
    const large = new Raw(JSON.stringify({ name: 'x'.repeat(1_100_000), sprint: 'active' }));
    expectRefusal(await member.post(here.reports, large, { key: null }), 'PAYLOAD_TOO_LARGE');
    expectRefusal(
      await member.post(`${here.reports}?dry=1`, { name: 'x', sprint: 'active' }, { key: null }),
      'VALIDATION_ERROR',
      'dry',
    );
    expectRefusal(await member.get(`${here.reports}?limit=1`), 'VALIDATION_ERROR', 'limit');
  });

  it('refuses a name that another report of the owner has, regardless of case', async () => {
    const { reports } = await place();
    await saved(member, reports, { name: 'Éclair' });
    const again = { name: ' éCLAIR', sprint: 'active' };
    expectRefusal(await member.post(reports, again, { key: null }), 'CONFLICT');
    expect((await colleague.post(reports, again, { key: null })).status).toBe(201);
  });

  it('saves once for one Idempotency-Key', async () => {
    const { reports } = await place();
    const key = `saved-${randomUUID()}`;
    const body = { name: 'Once', sprint: 'active' };
    const first = await member.post(reports, body, { key });
    const again = await member.post(reports, body, { key });
    expect(again).toMatchObject({
      status: 201,
      text: first.text,
      headers: { 'idempotency-replayed': 'true', etag: '"saved-1"' },
    });
    expectRefusal(await member.post(reports, { ...body, name: 'Twice' }, { key }), 'IDEMPOTENCY_KEY_REUSED');
    expect(namesOf(await member.get(reports))).toEqual(['Once']);
  });

  it('saves in an archived Project too', async () => {
    const { project, reports } = await place();
    await world.owner.post(`${project}/archive`, {}, { ifMatch: '*' });
    const { id } = await saved(member, reports);
    expect((await pin(member, `${reports}/${id}`)).status).toBe(204);
    expect((await member.patch(`${reports}/${id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await member.delete(`${reports}/${id}`)).status).toBe(204);
  });
});

describe('A saved Sprint report', () => {
  it('shows the active Sprint and the one completed last, as they are at reading', async () => {
    const { project, reports } = await place();
    const [active, last] = [await saved(member, reports), await saved(member, reports, { sprint: 'last-completed' })];
    const current = async (): Promise<unknown[]> =>
      Promise.all(
        [active, last].map(async ({ id }) => (await member.get(`${reports}/${id}`)).body.currentSprint?.name ?? null),
      );
    expect(await current()).toEqual([null, null]);
    const { id } = await givenSprint(world.owner, project, { name: 'One' });
    await moved(world.owner, `${project}/sprints/${id}`, 'active');
    expect(await current()).toEqual(['One', null]);
    await moved(world.owner, `${project}/sprints/${id}`, 'done');
    expect(await current()).toEqual([null, 'One']);
  });

  it('that is private exists for its owner only', async () => {
    const { reports } = await place();
    const { id, name } = await saved(member, reports);
    const missing = randomUUID();
    for (const browser of [colleague, admin]) {
      expect(namesOf(await browser.get(reports))).not.toContain(name);
      for (const each of [id, missing]) {
        const path = `${reports}/${each}`;
        const answers = [
          await browser.get(path),
          await browser.patch(path, { nonsense: 1 }, BARE),
          await browser.delete(path, BARE),
          await pin(browser, path),
          await unpin(browser, path),
        ];
        for (const answer of answers) expectRefusal(answer, 'NOT_FOUND');
        expect(new Set(answers.map(({ body }) => JSON.stringify(body.error))).size).toBe(1);
      }
    }
    expect((await member.get(`${reports}/${id}`)).status).toBe(200);
  });

  it('that is shared is read by every member, changed by its owner, and deleted by its owner or an administrator', async () => {
    const { reports } = await place();
    const report = await saved(member, reports, { shared: true });
    const path = `${reports}/${report.id}`;
    for (const browser of [colleague, admin]) {
      expect((await browser.get(path)).body).toEqual(report);
      // The right comes before the headers and the body.
      expectRefusal(await browser.patch(path, { nonsense: 1 }, BARE), 'FORBIDDEN');
    }
    expectRefusal(await colleague.delete(path, BARE), 'FORBIDDEN');
    expect((await admin.delete(path)).status).toBe(204);
    expectRefusal(await member.get(path), 'NOT_FOUND');
    expectRefusal(await member.delete(path), 'NOT_FOUND');
  });

  it('is changed over the revision that was read, and keeps it when nothing differs', async () => {
    const { reports } = await place();
    const report = await saved(member, reports);
    const path = `${reports}/${report.id}`;
    const change = (members: object, ifMatch: string | null): Promise<Answer> =>
      member.patch(path, members, { key: null, ifMatch });
    expectRefusal(await change({ name: 'x' }, null), 'PRECONDITION_REQUIRED');
    for (const tag of ['saved-1', 'W/"saved-1"', '"sprint-1"', '"saved-0"', '"saved-1", "saved-2"']) {
      expectRefusal(await change({ name: 'x' }, tag), 'VALIDATION_ERROR', 'If-Match');
    }
    const changed = await change({ name: 'Renamed', shared: true }, '"saved-1"');
    expect(changed).toMatchObject({ status: 200, headers: { etag: '"saved-2"' } });
    expect(changed.body).toEqual({
      ...report,
      name: 'Renamed',
      shared: true,
      revision: 2,
      updatedAt: changed.body.updatedAt,
    });
    const stale = await change({ name: 'Third' }, '"saved-1"');
    expectRefusal(stale, 'REVISION_CONFLICT');
    expect(stale.body.error.details).toEqual({ expectedRevision: 1, currentRevision: 2 });
    expect(await change({ name: ' Renamed ', settings: SETTINGS }, '"saved-2"')).toMatchObject({
      status: 200,
      headers: { etag: '"saved-2"' },
      text: changed.text,
    });
    expect((await change({ name: 'Last' }, '*')).body.revision).toBe(3);
    expectRefusal(await member.delete(path, BARE), 'PRECONDITION_REQUIRED');
    expectRefusal(await member.delete(path, { key: null, ifMatch: '"saved-2"' }), 'REVISION_CONFLICT');
    expect(await member.delete(path, { key: null, ifMatch: '"saved-3"' })).toMatchObject({ status: 204, text: '' });
    expectRefusal(await member.get(path), 'NOT_FOUND');
  });

  it('names the member that is wrong in a change', async () => {
    const { reports } = await place();
    const path = `${reports}/${(await saved(member, reports)).id}`;
    for (const [field, members] of [
      ['body', {}],
      ['name', { name: null }],
      ['sprint', { sprint: randomUUID() }],
      ['settings.unit', { settings: { sections: ['feed'], theme: 'auto' } }],
      ['revision', { revision: 7 }],
    ] as const) {
      expectRefusal(await member.patch(path, members), 'VALIDATION_ERROR', field);
    }
  });

  it('takes no name of another report of the owner', async () => {
    const { reports } = await place();
    await saved(member, reports, { name: 'First' });
    const { id } = await saved(member, reports, { name: 'Second' });
    expectRefusal(await member.patch(`${reports}/${id}`, { name: 'FIRST' }), 'CONFLICT');
  });
});

describe('A pin', () => {
  it('belongs to its viewer, is repeatable, and puts the report first', async () => {
    const { reports } = await place();
    const all = [];
    for (const name of ['a', 'b', 'c']) all.push(await saved(member, reports, { name, shared: true }));
    const paths = all.map(({ id }) => `${reports}/${id}`);
    for (const path of [paths[2]!, paths[1]!, paths[2]!]) {
      expect(await pin(colleague, path)).toMatchObject({ status: 204, text: '' });
    }
    expect(namesOf(await colleague.get(reports))).toEqual(['c', 'b', 'a']);
    expect(namesOf(await member.get(reports))).toEqual(['a', 'b', 'c']);
    expect((await colleague.get(paths[2]!)).body).toEqual({ ...all[2], pinned: true });
    for (let time = 0; time < 2; time += 1) expect((await unpin(colleague, paths[2]!)).status).toBe(204);
    expect(namesOf(await colleague.get(reports))).toEqual(['b', 'a', 'c']);
  });

  it('takes no body', async () => {
    const { reports } = await place();
    const { id } = await saved(member, reports);
    const answer = await member.send({ method: 'PUT', target: `${reports}/${id}/pin`, body: { at: 1 } });
    expectRefusal(answer, 'VALIDATION_ERROR', 'at');
  });

  it('is one of 20 at most in a Project', async () => {
    const { reports } = await place();
    const all: any[] = [];
    for (let count = 0; count < 21; count += 1) all.push(await saved(member, reports));
    const answers = await Promise.all(all.map(({ id }) => pin(member, `${reports}/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(204), 409]);
    const refused = answers.findIndex(({ status }) => status === 409);
    expectRefusal(answers[refused]!, 'CONFLICT');
    await unpin(member, `${reports}/${all[(refused + 1) % 21].id}`);
    expect((await pin(member, `${reports}/${all[refused].id}`)).status).toBe(204);
  });

  it('ends for others when its report is shared no longer', async () => {
    const { reports } = await place();
    const { id } = await saved(member, reports, { shared: true });
    const path = `${reports}/${id}`;
    for (const browser of [member, colleague]) await pin(browser, path);
    await member.patch(path, { shared: false });
    await member.patch(path, { shared: true });
    expect((await member.get(path)).body.pinned).toBe(true);
    expect((await colleague.get(path)).body.pinned).toBe(false);
  });

  it('is listed for its viewer across Projects, the oldest first', async () => {
    const traveller = await signedIn(world, 'traveller');
    const pins = (): Promise<Answer> => traveller.get('/api/me/pinned-sprint-reports');
    expect((await pins()).body).toEqual({ items: [] });
    const places = [await place(), await place()];
    const reports: any[] = [];
    for (const { reports: path } of places) {
      const report = await saved(traveller, path);
      await pin(traveller, `${path}/${report.id}`);
      reports.push({ ...report, pinned: true });
    }
    const { body } = await pins();
    expect(body.items.map(({ project, report }: any) => [project.key, report])).toEqual(
      places.map(({ key }, index) => [key, reports[index]]),
    );
    expect(body.items[0].organization).toEqual({ slug: world.slug, name: expect.any(String) });
    const others = await member.get('/api/me/pinned-sprint-reports');
    expect(others.body.items.map(({ report }: any) => report.id)).not.toContain(reports[0].id);
    expect((await traveller.get('/api/me/pinned-sprint-reports?limit=1')).status).toBe(400);
  });
});

describe('The paths of saved Sprint reports', () => {
  it('need a session: neither nobody nor a token has one', async () => {
    const { reports } = await place();
    const id = randomUUID();
    for (const path of [reports, `${reports}/${id}`, '/api/me/pinned-sprint-reports']) {
      const { token } = world.token('owner');
      for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
        expectRefusal(await new Browser(world.baseUrl).get(path, headers), 'AUTH_REQUIRED');
      }
    }
  });

  it('refuse changes that another origin sends', async () => {
    const { reports } = await place();
    const foreign = member.with({ 'sec-fetch-site': 'cross-site' });
    const { id } = await saved(member, reports);
    const answers = [
      await foreign.post(reports, { name: 'x', sprint: 'active' }, { key: null }),
      await foreign.patch(`${reports}/${id}`, { name: 'x' }),
      await foreign.delete(`${reports}/${id}`),
      await pin(foreign, `${reports}/${id}`),
      await unpin(foreign, `${reports}/${id}`),
    ];
    for (const answer of answers) expectRefusal(answer, 'FORBIDDEN');
    expect((await member.get(`${reports}/${id}`)).body.revision).toBe(1);
  });

  it('are refused in a suspended Organization, and hidden in a foreign one', async () => {
    const answersOf = async (reports: string): Promise<Answer[]> => [
      await member.get(reports),
      await member.post(reports, { name: 'x', sprint: 'active' }, { key: null }),
      await member.get(`${reports}/${randomUUID()}`),
      await pin(member, `${reports}/${randomUUID()}`),
    ];
    const asleep = reportsOf(world.project('WEB', 'asleep'));
    const { id } = await saved(member, asleep);
    await pin(member, `${asleep}/${id}`);
    const pinned = async (): Promise<string[]> =>
      (await member.get('/api/me/pinned-sprint-reports')).body.items.map(({ report }: any) => report.id);
    expect(await pinned()).toContain(id);
    await suspend(`${world.slug}-asleep`, world);
    expect(await pinned()).not.toContain(id);
    for (const answer of await answersOf(asleep)) expectRefusal(answer, 'ORGANIZATION_SUSPENDED');
    for (const answer of await answersOf(reportsOf(world.project('WEB', 'foreign'))))
      expectRefusal(answer, 'NOT_FOUND');
    for (const answer of await answersOf(reportsOf(world.project('NOPE')))) expectRefusal(answer, 'NOT_FOUND');
  });

  it('find no report of another Project, and nothing by a text that is no UUID', async () => {
    const [one, other] = [await place(), await place()];
    const { id } = await saved(member, one.reports, { shared: true });
    for (const path of [`${other.reports}/${id}`, `${one.reports}/nothing`, `${one.reports}/${'a'.repeat(5_000)}`]) {
      expectRefusal(await member.get(path), 'NOT_FOUND');
      expectRefusal(await pin(member, path), 'NOT_FOUND');
    }
  });

  it('answer other methods with the ones that they have', async () => {
    const { reports } = await place();
    const { id } = await saved(member, reports);
    for (const [path, allowed] of [
      [reports, 'GET, HEAD, POST, OPTIONS'],
      [`${reports}/${id}`, 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      [`${reports}/${id}/pin`, 'PUT, DELETE, OPTIONS'],
    ] as const) {
      expect((await member.options(path)).headers.allow).toBe(allowed);
    }
    expectRefusal(await member.post(`${reports}/${id}`, {}), 'METHOD_NOT_ALLOWED');
  });

  it('are no part of the public API', async () => {
    const { project } = await place();
    expectRefusal(await world.owner.get(`${project}/saved-sprint-reports`), 'NOT_FOUND');
    expectRefusal(await member.get(`${project}/saved-sprint-reports`), 'NOT_FOUND');
  });
});
