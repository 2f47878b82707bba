import { refusalOf } from '@worktrack/domain/testing';
import { isRefusal, readSqueakQL, validateSqueakQL } from '../index.js';

const COMPARATORS = ['=', '!=', '<', '<=', '>', '>=', '~', '!~'];

/** One legal operand for each field, and the operators of the language's documentation. Written out, not read from the catalogue. */
const FIELDS: readonly (readonly [string, string, string])[] = [
  ['key', 'WEB-1', '= != IN'],
  ['title', "'launch plan'", '= != ~ !~'],
  ['description', "'todo: 100%'", '~ !~ IS'],
  ['text', 'launch', '~ !~'],
  ['type', 'bug', '= != IN'],
  ['status', 'in_review', '= != < <= > >= IN'],
  ['priority', 'high', '= != < <= > >= IN'],
  ['assignee', 'me()', '= != IN IS'],
  ['reporter', 'usr_AAAAAAAAAAAAAAAAAAAAAA', '= != IN IS'],
  ['sprint', 'activeSprint()', '= != IN IS'],
  ['sprint.state', 'active', '= != IN'],
  ['parent', "'WEB-1'", '= != IN IS'],
  ['label', 'backend', '= != IN IS'],
  ['labels', "'needs review'", '= != IN IS'],
  ['project', 'WEB', '= != IN'],
  ['project.key', "'WEB'", '= != IN'],
  ['points', '5', '= != < <= > >= IN IS'],
  ['storyPoints', '0.5', '= != < <= > >= IN IS'],
  ['due', "'2026-03-01'", '= != < <= > >= IS'],
  ['dueDate', '-7d', '= != < <= > >= IS'],
  ['created', 'today()', '= != < <= > >='],
  ['createdAt', "'2026-03-01T09:00:00+01:00'", '= != < <= > >='],
  ['updated', 'startOfWeek()', '= != < <= > >='],
  ['updatedAt', 'now()', '= != < <= > >='],
  ['overdue', 'TRUE', '= !='],
  ['archived', 'FALSE', '= !='],
];

function errorsOf(text: string) {
  return validateSqueakQL(text).errors.map(({ code, token }) => [code, token]);
}

describe('The fields', () => {
  it.each(FIELDS)('%s compares with %s by %s, and by nothing else', (field, operand, operators) => {
    const supported = operators.split(' ');
    for (const name of [field, field.toUpperCase()]) {
      for (const operator of COMPARATORS) {
        const errors = supported.includes(operator) ? [] : [['SQUEAKQL_UNSUPPORTED_OPERATOR', operator]];
        expect([operator, errorsOf(`${name} ${operator} ${operand}`)]).toEqual([operator, errors]);
      }
      const lists = supported.includes('IN');
      expect(errorsOf(`${name} IN (${operand})`)).toEqual(lists ? [] : [['SQUEAKQL_UNSUPPORTED_OPERATOR', 'IN']]);
      expect(errorsOf(`${name} NOT IN (${operand})`)).toEqual(
        lists ? [] : [['SQUEAKQL_UNSUPPORTED_OPERATOR', 'NOT IN']],
      );
      const nullable = supported.includes('IS');
      expect(errorsOf(`${name} IS NULL`)).toEqual(nullable ? [] : [['SQUEAKQL_UNSUPPORTED_OPERATOR', 'IS']]);
      expect(errorsOf(`${name} IS NOT EMPTY`)).toEqual(nullable ? [] : [['SQUEAKQL_UNSUPPORTED_OPERATOR', 'IS NOT']]);
    }
  });

  it('are these and no others', () => {
    for (const field of [
      'id',
      'me',
      'name',
      'rank',
      'revision',
      'organization',
      'sprint.name',
      'project.name',
      'blocked',
    ]) {
      expect(errorsOf(`${field} = a`)).toEqual([['SQUEAKQL_UNKNOWN_FIELD', field]]);
    }
  });

  it.each([
    'key',
    'title',
    'type',
    'status',
    'priority',
    'points',
    'storyPoints',
    'due',
    'dueDate',
    'created',
    'createdAt',
    'updated',
    'updatedAt',
  ])('a search is ordered by %s', (field) => {
    expect(errorsOf(`blocked() ORDER BY ${field}, ${field.toUpperCase()} DESC`)).toEqual([]);
  });

  it.each([
    'description',
    'text',
    'assignee',
    'reporter',
    'sprint',
    'sprint.state',
    'parent',
    'label',
    'labels',
    'project',
    'project.key',
    'overdue',
    'archived',
  ])('nothing is ordered by %s', (field) => {
    expect(errorsOf(`blocked() ORDER BY ${field}`)).toEqual([['SQUEAKQL_UNSUPPORTED_OPERATOR', field]]);
  });
});

