import type { Answer, Caller } from '../kit/client.js';
import { expectRefusal } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('search');
const { owner } = world;
const path = `${world.org()}/squeakql/validate`;

const validate = (body: unknown, caller: Caller = owner): Promise<Answer> => caller.post(path, body, { key: null });

/** Returns the errors of a query: `[]` when it is valid. */
async function errorsOf(query: string): Promise<any[]> {
  const { status, text, body } = await validate({ query });
  if (status !== 200) throw new Error(`${query}: ${status} ${text}`);
  expect(membersOf(body)).toEqual(sorted(MEMBERS.squeakqlValidation));
  expect(body.languageVersion).toBe(1);
  expect(body.valid).toBe(body.errors.length === 0);
  return body.errors;
}

/** Returns the errors, each as `CODE line:column-endLine:endColumn token`. */
const errorLinesOf = async (query: string): Promise<string[]> =>
  (await errorsOf(query)).map(({ code, line, column, endLine, endColumn, token = '' }) =>
    `${String(code).replace('SQUEAKQL_', '')} ${line}:${column}-${endLine}:${endColumn} ${token}`.trim(),
  );

describe('validateSqueakQL', () => {
  it('scenario 46: reports an unknown field, its place and a suggestion, without a key', async () => {
    expect(await errorsOf('statuz = todo')).toEqual([
      {
        code: 'SQUEAKQL_UNKNOWN_FIELD',
        message: expect.stringMatching(/^[A-Z].*statuz.*status.*$/),
        line: 1,
        column: 1,
        endLine: 1,
        endColumn: 6,
        token: 'statuz',
        suggestion: 'status',
      },
    ]);
    expect((await validate({ query: 'status = todo' })).body).toEqual({ valid: true, languageVersion: 1, errors: [] });
  });

  it('ignores a key, whatever it is, and remembers nothing', async () => {
    for (const key of ['x', 'a-proper-key-1', '?'.repeat(500)]) {
      const answers = [];
      for (const query of ['status = todo', 'statuz = todo']) answers.push(await owner.post(path, { query }, { key }));
      expect(answers.map(({ status, body }) => [status, body.valid])).toEqual([
        [200, true],
        [200, false],
      ]);
      for (const { headers } of answers) expect(headers['idempotency-replayed']).toBeUndefined();
    }
  });

  it('asks for any grant in the Organization', async () => {
    expect((await validate({ query: 'status = todo' }, world.caller('owner of WEB only'))).status).toBe(200);
    expectRefusal(await validate({ query: 'status = todo' }, world.stranger), 'NOT_FOUND');
  });

  it('looks no entity up', async () => {
    expect(await errorsOf('assignee = nobody AND sprint = never AND label = none AND project = NONE')).toEqual([]);
  });

  it.each([
    [{}, 'query'],
    [{ query: '' }, 'query'],
    [{ query: ' \t\r\n\u00a0\u2003' }, 'query'],
    [{ query: 1 }, 'query'],
    [{ query: null }, 'query'],
    [{ query: ['status = todo'] }, 'query'],
    [{ query: 'x'.repeat(4097) }, 'query'],
    [{ query: `title = '\u0000'` }, 'query'],
    [{ query: `title = '\ud800'` }, 'query'],
    [{ query: 'status = todo', limit: 25 }, 'limit'],
    [{ query: 'status = todo', cursor: null }, 'cursor'],
    [{ query: 'status = todo', status: 'todo' }, 'status'],
  ])('refuses the body %j', async (body, member) => {
    expectRefusal(await validate(body), 'VALIDATION_ERROR', member);
  });

  it('refuses parameters in the URL', async () => {
    for (const name of ['limit', 'query', 'status', 'surprise']) {
      expectRefusal(
        await owner.post(`${path}?${name}=1`, { query: 'status = todo' }, { key: null }),
        'VALIDATION_ERROR',
        name,
      );
    }
  });

  it('takes 4,096 code points', async () => {
    for (const letter of ['x', '😀']) {
      expect(await errorsOf(`title = '${letter.repeat(4096 - 10)}'`)).toEqual([]);
      const tooLong = await validate({ query: `title = '${letter.repeat(4096 - 9)}'` });
      expectRefusal(tooLong, 'VALIDATION_ERROR', 'query');
    }
  });

  it('answers 200 for any text', async () => {
    for (const query of ['?', '((((', `'`, '😀', '\ufeff', '$1; drop table work_items', '\\', '%00', '{}', '-- x']) {
      expect((await errorsOf(query)).length).toBeGreaterThan(0);
    }
  });
});

