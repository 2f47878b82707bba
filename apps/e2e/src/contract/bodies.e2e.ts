import { Raw } from '../kit/client.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('values');
const { owner } = world;

let items: string;
let path: string;
beforeAll(async () => {
  path = world.project((await givenProject(owner, world.org())).key);
  items = `${path}/work-items`;
});

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('A body', () => {
  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['application/json;charset="utf-8"'],
    ['application/json; profile=x; v=1'],
    ['Application/JSON'],
  ])('may be sent as %s', async (type) => {
    const answer = await owner.post(items, new Raw('{"title":"Typed"}', type));
    expect({ status: answer.status, title: answer.body.title }).toEqual({ status: 201, title: 'Typed' });
  });

  it.each([
    [null],
    ['text/plain'],
    ['text/json'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/problem+json'],
    ['application/jsonp'],
    ['application/json5'],
    ['application'],
    ['*/*'],
  ])('may not be sent as %j', async (type) => {
    expectRefusal(await owner.post(items, new Raw('{"title":"Typed"}', type)), 'VALIDATION_ERROR', 'body');
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n '],
    ['half an object', '{"title":"x"'],
    ['two objects', '{"title":"x"}{}'],
    ['a trailing comma', '{"title":"x",}'],
    ['a comment', '{"title":"x"/*y*/}'],
    ['single quotes', "{'title':'x'}"],
    ['a bare word', 'title'],
    ['NaN', '{"title":"x","storyPoints":NaN}'],
    ['a leading zero', '{"title":"x","storyPoints":05}'],
    ['a raw line break in a string', '{"title":"a\nb"}'],
    ['an unknown escape', '{"title":"\\x41"}'],
    ['a list', '[{"title":"x"}]'],
    ['a string', '"title"'],
    ['a number', '1'],
    ['true', 'true'],
    ['null', 'null'],
    ['a member twice', '{"title":"x","title":"y"}'],
    ['a member twice with the same value', '{"title":"x","title":"x"}'],
    ['a member twice, once with an escape', '{"title":"x","\\u0074itle":"y"}'],
    ['an empty name twice', '{"title":"x","":1,"":1}'],
  ])('may not be %s', async (_what, text) => {
    expectRefusal(await owner.post(items, new Raw(text)), 'VALIDATION_ERROR');
  });

  it.each([
    ['a stray byte', bytes('{"title":"a', [0xff], 'b"}')],
    ['a cut sequence', bytes('{"title":"', [0xe2, 0x82], '"}')],
    ['an overlong form', bytes('{"title":"', [0xc0, 0xaf], '"}')],
    ['a surrogate', bytes('{"title":"', [0xed, 0xa0, 0x80], '"}')],
    ['Latin-1', Buffer.from('{"title":"é"}', 'latin1')],
    ['UTF-16', Buffer.from('{"title":"x"}', 'utf16le')],
  ])('may not hold bytes that are no UTF-8: %s', async (_what, content) => {
    expectRefusal(await owner.post(items, new Raw(content)), 'VALIDATION_ERROR');
  });

  it.each([
    ['U+0000', '{"title":"a\\u0000b"}'],
    ['a high surrogate alone', '{"title":"\\ud83d"}'],
    ['a low surrogate alone', '{"title":"\\ude00"}'],
    ['a pair in the wrong order', '{"title":"\\ude00\\ud83d"}'],
  ])('may not hold %s by escape', async (_what, text) => {
    expectRefusal(await owner.post(items, new Raw(text)), 'VALIDATION_ERROR', 'title');
  });

  it('may spell a pair by escapes', async () => {
    expect((await owner.post(items, new Raw('{"title":"\\ud83d\\ude00"}'))).body.title).toBe('😀');
  });

  it.each([
    ['3.0', 3],
    ['3e0', 3],
    ['0.3e1', 3],
    ['30E-1', 3],
    ['1e5', 100_000],
    ['-0', 0],
    ['0.0', 0],
  ])('may spell a number as %s', async (spelling, value) => {
    const answer = await owner.post(items, new Raw(`{"title":"x","storyPoints":${spelling}}`));
    expect(answer.status).toBe(201);
    expect(answer.text).toMatch(new RegExp(`"storyPoints":${value}[,}]`));
  });

  it.each(['1e400', '-1e400', '1e5000', '100000.5', '3.0000001', '9007199254740993', '1e21', '2147483648'])(
    'may not give %s for an integer within its limits',
    async (spelling) => {
      const answer = await owner.post(items, new Raw(`{"title":"x","storyPoints":${spelling}}`));
      expectRefusal(answer, 'VALIDATION_ERROR', 'storyPoints');
    },
  );

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'Title', 'title ', '', '😀'])(
    'may not have the member %j',
    async (name) => {
      const answer = await owner.post(items, new Raw(`{"title":"x",${JSON.stringify(name)}:{"a":1}}`));
      expectRefusal(answer, 'VALIDATION_ERROR');
    },
  );

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length', ''])(
    'may not hold, whatever the member, an object or a list with the name %j',
    async (name) => {
      const object = `{${JSON.stringify(name)}:1}`;
      for (const value of [object, `[${object}]`, `{"a":${object}}`]) {
        for (const member of ['title', 'description', 'status', 'assigneeId', 'parentId', 'storyPoints', 'dueDate']) {
          const body = member === 'title' ? `{"title":${value}}` : `{"title":"x","${member}":${value}}`;
          expectRefusal(await owner.post(items, new Raw(body)), 'VALIDATION_ERROR', member);
        }
      }
    },
  );

  it('of a GET is ignored', async () => {
    const body = new Raw('{broken');
    expect((await owner.send({ method: 'GET', target: '/api/v1/me', body })).status).toBe(200);
  });

  it('may be compact or wide', async () => {
    const answer = await owner.post(items, new Raw('\r\n\t { "title" :\t"x" , "type":"bug" } \n'));
    expect(answer.body).toMatchObject({ title: 'x', type: 'bug' });
  });
});

