import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('values');
const { owner } = world;

let itemPath: string;
beforeAll(async () => {
  const { key } = await givenProject(owner, world.org());
  itemPath = world.item((await givenWorkItem(owner, world.project(key))).key);
});

describe('limit', () => {
  const target = `${world.org()}/projects`;

  it.each(['1', '7', '100', '%31%30', '%35'])('takes %s', async (text) => {
    const { status, body } = await owner.get(`${target}?limit=${text}`);
    expect({ status, limit: body.page?.limit }).toEqual({ status: 200, limit: Number(decodeURIComponent(text)) });
  });

  it.each([
    ['0'],
    ['101'],
    ['-1'],
    ['-0'],
    ['00'],
    ['01'],
    ['1.0'],
    ['1e1'],
    ['0x10'],
    ['%2B5'],
    ['+5'],
    ['5+'],
    ['%205'],
    ['5%00'],
    [''],
    ['ten'],
    ['1,2'],
    ['5;x'],
    ['99999999999999999999999'],
    ['NaN'],
    ['true'],
    ['%EF%BC%95'],
  ])('refuses %j', async (text) => {
    expectRefusal(await owner.get(`${target}?limit=${text}`), 'VALIDATION_ERROR', 'limit');
  });

  it.each(['%FF', '%ZZ', '5%', '5%0', '%C0%AF', '%ED%A0%80', '%F5%80%80%80'])(
    'refuses bytes that are not UTF-8 and invalid escapes: %s',
    async (text) => {
      expectRefusal(await owner.get(`${target}?limit=${text}`), 'VALIDATION_ERROR');
    },
  );

  it('may be given once', async () => {
    expectRefusal(await owner.get(`${target}?limit=5&limit=5`), 'VALIDATION_ERROR', 'limit');
  });

  it('is refused without a value', async () => {
    expectRefusal(await owner.get(`${target}?limit`), 'VALIDATION_ERROR', 'limit');
  });
});

describe('A query name that the operation does not know', () => {
  it.each([
    'Limit',
    'LIMIT',
    'limit[]',
    'limit[0]',
    'surprise',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    'limit ',
    '😀',
    'n'.repeat(300),
  ])('is refused: %j', async (name) => {
    const answer = await owner.get(`${world.org()}/projects?${encodeURIComponent(name)}=1`);
    expectRefusal(answer, 'VALIDATION_ERROR');
  });

  it('is named in fieldErrors', async () => {
    const { body } = await owner.get(`${world.org()}/projects?surprise=1&limit=5`);
    expect(body.error.fieldErrors).toEqual({ surprise: [expect.any(String)] });
  });

  it('is refused however its bytes are broken', async () => {
    for (const query of ['%ZZ=1', '%FF=1', '%', '%00=1', '=1']) {
      expectRefusal(await owner.get(`${world.org()}/projects?${query}`), 'VALIDATION_ERROR');
    }
  });

  it('is refused by every operation without parameters', async () => {
    const { org, project } = { org: world.org(), project: world.project() };
    const reads = ['/api/v1/me', '/api/v1/openapi.json', org, project, itemPath, `${itemPath}/transitions`];
    for (const path of reads) expectRefusal(await owner.get(`${path}?surprise=1`), 'VALIDATION_ERROR', 'surprise');
    const writes: [string, string, object][] = [
      ['POST', `${org}/projects`, { name: 'x' }],
      ['PATCH', project, { name: 'x' }],
      ['POST', `${project}/archive`, {}],
      ['POST', `${project}/unarchive`, {}],
      ['POST', `${project}/work-items`, { title: 'x' }],
      ['PATCH', itemPath, { title: 'x' }],
      ['POST', `${itemPath}/archive`, {}],
      ['POST', `${itemPath}/unarchive`, {}],
      ['POST', `${itemPath}/transitions`, { targetStatus: 'todo' }],
    ];
    for (const [method, path, body] of writes) {
      const ask = method === 'POST' ? owner.post.bind(owner) : owner.patch.bind(owner);
      expectRefusal(await ask(`${path}?limit=5`, body, { ifMatch: '*' }), 'VALIDATION_ERROR', 'limit');
    }
  });

  it('is refused by a deletion, which has none either', async () => {
    expectRefusal(await owner.delete(`${itemPath}?cascade=true`), 'VALIDATION_ERROR', 'cascade');
  });

  it('is no matter to a question mark alone', async () => {
    expect((await owner.get('/api/v1/me?')).status).toBe(200);
  });

  it('is ignored by the probes', async () => {
    expect((await world.nobody.get('/api/health?surprise=1&surprise=%ZZ')).status).toBe(200);
    expect((await world.nobody.get('/api/ready?x')).status).toBe(200);
  });
});