describe('A diagnostic', () => {
  it.each<[query: string, errors: string[]]>([
    // SYNTAX_ERROR
    ['status =', ['SYNTAX_ERROR 1:9-1:9']],
    ['status = todo extra', ['SYNTAX_ERROR 1:15-1:19 extra']],
    ['= todo', ['SYNTAX_ERROR 1:1-1:1 =']],
    ['title = and', ['SYNTAX_ERROR 1:9-1:11 and']],
    ['due < 7days', ['SYNTAX_ERROR 1:7-1:11 7days']],
    ['due = 2026-03-01', ['SYNTAX_ERROR 1:7-1:16 2026-03-01']],
    [`title = 'open`, [`SYNTAX_ERROR 1:9-1:13 'open`]],
    ['title = # x', ['SYNTAX_ERROR 1:9-1:9 #']],
    ['status = todo ORDER', ['SYNTAX_ERROR 1:20-1:20']],
    ['(status = todo', ['SYNTAX_ERROR 1:15-1:15']],
    ['status IN ()', ['SYNTAX_ERROR 1:12-1:12 )']],
    // UNKNOWN_FIELD, UNKNOWN_FUNCTION
    ['colour = red', ['UNKNOWN_FIELD 1:1-1:6 colour']],
    ['assignee = you()', ['UNKNOWN_FUNCTION 1:12-1:14 you']],
    ['wasin(done) AND waasIn(done)', ['UNKNOWN_FUNCTION 1:17-1:22 waasIn']],
    // TYPE_MISMATCH
    ['archived = yes', ['TYPE_MISMATCH 1:12-1:14 yes']],
    [`archived = 'TRUE'`, [`TYPE_MISMATCH 1:12-1:17 'TRUE'`]],
    ['points = many', ['TYPE_MISMATCH 1:10-1:13 many']],
    [`points = '3'`, [`TYPE_MISMATCH 1:10-1:12 '3'`]],
    ['due = tomorrow', ['TYPE_MISMATCH 1:7-1:14 tomorrow']],
    ['due = 7', ['TYPE_MISMATCH 1:7-1:7 7']],
    ['title = 7', ['TYPE_MISMATCH 1:9-1:9 7']],
    ['status = TRUE', ['TYPE_MISMATCH 1:10-1:13 TRUE']],
    ['status = me()', ['TYPE_MISMATCH 1:10-1:11 me']],
    ['me()', ['TYPE_MISMATCH 1:1-1:2 me']],
    ['sprint = futureSprints()', ['TYPE_MISMATCH 1:10-1:22 futureSprints']],
    ['assignee = blocked()', ['TYPE_MISMATCH 1:12-1:18 blocked']],
    // INVALID_VALUE
    ['status = doing', ['INVALID_VALUE 1:10-1:14 doing']],
    [`due = '2026-02-30'`, [`INVALID_VALUE 1:7-1:18 '2026-02-30'`]],
    [`due = '2026-02-03T04:05:06'`, [`INVALID_VALUE 1:7-1:27 '2026-02-03T04:05:06'`]],
    [`due = 'soon'`, [`INVALID_VALUE 1:7-1:12 'soon'`]],
    ['due < 100000m', ['INVALID_VALUE 1:7-1:13 100000m']],
    ['hasLink(likes)', ['INVALID_VALUE 1:9-1:13 likes']],
    ['changed(points, -7d)', ['INVALID_VALUE 1:9-1:14 points']],
    ['changed(status)', ['INVALID_VALUE 1:1-1:7 changed']],
    ['blocked(1)', ['INVALID_VALUE 1:1-1:7 blocked']],
    // UNSUPPORTED_OPERATOR
    ['title < 5', ['UNSUPPORTED_OPERATOR 1:7-1:7 <']],
    ['key ~ WEB', ['UNSUPPORTED_OPERATOR 1:5-1:5 ~']],
    ['type IS NULL', ['UNSUPPORTED_OPERATOR 1:6-1:7 IS']],
    ['text = x', ['UNSUPPORTED_OPERATOR 1:6-1:6 =']],
    ['due IN (today())', ['UNSUPPORTED_OPERATOR 1:5-1:6 IN']],
    ['status = todo ORDER BY label', ['UNSUPPORTED_OPERATOR 1:24-1:28 label']],
    // Lines end with LF; columns count code points, and include the end.
    [`title = '😀' AND\r\n\tcolour = 1`, ['UNKNOWN_FIELD 2:2-2:7 colour']],
    ['points\n  NOT\n\tIN (x)', ['TYPE_MISMATCH 3:6-3:6 x']],
    // Several at once, in the order of the text; the first syntax error ends the list.
    [
      'colour = red AND points = x AND status = doing AND AND other = 1',
      [
        'UNKNOWN_FIELD 1:1-1:6 colour',
        'TYPE_MISMATCH 1:27-1:27 x',
        'INVALID_VALUE 1:42-1:46 doing',
        'SYNTAX_ERROR 1:52-1:54 AND',
      ],
    ],
  ])('of %j', async (query, errors) => {
    expect(await errorLinesOf(query)).toEqual(errors);
  });

  it.each([
    ['statuz = todo', 'status'],
    ['ASIGNEE = me()', 'assignee'],
    ['duDate < now()', 'dueDate'],
    ['status = in_progres', 'in_progress'],
    ['priority IN (hgih)', 'high'],
    ['hasLink(block)', 'blocks'],
    ['completely = different', undefined],
  ])('of %j suggests the nearest known word within two edits', async (query, suggestion) => {
    const [error] = await errorsOf(query);
    expect(error.suggestion).toBe(suggestion);
  });

  it('reports at most ten errors', async () => {
    expect(await errorsOf(Array.from({ length: 15 }, () => 'nope = 1').join(' OR '))).toHaveLength(10);
  });
});

