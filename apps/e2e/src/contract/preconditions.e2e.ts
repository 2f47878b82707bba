import { randomUUID } from 'node:crypto';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('preconditions');
const { owner } = world;

/** Values of `If-Match` for a resource at revision 1 whose tags begin with `word`, by how the server must treat them. */
const forms = (word: string, foreign: string): Record<'malformed' | 'stale' | 'current', string[]> => ({
  current: [`"${word}-1"`, '*', ` "${word}-1"`, `"${word}-1" `],
  stale: [
    `"${word}-2"`,
    `"${word}-10"`,
    `"${word}-11"`,
    `"${word}-2147483648"`,
    `"${word}-9007199254740991"`,
    `"${word}-9007199254740993"`,
    `"${word}-9223372036854775808"`,
    `"${word}-${'9'.repeat(40)}"`,
    `"${word}-1${'0'.repeat(400)}"`,
  ],
  malformed: [
    `${word}-1`,
    `'${word}-1'`,
    `"${word}-1`,
    `${word}-1"`,
    `""${word}-1""`,
    `W/"${word}-1"`,
    `w/"${word}-1"`,
    `"W/${word}-1"`,
    `"${word}-0"`,
    `"${word}-00"`,
    `"${word}-01"`,
    `"${word}--1"`,
    `"${word}-+1"`,
    `"${word}-1.0"`,
    `"${word}-1e0"`,
    `"${word}-0x1"`,
    `"${word}- 1"`,
    `" ${word}-1"`,
    `"${word}-1 "`,
    `"${word}-"`,
    `"${word}"`,
    `"${word}-one"`,
    `"${word}1"`,
    `"${word}_1"`,
    `"${word}-1-1"`,
    `"${word}-*"`,
    `"${word.toUpperCase()}-1"`,
    `"${foreign}-1"`,
    `"sprint-1"`,
    '"1"',
    '1',
    '-1',
    '""',
    '"*"',
    '**',
    '*, *',
    `*, "${word}-1"`,
    `"${word}-1", "${word}-1"`,
    `"${word}-1","${word}-2"`,
    `"${word}-1";`,
    `"${word}-1" x`,
    `x "${word}-1"`,
    `["${word}-1"]`,
    `\\"${word}-1\\"`,
    `%22${word}-1%22`,
    'null',
    'true',
    '"',
    'W/*',
    `"${word}-\u00b9"`,
    `"${word}-1\t"`,
    'any',
    `"${'x'.repeat(2000)}"`,
  ],
});

interface Guarded {
  readonly name: string;
  readonly word: 'wi' | 'project';
  /** Sends a write that changes nothing; so one resource at revision 1 serves for all forms. */
  readonly write: (headers: Record<string, string | string[]>) => ReturnType<typeof owner.patch>;
}

let project: string;
let item: string;
beforeAll(async () => {
  const { key } = await givenProject(owner, world.org(), { name: 'Same' });
  project = world.project(key);
  item = world.item((await givenWorkItem(owner, project, { title: 'Same' })).key);
});

const GUARDED: readonly Guarded[] = [
  {
    name: 'updateProject',
    word: 'project',
    write: (headers) => owner.patch(project, { name: 'Same' }, { ifMatch: null, headers }),
  },
  {
    name: 'updateWorkItem',
    word: 'wi',
    write: (headers) => owner.patch(item, { title: 'Same' }, { ifMatch: null, headers }),
  },
];

describe.each(GUARDED)('If-Match of $name', ({ word, write }) => {
  const { current, stale, malformed } = forms(word, word === 'wi' ? 'project' : 'wi');

  it.each(current)('is current: %j', async (form) => {
    expect((await write({ 'if-match': form })).status).toBe(200);
  });

  it.each(stale)('is stale: %j', async (form) => {
    const answer = await write({ 'if-match': form });
    expectRefusal(answer, 'REVISION_CONFLICT');
    const sent = BigInt(/-(\d+)"/.exec(form)![1]!);
    const shown = sent > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(sent);
    expect(answer.body.error.details).toEqual({ expectedRevision: shown, currentRevision: 1 });
  });

  it.each(malformed)('is malformed: %j', async (form) => {
    expectRefusal(await write({ 'if-match': form }), 'VALIDATION_ERROR', 'If-Match');
  });

  it('is required, and an empty one counts as missing', async () => {
    expectRefusal(await write({}), 'PRECONDITION_REQUIRED');
    expectRefusal(await write({ 'if-match': '' }), 'PRECONDITION_REQUIRED');
  });

  it('comes in one line', async () => {
    expectRefusal(await write({ 'if-match': [`"${word}-1"`, `"${word}-1"`] }), 'VALIDATION_ERROR', 'If-Match');
    expectRefusal(await write({ 'if-match': ['*', '*'] }), 'VALIDATION_ERROR', 'If-Match');
  });
});

describe('If-Match', () => {
  it('is ignored where nothing is changed that exists, and on reads', async () => {
    const headers = { 'if-match': 'nonsense' };
    expect((await owner.post(`${world.org()}/projects`, { name: 'Free' }, { headers })).status).toBe(201);
    expect((await owner.post(`${project}/work-items`, { title: 'Free' }, { headers })).status).toBe(201);
    expect((await owner.get(item, headers)).status).toBe(200);
    expect((await owner.get(item, { 'if-none-match': '"wi-1"', range: 'bytes=0-1' })).status).toBe(200);
  });
});

describe('Idempotency-Key', () => {
  const create = (headers: Record<string, string | string[]>) =>
    owner.post(`${project}/work-items`, { title: 'Keyed' }, { key: null, headers });
  const unique = (length: number): string => randomUUID().repeat(4).slice(0, length);

  it.each([
    ['8 characters', unique(8)],
    ['128 characters', unique(128)],
    ['every kind of character', `Az09._:-${unique(12)}`],
    ['dashes and dots alone', '-.-:_-.-._'],
  ])('may have %s', async (_what, key) => {
    expect((await create({ 'idempotency-key': key })).status).toBe(201);
  });

  it.each([
    ['7 characters', unique(7)],
    ['129 characters', unique(129)],
    ['a space', 'with space'],
    ['a slash', 'with/slash'],
    ['a comma', 'with,comma'],
    ['quotation marks', '"quoted-key"'],
    ['a plus', 'with+plus'],
    ['an equals sign', 'withequals='],
    ['a letter beyond ASCII', 'schl\u00fcssel'],
    ['a tab', 'with\ttab-in'],
    ['two lines', ['first-key', 'second-key']],
    ['the same line twice', ['same-key-1', 'same-key-1']],
  ])('may not have %s', async (_what, key) => {
    expectRefusal(await create({ 'idempotency-key': key }), 'VALIDATION_ERROR', 'Idempotency-Key');
  });

  it('is missing when it is empty', async () => {
    expectRefusal(await create({}), 'IDEMPOTENCY_KEY_REQUIRED');
    expectRefusal(await create({ 'idempotency-key': '' }), 'IDEMPOTENCY_KEY_REQUIRED');
  });

  it('must be well-formed even where it is not required', async () => {
    const answer = await owner.patch(item, { title: 'Same' }, { key: 'short' });
    expectRefusal(answer, 'VALIDATION_ERROR', 'Idempotency-Key');
    expect((await owner.patch(item, { title: 'Same' }, { key: null })).status).toBe(200);
  });

  it('is ignored on reads', async () => {
    expect((await owner.get(item, { 'idempotency-key': '!' })).status).toBe(200);
    expect((await owner.head(item, { 'idempotency-key': '!' })).status).toBe(200);
  });
});