describe('A valid query', () => {
  it.each([
    'status = todo',
    'STATUS = Todo',
    "status = 'todo'",
    'status IN (backlog, todo, in_progress, in_review, done)',
    'status < done AND status >= "IN_PROGRESS"',
    'type NOT IN (task, bug, story, feature, epic)',
    'priority > low AND priority <= urgent OR priority = medium',
    'sprint.state IN (future, active, DONE)',
    'assignee = me() OR reporter = currentUser()',
    'assignee = ada AND reporter != "grace.hopper"',
    "assignee = 'no user @ all'",
    'assignee IS NOT NULL',
    "sprint = '6b0b8d4e-59a5-4f51-a4bb-1f2f35a7bd33'",
    "sprint = 'Sprint 1' OR sprint = Hotfix",
    'sprint IN (activeSprint(), futureSprints(), "Sprint 3")',
    'sprint NOT IN (futureSprints())',
    'key = WEB-1 OR key IN ("no key", x)',
    'parent = web-12',
    'label = backend AND labels != "won\'t fix" OR label IS EMPTY',
    'project IN (web, OPS)',
    'title ~ "" AND title !~ \'100%\'',
    'description IS EMPTY OR description ~ x',
    'points = -5 OR points = 2.50 OR points IN (1, 2, 3) OR points IS NULL',
    "due < today() AND due >= '2026-03-01T00:00:00.123456789Z'",
    "due = '0001-01-01' OR due = '9999-12-31'",
    'created > -99999w AND updated <= +30m AND due < 2H',
    'created >= startOfWeek() OR created >= startOfMonth() OR updated = now()',
    'overdue = TRUE AND archived != false',
    "hasLink('blocks') OR hasLink(BLOCKED_BY) OR NOT hasLink(relates)",
    'NOT blocked()',
    'commentedBy(me()) OR commentedBy(ada) OR commentedBy("usr_AAAAAAAAAAAAAAAAAAAAAA")',
    "wasIn('in_progress')",
    'wasIn(DONE)',
    "changed('status', -7d) AND changed(priority, '2026-03-01') AND changed(assignee, today())",
    "changed(sprint, now()) OR changed('Title', '2026-03-01T00:00:00Z') OR changed(due, startOfMonth()) OR changed(parent, -1w)",
    'changed(dueDate, -7d)',
    'status = todo ORDER BY priority DESC, dueDate ASC, key',
  ])('%s', (text) => {
    expect(validateSqueakQL(text)).toEqual({ valid: true, languageVersion: 1, errors: [] });
  });
});

