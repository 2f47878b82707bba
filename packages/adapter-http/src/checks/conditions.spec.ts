import type { FastifyReply, FastifyRequest } from 'fastify';
import { conditionsOf } from './conditions.js';
import { etagOf, type TaggedResource } from '../reply/etag.js';
import type { OperationPolicy } from '../run/policy.js';

const KEY = 'key-0001';
const REPLY = {} as FastifyReply;

/** The conditions of a request with these headers to an operation with these rules. */
function read(headers: Record<string, string>, rules: Pick<OperationPolicy, 'idempotencyKey' | 'ifMatch'>) {
  const request = { headers, context: { requestId: 'r' } } as unknown as FastifyRequest;
  return conditionsOf(request, REPLY, rules as OperationPolicy);
}

/** The key and revision of a request, or the code, message and fields of its refusal. */
function outcomeOf(...request: Parameters<typeof read>): unknown[] {
  try {
    const { key, expected } = read(...request);
    return [key, expected];
  } catch (error) {
    const { code, message, more } = error as { code: string; message: string; more: { fieldErrors?: object } };
    return [code, message, more.fieldErrors];
  }
}

describe('The Idempotency-Key of a request', () => {
  const required = { idempotencyKey: 'required' } as const;
  const optional = { idempotencyKey: 'optional' } as const;

  it.each(['12345678', 'a'.repeat(128), 'AZaz09._:-'])('may be %j', (key) => {
    for (const rules of [required, optional]) expect(outcomeOf({ 'idempotency-key': key }, rules)).toEqual([key, '*']);
  });

  it.each(['1234567', 'a'.repeat(129), 'has a space', '"quoted-key"', 'key-0001, key-0002', 'ключ-ключ', 'a/b/c/d/e'])(
    'is not %j, whether it is needed or not',
    (key) => {
      const problem = 'must have 8 to 128 characters, each a letter of A to Z or a to z, a digit or one of . _ : -';
      for (const rules of [required, optional]) {
        expect(outcomeOf({ 'idempotency-key': key }, rules)).toEqual([
          'VALIDATION_ERROR',
          `Idempotency-Key ${problem}.`,
          { 'Idempotency-Key': [problem] },
        ]);
      }
    },
  );

  it.each([{}, { 'idempotency-key': '' }])('is missing or empty only where it is optional: %j', (headers) => {
    expect(outcomeOf(headers, optional)).toEqual([undefined, '*']);
    expect(outcomeOf(headers, required)).toEqual([
      'IDEMPOTENCY_KEY_REQUIRED',
      'This operation needs an Idempotency-Key.',
      undefined,
    ]);
  });

  it('is not looked at where the operation takes none', () => {
    expect(outcomeOf({ 'idempotency-key': 'no' }, {})).toEqual([undefined, '*']);
  });
});

describe('The If-Match of a request', () => {
  const resources: TaggedResource[] = ['wi', 'project', 'sprint', 'saved', 'label'];

  it.each(resources)('is the tag of a revision of a %s, or any', (resource) => {
    const read = (tag: string) => outcomeOf({ 'if-match': tag }, { ifMatch: resource });
    expect([read(etagOf(resource, 1)), read(etagOf(resource, 40)), read('*')]).toEqual([
      [undefined, 1],
      [undefined, 40],
      [undefined, '*'],
    ]);
    expect(read(`"${resource}-99999999999999999999"`)).toEqual([undefined, Number.MAX_SAFE_INTEGER]);
    const other = resource === 'wi' ? 'project' : 'wi';
    expect(
      [
        `"${other}-1"`,
        `${resource}-1`,
        `W/"${resource}-1"`,
        `"${resource}-0"`,
        `"${resource}-01"`,
        `"${resource}--1"`,
        `"${resource}-1x"`,
        `"${resource}-"`,
        `"${resource}-1", "${resource}-2"`,
        `"${resource}-1" `,
        ` "${resource}-1"`,
        '*, *',
        '**',
      ].map((tag) => read(tag)[0]),
    ).toEqual(Array.from({ length: 13 }, () => 'VALIDATION_ERROR'));
  });

  it.each(resources)('has an example of a tag of a %s when it is refused, and no regular expression', (resource) => {
    const problem = `must be * or one ETag of this resource, quotes included and without W/, such as "${resource}-3"`;
    expect(outcomeOf({ 'if-match': 'anything' }, { ifMatch: resource })).toEqual([
      'VALIDATION_ERROR',
      `If-Match ${problem}.`,
      { 'If-Match': [problem] },
    ]);
    expect(outcomeOf({ 'if-match': `"${resource}-3"` }, { ifMatch: resource })).toEqual([undefined, 3]);
  });

  it.each([{}, { 'if-match': '' }])('is needed where the operation has a revision to compare: %j', (headers) => {
    expect(outcomeOf(headers, { ifMatch: 'wi' })).toEqual([
      'PRECONDITION_REQUIRED',
      'This operation needs an If-Match.',
      undefined,
    ]);
  });

  it('is read after the key, and not at all where the operation compares no revision', () => {
    const both = { idempotencyKey: 'required', ifMatch: 'wi' } as const;
    expect(outcomeOf({}, both)[0]).toBe('IDEMPOTENCY_KEY_REQUIRED');
    expect(outcomeOf({ 'idempotency-key': KEY }, both)[0]).toBe('PRECONDITION_REQUIRED');
    expect(outcomeOf({ 'idempotency-key': KEY, 'if-match': '"wi-7"' }, both)).toEqual([KEY, 7]);
    expect(outcomeOf({ 'if-match': 'no tag' }, {})).toEqual([undefined, '*']);
  });

  it('comes with the context of the request and its reply', () => {
    expect(read({}, {})).toMatchObject({ context: { requestId: 'r' } });
    expect(read({}, {}).reply).toBe(REPLY);
  });
});