describe('Text', () => {
  const spaces = ['\t', '\n', '\u000b', '\f', '\r', ' ', '\u0085', '\u00a0', '\u1680', '\u2000', '\u200a', '\u2028'];
  const more = ['\u2029', '\u202f', '\u205f', '\u3000'];

  it('loses Unicode white space at both ends of a title', async () => {
    for (const space of [...spaces, ...more]) {
      const { title } = await givenWorkItem(owner, path, { title: `${space}a${space}b${space}` });
      expect(title).toBe(`a${space}b`);
    }
  });

  it('keeps what only looks like white space', async () => {
    for (const mark of ['\ufeff', '\u200b', '\u180e', '\u2060', '\u001f']) {
      expect((await givenWorkItem(owner, path, { title: `${mark}a${mark}` })).title).toBe(`${mark}a${mark}`);
    }
  });

  it.each(['\u200b', '\u2060\ufeff', ' \u200d\u00a0\u00ad', '\u3164', '\ufe0f', '\u0007', '\u{e0041}'])(
    'in which nothing can be seen is not a title, a name, a comment or a term to search for: %j',
    async (nothing) => {
      expectRefusal(await owner.post(items, { title: nothing }), 'VALIDATION_ERROR', 'title');
      const { key } = await givenWorkItem(owner, path);
      expectRefusal(await owner.post(`${world.item(key)}/comments`, { body: nothing }), 'VALIDATION_ERROR', 'body');
      expectRefusal(await owner.post(`${path}/sprints`, { name: nothing }), 'VALIDATION_ERROR', 'name');
      expectRefusal(await owner.post(`${path}/labels`, { name: nothing }), 'VALIDATION_ERROR', 'name');
      expectRefusal(await owner.post(`${world.org()}/projects`, { name: nothing }), 'VALIDATION_ERROR', 'name');
      const q = encodeURIComponent(nothing);
      expectRefusal(await owner.get(`${world.org()}/users?q=${q}`), 'VALIDATION_ERROR', 'q');
      expect((await owner.get(`${path}/work-items?q=${q}&limit=1`)).body.items).toHaveLength(1);
    },
  );

  it('comes back as it went, in any script', async () => {
    const title = 'A\u0301 \u202eabc\u202c ﷽ 👩‍👩‍👧 \u{10ffff} \uffff <b>&amp;</b> \\ " \' ; -- %_';
    const description = '\u0001\u001f\u007f\u2028\u2029\t\r\n';
    const { key } = await givenWorkItem(owner, path, { title, description });
    expect((await owner.get(world.item(key))).body).toMatchObject({ title, description });
  });
});

describe('A uuid in a body', () => {
  const nowhere = ['6F1D6C58-3F8E-4B06-9C0A-9D2D3C9B8A11', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

  it.each(nowhere)('has the form %s, and then resolves to nothing here', async (uuid) => {
    const answer = await owner.post(items, { title: 'x', sprintId: uuid });
    expectRefusal(answer, 'VALIDATION_ERROR', 'sprintId');
  });

  it.each([
    '6f1d6c583f8e4b069c0a9d2d3c9b8a11',
    '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a1',
    '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a111',
    '6f1d6c58-3f8e-0b06-9c0a-9d2d3c9b8a11',
    '6f1d6c58-3f8e-4b06-cc0a-9d2d3c9b8a11',
    'urn:uuid:6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11',
    ' 6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11',
    '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a1g',
  ])('does not have the form %s', async (uuid) => {
    expectRefusal(await owner.post(items, { title: 'x', assigneeId: uuid }), 'VALIDATION_ERROR', 'assigneeId');
  });
});