/** The queries mark the offending token by ‹ and ›; ‹› marks the end of the text. */
const INVALID: readonly (readonly [string, string, string?])[] = [
  ['SYNTAX_ERROR', '‹›'],
  ['SYNTAX_ERROR', 'status = ‹›'],
  ['SYNTAX_ERROR', 'status ‹todo›'],
  ['SYNTAX_ERROR', 'status = todo ‹priority› = high'],
  ['SYNTAX_ERROR', 'status =‹=› todo'],
  ['SYNTAX_ERROR', 'status = ‹7days›'],
  ['SYNTAX_ERROR', 'created > ‹2026-03-01›'],
  ['SYNTAX_ERROR', "title ~ ‹'launch›"],
  ['SYNTAX_ERROR', 'assignee = ‹@›ada'],
  ['SYNTAX_ERROR', 'assignee = ‹NULL›'],
  ['SYNTAX_ERROR', 'status NOT ‹=› done'],
  ['SYNTAX_ERROR', 'blocked() ‹=› TRUE'],
  ['SYNTAX_ERROR', '(status = todo‹›'],
  ['SYNTAX_ERROR', 'status = todo ORDER ‹priority›'],
  ['SYNTAX_ERROR', 'status = todo ‹LIMIT› 5'],

  ['UNKNOWN_FIELD', '‹statuz› = todo', 'status'],
  ['UNKNOWN_FIELD', '‹STATUZ› = todo', 'status'],
  ['UNKNOWN_FIELD', '‹stat› = todo', 'status'],
  ['UNKNOWN_FIELD', '‹sta› = todo'],
  ['UNKNOWN_FIELD', '‹asignee› = me()', 'assignee'],
  ['UNKNOWN_FIELD', '‹reportr› = me()', 'reporter'],
  ['UNKNOWN_FIELD', '‹labls› = a', 'labels'],
  ['UNKNOWN_FIELD', '‹labelss› = a', 'labels'],
  ['UNKNOWN_FIELD', '‹story_points› = 5', 'storyPoints'],
  ['UNKNOWN_FIELD', '‹storypoint› IS NULL', 'storyPoints'],
  ['UNKNOWN_FIELD', '‹due_date› < now()', 'dueDate'],
  ['UNKNOWN_FIELD', '‹created_at› < now()', 'createdAt'],
  ['UNKNOWN_FIELD', '‹sprint.status› = active', 'sprint.state'],
  ['UNKNOWN_FIELD', '‹sprint-state› = active', 'sprint.state'],
  ['UNKNOWN_FIELD', '‹sprints› IN (x)', 'sprint'],
  ['UNKNOWN_FIELD', '‹projectkey› = WEB', 'project.key'],
  ['UNKNOWN_FIELD', '‹kye› = WEB-1', 'key'],
  ['UNKNOWN_FIELD', '‹tyep› = bug', 'type'],
  ['UNKNOWN_FIELD', '‹summary› ~ x'],
  ['UNKNOWN_FIELD', '‹id› = x'],
  ['UNKNOWN_FIELD', '‹blocked› = TRUE'],
  ['UNKNOWN_FIELD', 'blocked() AND ‹hasOwnProperty› = x'],
  ['UNKNOWN_FIELD', 'blocked() ORDER BY ‹prioritty› DESC', 'priority'],
  ['UNKNOWN_FIELD', 'blocked() ORDER BY key, ‹rank›'],

  ['UNKNOWN_FUNCTION', '‹isBlocked›()'],
  ['UNKNOWN_FUNCTION', '‹status›(todo)'],
  ['UNKNOWN_FUNCTION', 'assignee = ‹mee›()'],
  ['UNKNOWN_FUNCTION', 'sprint IN (‹openSprints›())'],
  ['UNKNOWN_FUNCTION', 'due < ‹endOfWeek›()'],
  ['UNKNOWN_FUNCTION', 'commentedBy(‹membersOf›(x))'],
  ['UNKNOWN_FUNCTION', 'changed(status, ‹yesterday›())'],

  ['TYPE_MISMATCH', 'key = ‹1›'],
  ['TYPE_MISMATCH', 'title = ‹5›'],
  ['TYPE_MISMATCH', 'title ~ ‹TRUE›'],
  ['TYPE_MISMATCH', 'title ~ ‹now›()'],
  ['TYPE_MISMATCH', 'description ~ ‹-7d›'],
  ['TYPE_MISMATCH', 'text ~ ‹5.5›'],
  ['TYPE_MISMATCH', 'type = ‹5›'],
  ['TYPE_MISMATCH', 'status = ‹TRUE›'],
  ['TYPE_MISMATCH', 'status IN (todo, ‹5›)'],
  ['TYPE_MISMATCH', 'status = ‹123456d›'],
  ['TYPE_MISMATCH', 'status = ‹me›()'],
  ['TYPE_MISMATCH', 'priority > ‹3›'],
  ['TYPE_MISMATCH', 'assignee = ‹5›'],
  ['TYPE_MISMATCH', 'assignee = ‹activeSprint›()'],
  ['TYPE_MISMATCH', 'assignee IN (me(), ‹FALSE›)'],
  ['TYPE_MISMATCH', 'sprint = ‹1›'],
  ['TYPE_MISMATCH', 'sprint = ‹me›()'],
  ['TYPE_MISMATCH', 'sprint = ‹futureSprints›()'],
  ['TYPE_MISMATCH', 'sprint != ‹futureSprints›()'],
  ['TYPE_MISMATCH', 'sprint.state = ‹activeSprint›()'],
  ['TYPE_MISMATCH', 'label = ‹5›'],
  ['TYPE_MISMATCH', 'project = ‹7d›'],
  ['TYPE_MISMATCH', 'points = ‹five›'],
  ['TYPE_MISMATCH', "points = ‹'5'›"],
  ['TYPE_MISMATCH', 'points > ‹5d›'],
  ['TYPE_MISMATCH', 'points = ‹TRUE›'],
  ['TYPE_MISMATCH', 'due < ‹tomorrow›'],
  ['TYPE_MISMATCH', 'due < ‹2026›'],
  ['TYPE_MISMATCH', 'due < ‹FALSE›'],
  ['TYPE_MISMATCH', 'created > ‹me›()'],
  ['TYPE_MISMATCH', 'updated > ‹blocked›()'],
  ['TYPE_MISMATCH', 'overdue = ‹yes›'],
  ['TYPE_MISMATCH', "overdue = ‹'TRUE'›"],
  ['TYPE_MISMATCH', 'overdue = ‹1›'],
  ['TYPE_MISMATCH', 'archived = ‹now›()'],
  ['TYPE_MISMATCH', '‹me›()'],
  ['TYPE_MISMATCH', 'NOT ‹today›()'],
  ['TYPE_MISMATCH', '‹activeSprint›()'],
  ['TYPE_MISMATCH', 'hasLink(‹5›)'],
  ['TYPE_MISMATCH', 'hasLink(‹blocked›())'],
  ['TYPE_MISMATCH', 'commentedBy(‹5›)'],
  ['TYPE_MISMATCH', 'commentedBy(‹activeSprint›())'],
  ['TYPE_MISMATCH', 'wasIn(‹TRUE›)'],
  ['TYPE_MISMATCH', 'changed(status, ‹yesterday›)'],
  ['TYPE_MISMATCH', 'changed(‹7›, -7d)'],

  ['UNSUPPORTED_OPERATOR', 'key ‹<› WEB-1'],
  ['UNSUPPORTED_OPERATOR', 'title ‹<› a'],
  ['UNSUPPORTED_OPERATOR', 'title ‹IN› (a, b)'],
  ['UNSUPPORTED_OPERATOR', 'title ‹IS› NULL'],
  ['UNSUPPORTED_OPERATOR', 'description ‹=› x'],
  ['UNSUPPORTED_OPERATOR', 'text ‹=› 5'],
  ['UNSUPPORTED_OPERATOR', 'text ‹IS› EMPTY'],
  ['UNSUPPORTED_OPERATOR', 'type ‹>=› bug'],
  ['UNSUPPORTED_OPERATOR', 'status ‹~› do'],
  ['UNSUPPORTED_OPERATOR', 'status ‹IS› NULL'],
  ['UNSUPPORTED_OPERATOR', 'priority ‹!~› x'],
  ['UNSUPPORTED_OPERATOR', 'assignee ‹~› ada'],
  ['UNSUPPORTED_OPERATOR', 'sprint ‹>› x'],
  ['UNSUPPORTED_OPERATOR', 'label ‹~› nope()'],
  ['UNSUPPORTED_OPERATOR', 'project ‹IS› NULL'],
  ['UNSUPPORTED_OPERATOR', 'points ‹~› 5'],
  ['UNSUPPORTED_OPERATOR', "due ‹IN› ('2026-03-01')"],
  ['UNSUPPORTED_OPERATOR', 'due ‹NOT IN› (x)'],
  ['UNSUPPORTED_OPERATOR', 'created ‹IS NOT› NULL'],
  ['UNSUPPORTED_OPERATOR', 'overdue ‹<› 5'],
  ['UNSUPPORTED_OPERATOR', 'archived ‹IN› (TRUE)'],
  ['UNSUPPORTED_OPERATOR', 'blocked() ORDER BY ‹assignee›'],

  ['INVALID_VALUE', 'status = ‹don›', 'done'],
  ['INVALID_VALUE', 'status = ‹tood›', 'todo'],
  ['INVALID_VALUE', "status = ‹'in progress'›", 'in_progress'],
  ['INVALID_VALUE', 'status = ‹InReview›', 'in_review'],
  ['INVALID_VALUE', 'status = ‹open›'],
  ['INVALID_VALUE', 'status IN (todo, ‹closed›)'],
  ['INVALID_VALUE', 'type = ‹bugs›', 'bug'],
  ['INVALID_VALUE', 'type = ‹subtask›'],
  ['INVALID_VALUE', 'type = ‹EPICS›', 'epic'],
  ['INVALID_VALUE', 'priority < ‹hihg›', 'high'],
  ['INVALID_VALUE', 'priority < ‹critical›'],
  ['INVALID_VALUE', 'sprint.state = ‹closed›'],
  ['INVALID_VALUE', 'sprint.state = ‹activ›', 'active'],
  ['INVALID_VALUE', "due < ‹'tomorrow'›"],
  ['INVALID_VALUE', "due < ‹'2026-02-30'›"],
  ['INVALID_VALUE', "due < ‹'01.03.2026'›"],
  ['INVALID_VALUE', "due < ‹'2026-03-01T09:00:00'›"],
  ['INVALID_VALUE', "due < ‹'-7d'›"],
  ['INVALID_VALUE', 'created > ‹-100000d›'],
  ['INVALID_VALUE', 'created > ‹000001w›'],
  ['INVALID_VALUE', "hasLink(‹'blocks_by'›)", 'blocked_by'],
  ['INVALID_VALUE', 'hasLink(‹relate›)', 'relates'],
  ['INVALID_VALUE', 'hasLink(‹duplicates›)'],
  ['INVALID_VALUE', '‹hasLink›()'],
  ['INVALID_VALUE', '‹hasLink›(blocks, relates)'],
  ['INVALID_VALUE', '‹blocked›(TRUE)'],
  ['INVALID_VALUE', '‹commentedBy›()'],
  ['INVALID_VALUE', 'assignee = ‹me›(ada)'],
  ['INVALID_VALUE', 'due < ‹today›(1)'],
  ['INVALID_VALUE', 'wasIn(‹doing›)', 'done'],
  ['INVALID_VALUE', 'wasIn(‹closed›)'],
  ['INVALID_VALUE', '‹wasIn›(todo, done)'],
  ['INVALID_VALUE', '‹changed›(status)'],
  ['INVALID_VALUE', '‹changed›(status, -7d, done)'],
  ['INVALID_VALUE', "changed(‹'statuz'›, -7d)", 'status'],
  ['INVALID_VALUE', 'changed(‹label›, -7d)'],
  ['INVALID_VALUE', 'changed(‹points›, -7d)'],
  ['INVALID_VALUE', 'changed(‹description›, -7d)'],
  ['INVALID_VALUE', "changed(status, ‹'yesterday'›)"],
  ['INVALID_VALUE', 'changed(status, ‹-123456m›)'],

  ['QUERY_TOO_COMPLEX', `${'('.repeat(20)}‹(›status = todo`],
  ['QUERY_TOO_COMPLEX', `${'NOT '.repeat(20)}‹NOT› blocked()`],
  ['QUERY_TOO_COMPLEX', `${'('.repeat(20)}blocked‹(›)`],
  ['QUERY_TOO_COMPLEX', `points IN (${'1, '.repeat(100)}‹1›)`],
  ['QUERY_TOO_COMPLEX', `${'points = 1 AND '.repeat(100)}‹status› = todo`],
  ['QUERY_TOO_COMPLEX', `${'points = 1 AND '.repeat(99)}points = 1 ORDER BY ‹key›`],
];

