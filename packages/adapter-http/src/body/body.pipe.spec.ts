import { isRefusal } from '@worktrack/application';
import { BulkCreateBody } from '../bulk/bulk.requests.js';
import { CreateCommentBody } from '../comment/comment.requests.js';
import { AttachLabelBody } from '../label/label.requests.js';
import { CreateSprintBody, TransitionSprintBody } from '../sprint/sprint.requests.js';
import { SearchBody } from '../squeakql/squeakql.requests.js';
import { CreateWorkItemBody, DeleteWorkItemBody, UpdateWorkItemBody } from '../work-item/work-item.requests.js';
import { readBody } from './body.pipe.js';
import { parseJsonObject } from './json.js';

const UUID = '30000000-0000-4000-8000-00000000000a';

const read = <Body extends object>(bodyClass: new () => Body, text: string): Body =>
  readBody(bodyClass, parseJsonObject(Buffer.from(text)));

/** Returns the code and the JSON of the field errors: names, sentences and their order. */
function refusalOf(bodyClass: new () => object, text: string): [string, string] {
  try {
    read(bodyClass, text);
  } catch (error) {
    if (isRefusal(error)) return [error.code, JSON.stringify(error.more.fieldErrors)];
    throw error;
  }
  return ['none', ''];
}

describe('A body', () => {
  it('is read in its stored form', () => {
    const body = read(
      CreateWorkItemBody,
      `{"title":"\\u0085 T ","dueDate":"2026-01-02T03:04:05.1239+01:00","storyPoints":2.0,"assigneeId":"${UUID.toUpperCase()}",` +
        '"parentId":"web-7","description":null}',
    );
    expect(body).toBeInstanceOf(CreateWorkItemBody);
    expect(Object.fromEntries(Object.entries(body))).toEqual({
      title: 'T',
      dueDate: new Date('2026-01-02T02:04:05.123Z'),
      storyPoints: 2,
      assigneeId: UUID,
      parentId: { kind: 'key', projectKey: 'WEB', number: 7 },
      description: null,
    });
  });

  it('has no member that was not sent', () => {
    expect(Object.keys(read(UpdateWorkItemBody, '{"priority":"high"}'))).toEqual(['priority']);
  });

  it('holds bodies of their own classes', () => {
    const text = `{"targetState":"done","completionAction":{"mode":"sprint","targetSprintId":"${UUID.toUpperCase()}"}}`;
    expect(read(TransitionSprintBody, text).completionAction?.toCompletion()).toEqual({
      mode: 'sprint',
      targetSprintId: UUID,
    });
  });

  it('keeps the elements of a list as they are', () => {
    const operations = [{ title: ' T ', constructor: 1 }, 7, [null]];
    expect(read(BulkCreateBody, JSON.stringify({ operations })).operations).toEqual(operations);
  });

  it('counts code points, not units or characters as they are shown', () => {
    expect(read(CreateWorkItemBody, `{"title":"${'😀'.repeat(500)}"}`).title).toHaveLength(1_000);
    const outside = ['VALIDATION_ERROR', '{"title":["must have 1 to 500 characters"]}'];
    expect(refusalOf(CreateWorkItemBody, `{"title":"${'😀'.repeat(501)}"}`)).toEqual(outside);
    expect(refusalOf(CreateWorkItemBody, `{"title":"${'e\ufe0f'.repeat(251)}"}`)).toEqual(outside);
    expect(refusalOf(CreateWorkItemBody, `{"title":"${'\\u0000'.repeat(1_001)}"}`)).toEqual(outside);
  });
});

