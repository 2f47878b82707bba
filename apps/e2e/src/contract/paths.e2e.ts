import type { Answer } from '../kit/client.js';
import { givenWorkItem } from '../kit/given.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('values');
const { owner } = world;
const org = world.org();

beforeAll(async () => {
  await givenWorkItem(owner, world.project('WEB'));
  await givenWorkItem(owner, world.project('HAM'));
});

describe('A path', () => {
  it.each([
    ['a Project key in small letters', `${org}/projects/web`],
    ['an escaped letter', `${org}/projects/%57%65b`],
    ['an escaped slug', `/api/v1/organizations/${encodeURIComponent(world.slug)}`],
    ['an escaped hyphen', `${org}/projects/WEB/work-items/WEB%2D1`],
    ['a Work Item key in small letters', `${org}/projects/web/work-items/Web-1`],
    ['an escaped fixed segment', `${org}/%70rojects/WEB`],
  ])('may have %s', async (_what, target) => {
    expect((await owner.get(target)).status).toBe(200);
  });

  it.each([
    ['a broken escape', '%ZZ'],
    ['half an escape', 'WEB%'],
    ['bytes that are no UTF-8', '%FF'],
    ['U+0000', 'WEB%00'],
    ['only U+0000', '%00'],
    ['a slash inside a segment', 'WEB%2F'],
    ['an escaped way up', '%2e%2e%2fWEB'],
    ['an escaped backslash', 'WEB%5C'],
    ['white space', '%20WEB'],
    ['a plus, which is no space here', 'WEB+'],
    ['a semicolon', 'WEB;v=1'],
    ['a key of 11 letters', 'ABCDEFGHIJK'],
    ['a letter that only upper-cases into the key', 'WE%C5%BF'],
    ['full-width letters', '%EF%BC%B7%EF%BC%A5%EF%BC%A2'],
    ['an asterisk', '*'],
    ['SQL', "WEB'%20or%20'1'='1"],
    ['300 letters', 'W'.repeat(300)],
    ['5,000 letters', 'W'.repeat(5000)],
    ['500 emoji', '%F0%9F%98%80'.repeat(500)],
    ['a name that every object has', 'constructor'],
    ['another one', '__proto__'],
  ])('that names a Project by %s is the same 404 as an unknown one', async (_what, segment) => {
    const unknown = await owner.get(`${org}/projects/NOWHERE`);
    for (const rest of ['', '/work-items', '/work-items/WEB-1']) {
      const answer = await owner.get(`${org}/projects/${segment}${rest}`);
      expectRefusal(answer, 'NOT_FOUND');
      if (/%(?![0-9A-Fa-f]{2})|%FF/.exec(segment) === null) sameBody(answer, unknown);
    }
  });

  it.each([
    'WEB-0',
    'WEB-01',
    'WEB--1',
    'WEB-+1',
    'WEB-1.0',
    'WEB-1e0',
    'WEB-',
    'WEB',
    'WEB-1-1',
    'WEB1',
    '-1',
    '1',
    'HAM-1',
    'WEB-1%20',
    'WEB-%201',
    'WEB-%EF%BC%91',
    'WEB_1',
    'WEB-999999',
    'WEB-2147483648',
    'WEB-9223372036854775808',
    `WEB-${'9'.repeat(400)}`,
    'WEB-1%00',
    'WEB-1%2Ftransitions',
  ])('that names the Work Item %s is the same 404 as an unknown one', async (segment) => {
    const unknown = await owner.get(`${org}/projects/WEB/work-items/WEB-99999`);
    const answer = await owner.get(`${org}/projects/WEB/work-items/${segment}`);
    expectRefusal(answer, 'NOT_FOUND');
    expectIndistinguishable(answer, unknown);
    const list = await owner.get(`${org}/projects/WEB/work-items/${segment}/transitions`);
    expectRefusal(list, 'NOT_FOUND');
  });

  it.each(['', '%00', '%ZZ', 'a%2Fb', 'UNKNOWN', '-', 'x'.repeat(64), 'x'.repeat(2000), '%F0%9F%98%80'])(
    'that names the Organization %j is a 404',
    async (slug) => {
      expectRefusal(await owner.get(`/api/v1/organizations/${slug}`), 'NOT_FOUND');
      expectRefusal(await owner.get(`/api/v1/organizations/${slug}/projects`), 'NOT_FOUND');
    },
  );

  it.each([
    '/index.html',
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v2/me',
    '/API/v1/me',
    '/api/v1/Me',
    '/api/v1/me/',
    '/api/v1/me/x',
    '//api/v1/me',
    '/api//v1/me',
    '/api/v1//me',
    '/api/v1/me%2F',
    '/api/v1/organizations/',
    `${org}/`,
    `${org}/projects/`,
    `${org}/projects/WEB/`,
    `${org}/projects/WEB/work-items/`,
    `${org}/projects/WEB/work-items/WEB-1/`,
    `${org}/projects/WEB/unknown`,
    `${org}/Projects`,
    '/api/health/',
    '/api/healthy',
    '/api/ready/',
    '/favicon.ico',
    '/metrics',
    '/robots',
    '/api/v1/%6De%00',
    '/constructor',
    '/api/v1/__proto__',
    `/${'x'.repeat(9000)}`,
  ])('that leads nowhere is a 404 without authentication: %s', async (target) => {
    for (const caller of [world.nobody, owner]) expectRefusal(await caller.get(target), 'NOT_FOUND');
    expectRefusal(await world.nobody.post(target, {}), 'NOT_FOUND');
  });
});

function sameBody(one: Answer, other: Answer): void {
  expect({ ...one.body, requestId: '' }).toEqual({ ...other.body, requestId: '' });
}