describe('An invalid query is reported by code and place', () => {
  const rows = INVALID.map(([code, text, suggestion]) => [code, text, suggestion] as const);

  it.each(rows)('%s: %s', (code, text, suggestion) => {
    const [before = '', token = '', after = ''] = text.split(/[‹›]/u);
    const column = before.length + 1;
    expect(validateSqueakQL(before + token + after)).toEqual({
      valid: false,
      languageVersion: 1,
      errors: [
        expect.objectContaining({
          code: `SQUEAKQL_${code}`,
          line: 1,
          column,
          endLine: 1,
          endColumn: Math.max(column, column + token.length - 1),
          ...(token === '' ? {} : { token }),
        }),
      ],
    });
    expect(validateSqueakQL(before + token + after).errors[0]?.suggestion).toBe(suggestion);
  });

  it('as the contract shows it', () => {
    expect(validateSqueakQL('statuz = todo')).toEqual({
      valid: false,
      languageVersion: 1,
      errors: [
        {
          code: 'SQUEAKQL_UNKNOWN_FIELD',
          message: 'There is no field statuz; did you mean status?',
          line: 1,
          column: 1,
          endLine: 1,
          endColumn: 6,
          token: 'statuz',
          suggestion: 'status',
        },
      ],
    });
  });

  it('all at once, in the order of the text, at most ten', () => {
    const { errors } = validateSqueakQL('statuz = todo AND\npoints = five OR (title IS NULL\n  AND who() AND type = #');
    expect(errors.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['SQUEAKQL_UNKNOWN_FIELD', 1, 1],
      ['SQUEAKQL_TYPE_MISMATCH', 2, 10],
      ['SQUEAKQL_UNSUPPORTED_OPERATOR', 2, 25],
      ['SQUEAKQL_UNKNOWN_FUNCTION', 3, 7],
      ['SQUEAKQL_SYNTAX_ERROR', 3, 24],
    ]);
    expect(validateSqueakQL('x = y AND '.repeat(20)).errors).toHaveLength(10);
  });
});