describe('A query is too complex', () => {
  const names = (count: number) => Array.from({ length: count / 2 }, () => 'points=1').join(' or ');

  it.each([
    ['200 operands and fields', names(200), '202', names(202)],
    ['ORDER BY counts', `${names(198)} order by due, key`, 'one more', `${names(198)} order by due, key, title`],
    ['20 levels', `${'('.repeat(20)}points=1${')'.repeat(20)}`, '21', `${'('.repeat(21)}points=1${')'.repeat(21)}`],
    ['a NOT is one', `${'NOT '.repeat(20)}points=1`, '21', `${'NOT '.repeat(21)}points=1`],
    [
      'so is a call',
      `${'('.repeat(18)}commentedBy(me())${')'.repeat(18)}`,
      '21',
      `${'('.repeat(19)}commentedBy(me())${')'.repeat(19)}`,
    ],
    [
      '100 values',
      `points in (${Array.from({ length: 100 }, (_, n) => n).join()})`,
      '101',
      `points in (${Array.from({ length: 101 }, (_, n) => n).join()})`,
    ],
  ])('%s are not, %4$s are', async (_allowed, legal, _tooMany, tooComplex) => {
    expect(await errorsOf(legal)).toEqual([]);
    expect((await errorsOf(tooComplex)).map(({ code }) => code)).toEqual(['SQUEAKQL_QUERY_TOO_COMPLEX']);
  });
});
