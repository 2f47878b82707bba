import type { Type } from '@nestjs/common';
import fc from 'fast-check';
import { ChangeUsernameBody, CreateTokenBody } from '../identity/account.requests.js';
import { CreateCommentBody, EditCommentBody } from '../comment/comment.requests.js';
import { AttachLabelBody, ChangeLabelBody, CreateLabelBody } from '../label/label.requests.js';
import { CreateLinkBody } from '../link/link.requests.js';
import { CreateProjectBody, UpdateProjectBody } from '../project/project.requests.js';
import {
  ChangeSavedSprintReportBody,
  SaveSprintReportBody,
} from '../saved-sprint-report/saved-sprint-report.requests.js';
import { ChangeSprintBody, CreateSprintBody, TransitionSprintBody } from '../sprint/sprint.requests.js';
import { SearchBody } from '../squeakql/squeakql.requests.js';
import {
  CreateWorkItemBody,
  DeleteWorkItemBody,
  TransitionWorkItemBody,
  UpdateWorkItemBody,
} from '../work-item/work-item.requests.js';
import { readValidated } from './body.pipe.js';
import { membersOf, nestedBodiesOf } from './fields.js';
import type { JsonObject } from './json.js';
import { readSoundBody } from './sound-body.js';

/** `SEED=<number>` repeats a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = process.env.TEST_DEEP ? 5_000 : 150;

const UUID = '30000000-0000-4000-8000-00000000000A';

/** Body classes, each with a body that is accepted. */
const BODIES: readonly (readonly [Type<object>, JsonObject])[] = [
  [CreateWorkItemBody, { title: 'T' }],
  [UpdateWorkItemBody, {}],
  [TransitionWorkItemBody, { targetStatus: 'done' }],
  [DeleteWorkItemBody, {}],
  [CreateCommentBody, { body: 'Why?' }],
  [EditCommentBody, { body: 'Why?' }],
  [CreateLabelBody, { name: 'bug' }],
  [ChangeLabelBody, {}],
  [AttachLabelBody, {}],
  [CreateLinkBody, { relation: 'blocks', targetWorkItemId: UUID }],
  [CreateProjectBody, { key: 'WEB', name: 'Web' }],
  [UpdateProjectBody, {}],
  [CreateSprintBody, { name: 'S' }],
  [ChangeSprintBody, {}],
  [TransitionSprintBody, { targetState: 'done' }],
  [SaveSprintReportBody, { name: 'R', sprintId: UUID }],
  [ChangeSavedSprintReportBody, {}],
  [SearchBody, { query: 'status = todo' }],
  [ChangeUsernameBody, { username: 'ada-l' }],
  [CreateTokenBody, { name: 'ci' }],
];
const CASES = BODIES.map(([bodyClass, sound]) => [bodyClass.name, bodyClass, sound] as const);

/** Values that some member accepts, and others that are nearly accepted. */
const VALUES: readonly unknown[] = [
  ...['low', 'done', 'task', 'LOW', 'blocks', 'bug', 'active', 'sprint', 'backlog', 'overview'],
  ...[
    'T',
    ' T ',
    '\u0085T\u3000',
    '',
    ' ',
    '\u0000',
    '\ud800',
    'x'.repeat(201),
    'x'.repeat(70_000),
    '\u{1F600}'.repeat(200),
  ],
  ...[
    UUID,
    UUID.toLowerCase(),
    UUID.slice(1),
    'web-7',
    'WEB-0',
    `usr_${'A'.repeat(22)}`,
    '#11aaFF',
    '#11aaFG',
    'ada-l',
  ],
  ...['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.1239+01:00', '2026-02-30T00:00:00Z', '2026-01-02'],
  ...[0, -0, 1, 2.0, 2.5, -1, 1_000, 1e21, true, false, null],
  ...[[], ['low'], [null], {}, { constructor: 1 }, { mode: 'backlog' }, { mode: 'sprint', targetSprintId: UUID }],
];

const NAMES = ['constructor', '__proto__', 'surprise', 'toCommand', 'problems'];

/** Any JSON for a body class: mostly its own members, some of other classes, with any of the values. */
const jsonOf = (bodyClass: Type<object>): fc.Arbitrary<JsonObject> => {
  const own = [...membersOf(bodyClass)];
  const name = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...own) },
    { weight: 1, arbitrary: fc.constantFrom(...NAMES) },
  );
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...VALUES) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  );
  const entries = fc.array(fc.tuple(name, value), { maxLength: 4 });
  // As the JSON of a request is read: `__proto__` is a member like any other.
  return entries.map(
    (found) =>
      JSON.parse(`{${found.map(([n, v]) => `${JSON.stringify(n)}:${JSON.stringify(v)}`).join()}}`) as JsonObject,
  );
};

const validated = (bodyClass: Type<object>, json: JsonObject): object | undefined => {
  try {
    return readValidated(bodyClass, json);
  } catch {
    return undefined;
  }
};

/** Expects that a body which `readSoundBody` reads is what the validators would read. */
function expectEqual(bodyClass: Type<object>, json: JsonObject): void {
  const sound = readSoundBody(bodyClass, json);
  if (!sound) return;
  expect(sound).toStrictEqual(validated(bodyClass, json));
  expect(Object.keys(sound).sort()).toEqual(Object.keys(json).sort());
}

describe(`A body that is read without the validators (SEED=${seed})`, () => {
  it.each(CASES)('is what they would read, whatever one member holds: %s', (_, bodyClass, sound) => {
    for (const name of [...membersOf(bodyClass), ...NAMES]) {
      for (const value of VALUES) expectEqual(bodyClass, { ...sound, [name]: value });
    }
  });

  it.each(CASES)('is what they would read, whatever it holds: %s', (_, bodyClass) => {
    fc.assert(
      fc.property(jsonOf(bodyClass), (json) => {
        const sound = readSoundBody(bodyClass, json);
        if (!sound) return;
        expect(sound).toStrictEqual(validated(bodyClass, json));
        expect(Object.keys(sound).sort()).toEqual(Object.keys(json).sort());
      }),
      { seed, numRuns },
    );
  });

  it.each<[string, Type<object>, JsonObject]>([
    [
      'a new Work Item',
      CreateWorkItemBody,
      { title: ' T ', priority: 'low', dueDate: '2026-01-02T03:04:05Z', assigneeId: null },
    ],
    ['a changed Work Item', UpdateWorkItemBody, { priority: 'low' }],
    ['a moved Work Item', TransitionWorkItemBody, { targetStatus: 'done' }],
    ['a label', CreateLabelBody, { name: 'bug', color: '#11aaFF' }],
    ['a nested body', TransitionSprintBody, { targetState: 'done', completionAction: { mode: 'backlog' } }],
  ])('is %s: frequent bodies do not reach the validators', (_, bodyClass, json) => {
    expect(readSoundBody(bodyClass, json)).toStrictEqual(validated(bodyClass, json));
    expect(readSoundBody(bodyClass, json)).toBeInstanceOf(bodyClass);
  });

  it.each(CASES)('is no empty one: %s', (_, bodyClass) => {
    expect(readSoundBody(bodyClass, {})).toBeUndefined();
    for (const [name] of nestedBodiesOf(bodyClass)) expect(readSoundBody(bodyClass, { [name]: {} })).toBeUndefined();
  });
});