describe('The query of a request', () => {
  it('is what its text means', () => {
    expect(readSqueakQL('DueDate < today() ORDER BY storyPoints DESC', 'query')).toEqual({
      condition: {
        kind: 'comparison',
        field: 'due',
        operator: '<',
        value: { kind: 'call', function: 'today', values: [] },
      },
      orderBy: [{ field: 'points', direction: 'desc' }],
      fields: ['due', 'points'],
    });
  });

  it('says whether it has the field `archived` anywhere', () => {
    expect(readSqueakQL('status = todo AND NOT (blocked() OR archived = FALSE)', 'squeakql').fields).toContain(
      'archived',
    );
    expect(readSqueakQL("title ~ 'archived'", 'squeakql').fields).not.toContain('archived');
  });

  it.each(['query', 'squeakql'] as const)('is refused with its diagnostics under `%s`', (member) => {
    expect(refusalOf(() => readSqueakQL('statuz = todo', member))).toBe('VALIDATION_ERROR');
    expect(moreOf(() => readSqueakQL('statuz = todo', member))).toEqual({
      fieldErrors: { [member]: ['There is no field statuz; did you mean status?'] },
      details: { diagnostics: validateSqueakQL('statuz = todo').errors },
    });
  });

  it('has no order in a report', () => {
    expect(readSqueakQL('blocked() ORDER BY key', 'query').orderBy).toHaveLength(1);
    expect(moreOf(() => readSqueakQL('blocked() ORDER BY key', 'squeakql'))).toMatchObject({
      details: {
        diagnostics: [{ code: 'SQUEAKQL_UNSUPPORTED_OPERATOR', token: 'ORDER BY', column: 11, endColumn: 18 }],
      },
    });
  });

  function moreOf(read: () => unknown): unknown {
    try {
      read();
    } catch (error) {
      if (isRefusal(error)) return error.more;
    }
    return undefined;
  }
});
