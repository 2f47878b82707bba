import { givenProject, unusedProjectKey } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { INSTANT, MEMBERS, membersOf, sorted, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';

describe('createProject', () => {
  const world = new World('projects');
  const projects = `${world.org()}/projects`;

  it('scenario 8: creates with an upper-case key and a lower-case colour; the key is then taken', async () => {
    const key = unusedProjectKey();
    const answer = await world.owner.post(projects, { name: 'Website', key: key.toLowerCase(), color: '#3B82F6' });
    expect(answer.status).toBe(201);
    expect(answer.headers.etag).toBe('"project-1"');
    expect(membersOf(answer.body)).toEqual(sorted(MEMBERS.project));
    expect(answer.body).toMatchObject({
      key,
      name: 'Website',
      description: null,
      color: '#3b82f6',
      revision: 1,
      archivedAt: null,
    });
    expect(answer.body.id).toMatch(UUID);
    expect(answer.body.organizationId).toBe((await world.owner.get(world.org())).body.id);
    expect(answer.body.createdAt).toMatch(INSTANT);
    expect(answer.body.updatedAt).toBe(answer.body.createdAt);
    expect((await world.owner.get(world.project(key))).body).toEqual(answer.body);

    expectRefusal(await world.owner.post(projects, { name: 'Another', key }), 'CONFLICT');
  });

  it('leaves a key to each Organization', async () => {
    const key = unusedProjectKey();
    await givenProject(world.owner, world.org(), { key });
    expect((await givenProject(world.stranger, world.org('foreign'), { key })).key).toBe(key);
  });

  it('keeps the key of an archived Project taken', async () => {
    const { key } = await givenProject(world.owner, world.org());
    await world.owner.post(`${world.project(key)}/archive`, {}, { ifMatch: '*' });
    expectRefusal(await world.owner.post(projects, { name: 'Again', key }), 'CONFLICT');
  });

  it('takes the default colour and no description when they are left out, null meaning the same', async () => {
    const without = await givenProject(world.owner, world.org());
    const withNull = await givenProject(world.owner, world.org(), { description: null });
    for (const project of [without, withNull]) expect(project).toMatchObject({ color: '#6366f1', description: null });
  });

  const emoji = '😀';
  it.each([
    ['a name of one character', { name: 'x' }, { name: 'x' }],
    ['a name of 255 characters', { name: 'x'.repeat(255) }, { name: 'x'.repeat(255) }],
    ['a name of 255 code points beyond the basic plane', { name: emoji.repeat(255) }, { name: emoji.repeat(255) }],
    ['a name measured after trimming', { name: `  ${'x'.repeat(255)}\u3000\n` }, { name: 'x'.repeat(255) }],
    ['white space inside a name', { name: ' a  b ' }, { name: 'a  b' }],
    ['an empty description', { description: '' }, { description: '' }],
    ['a description as it stands', { description: '  two \n lines ' }, { description: '  two \n lines ' }],
    [
      'a description of 10,000 code points',
      { description: emoji.repeat(10_000) },
      { description: emoji.repeat(10_000) },
    ],
    ['a colour in capitals', { color: '#ABCDEF' }, { color: '#abcdef' }],
  ])('accepts %s', async (_what, members, shown) => {
    expect(await givenProject(world.owner, world.org(), members)).toMatchObject(shown);
  });

  it.each([['A'], ['B1'], ['ABCDEFGHIJ'], ['c'], ['dE3']])('accepts the key %s', async (key) => {
    const fresh = await givenProject(world.stranger, world.org('foreign'), { key });
    expect(fresh.key).toBe(key.toUpperCase());
  });

  it.each([
    ['a missing name', 'name', undefined],
    ['no name', 'name', null],
    ['an empty name', 'name', ''],
    ['a blank name', 'name', ' \t\u00a0\u2003 '],
    ['a name of 256 characters', 'name', 'x'.repeat(256)],
    ['a name of 256 code points beyond the basic plane', 'name', emoji.repeat(256)],
    ['a number for a name', 'name', 5],
    ['a list for a name', 'name', ['x']],
    ['a name with U+0000', 'name', 'a\u0000b'],
    ['a name with half a surrogate pair', 'name', 'a\ud800b'],
    ['no key', 'key', null],
    ['an empty key', 'key', ''],
    ['a key of 11 characters', 'key', 'ABCDEFGHIJK'],
    ['a key that begins with a digit', 'key', '1A'],
    ['a key with a hyphen', 'key', 'A-B'],
    ['a key with a space', 'key', ' AB'],
    ['a key beyond ASCII', 'key', 'ÄB'],
    ['a number for a key', 'key', 12],
    ['a description of 10,001 characters', 'description', 'x'.repeat(10_001)],
    ['a number for a description', 'description', 0],
    ['a description with U+0000', 'description', '\u0000'],
    ['a description with half a surrogate pair', 'description', '\udc00'],
    ['no colour', 'color', null],
    ['an empty colour', 'color', ''],
    ['a colour without #', 'color', '3b82f6'],
    ['a short colour', 'color', '#fff'],
    ['a colour with alpha', 'color', '#3b82f6ff'],
    ['a colour with a letter too far', 'color', '#3b82fg'],
    ['a colour with a space', 'color', '#3b82f6 '],
    ['a named colour', 'color', 'red'],
    ['a member that nobody knows', 'surprise', 1],
    ['a member that only the answer has', 'revision', 1],
    ['an inherited name as a member', 'constructor', 'x'],
    ['another inherited name as a member', 'toString', null],
  ])('refuses %s', async (_what, member, value) => {
    const answer = await world.owner.post(projects, { name: 'A Project', key: unusedProjectKey(), [member]: value });
    expectRefusal(answer, 'VALIDATION_ERROR', member);
    expect(answer.body.error.fieldErrors[member]).toEqual([expect.any(String)]);
  });

  it('names every faulty member', async () => {
    const answer = await world.owner.post(projects, { name: '', color: 'red', description: 5 });
    expectRefusal(answer, 'VALIDATION_ERROR', 'name', 'color', 'description');
  });
});

describe('The key of a Project that was given none', () => {
  const world = new World('projects');

  it.each([
    ['Qualify', 'QUAL'],
    ['Xy', 'XY'],
    ['Jolly Green', 'JG'],
    ['kind Old lovely Moose unseen', 'KOLM'],
    ['jumbo-Kiwi', 'JK'],
    ["vole's", 'VS'],
    ['3D Yard', 'DY'],
    ['2024 Vault', 'VAUL'],
    ['z9y8', 'ZY'],
    ['Überwald', 'BERW'],
  ])('of %s is derived as %s', async (name, key) => {
    const { status, body } = await world.owner.post(`${world.org()}/projects`, { name });
    expect({ status, key: body.key }).toEqual({ status: 201, key });
  });

  it('is PRJ for names without an ASCII letter', async () => {
    const derived: string[] = [];
    for (const name of ['日本', '2024', '—']) {
      derived.push((await givenProject(world.owner, world.org(), { name, key: undefined })).key);
    }
    expect(derived).toEqual(['PRJ', 'PRJ2', 'PRJ3']);
  });

  it('goes on with the first free number, from 2', async () => {
    const org = world.org('foreign');
    const derived = async (): Promise<string> =>
      (await givenProject(world.stranger, org, { name: 'Numbered', key: undefined })).key;
    expect(await derived()).toBe('NUMB');
    await givenProject(world.stranger, org, { key: 'NUMB3' });
    expect(await derived()).toBe('NUMB2');
    expect(await derived()).toBe('NUMB4');
  });
});