describe('A body that is refused', () => {
  it.each<[string, new () => object, string, string]>([
    ['without a member that is required', CreateSprintBody, '{}', '{"name":["is required"]}'],
    [
      'with null where it is not permitted',
      CreateWorkItemBody,
      '{"title":null,"type":null,"dueDate":null}',
      '{"title":["must not be null"],"type":["must not be null"]}',
    ],
    [
      'with words, numbers and flags of the wrong type',
      CreateWorkItemBody,
      '{"title":"T","type":["bug"],"status":"Done","storyPoints":"1"}',
      '{"type":["must be one of task, bug, story, feature, epic"],' +
        '"status":["must be one of backlog, todo, in_progress, in_review, done"],' +
        '"storyPoints":["must be an integer from 0 to 100000"]}',
    ],
    ['with a number for a flag', DeleteWorkItemBody, '{"cascade":1}', '{"cascade":["must be true or false"]}'],
    [
      'with text that is no id',
      CreateCommentBody,
      '{"body":"a","parentCommentId":"x"}',
      '{"parentCommentId":["must be a UUID"]}',
    ],
    [
      'with one problem between members',
      AttachLabelBody,
      '{}',
      '{"labelId":["must be given, or the other way to name the label, and not both"],' +
        '"label":["must be given, or the other way to name the label, and not both"]}',
    ],
    [
      'with an object that is text',
      TransitionSprintBody,
      '{"targetState":"done","completionAction":"backlog"}',
      '{"completionAction":["must be an object"]}',
    ],
    [
      'with an object that is a list',
      TransitionSprintBody,
      '{"targetState":"done","completionAction":[{"mode":"x"}]}',
      '{"completionAction":["must be an object"]}',
    ],
    [
      'with problems at two depths, the outer ones first',
      TransitionSprintBody,
      '{"completionAction":{"mode":"x","targetSprintId":1},"targetState":"x"}',
      '{"targetState":["must be one of future, active, done"],' +
        '"completionAction.mode":["must be one of backlog, sprint"],' +
        '"completionAction.targetSprintId":["must be a UUID"]}',
    ],
    [
      'with a problem between members of an inner object',
      TransitionSprintBody,
      '{"targetState":"done","completionAction":{"mode":"sprint"}}',
      '{"completionAction.targetSprintId":["is required with mode sprint"]}',
    ],
    [
      'with too many elements',
      BulkCreateBody,
      `{"operations":[${'{},'.repeat(50)}{}]}`,
      '{"operations":["must be a list of 1 to 50"]}',
    ],
    [
      'with an object for a list',
      BulkCreateBody,
      '{"operations":{"length":1}}',
      '{"operations":["must be a list of 1 to 50"]}',
    ],
    [
      'with a query of white space',
      SearchBody,
      '{"query":" \\u0085\\u3000"}',
      '{"query":["must hold more than white space"]}',
    ],
  ])('%s names each member once', (_what, bodyClass, text, fieldErrors) => {
    expect(refusalOf(bodyClass, text)).toEqual(['VALIDATION_ERROR', fieldErrors]);
  });

  it('for its cursor is refused for nothing else', () => {
    expect(refusalOf(SearchBody, '{"query":1,"cursor":""}')).toEqual(['INVALID_CURSOR', undefined]);
  });
});

describe('A hostile body', () => {
  it.each([
    '{"constructor":1}',
    '{"constructor":{"prototype":{}}}',
    '{"constructor":null}',
    '{"length":1000000000}',
    '{"then":1}',
    '{"toString":1,"valueOf":1}',
    '{"__proto__":[]}',
    '{"__proto__":{"constructor":1}}',
    '[{"constructor":"x"},[{"__proto__":null}]]',
  ])('that has %s for a value is refused, and nothing of it is called', (hostile) => {
    const members = ['title', 'type', 'assigneeId', 'storyPoints', 'dueDate'];
    const text = `{${members.map((name) => `"${name}":${hostile}`).join(',')}}`;
    const [code, fieldErrors] = refusalOf(CreateWorkItemBody, text);
    expect([code, Object.keys(JSON.parse(fieldErrors) as object).sort()]).toEqual(['VALIDATION_ERROR', members.sort()]);
    expect(Object.keys({})).toEqual([]);
  });

  it('may say anything for a member that is refused later', () => {
    expect(read(UpdateWorkItemBody, '{"status":{"constructor":1}}').toChange().namesStatus).toBe(true);
  });

  it.each(['constructor', '__proto__', 'toCompletion', 'problems', 'hasOwnProperty'])(
    'that has the unknown member %s, at any depth, is refused by its name',
    (name) => {
      const fieldErrors = (path: string) => ['VALIDATION_ERROR', `{"${path}":["is not known here"]}`];
      expect(refusalOf(UpdateWorkItemBody, `{"title":"T","${name}":1}`)).toEqual(fieldErrors(name));
      const nested = `{"targetState":"done","completionAction":{"mode":"backlog","${name}":{"mode":1}}}`;
      expect(refusalOf(TransitionSprintBody, nested)).toEqual(fieldErrors(`completionAction.${name}`));
    },
  );
});
