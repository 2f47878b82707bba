import { isRefusal } from '@worktrack/application';
import { parseJsonObject } from './json.js';

/** Returns the value of a body, or what is wrong with it by member. */
const readOf = (text: string): unknown => {
  try {
    return parseJsonObject(Buffer.from(text));
  } catch (error) {
    if (isRefusal(error)) return error.more.fieldErrors;
    throw error;
  }
};

/** Nests lists below the object of a body, up to this depth in all. */
const deep = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

/** An object of this number of structural characters: two braces, a colon, two brackets and the commas between elements. */
const structured = (characters: number): string => `{"a":[${'1,'.repeat(characters - 5)}1]}`;

describe('A body of JSON', () => {
  it('may be nested 16 deep, and no deeper', () => {
    expect(readOf(deep(16))).toHaveProperty('a');
    expect(readOf(deep(17))).toEqual({ body: ['must not be nested more than 16 deep'] });
  });

  it('may have 5,000 structural characters, and no more', () => {
    expect(readOf(structured(5_000))).toHaveProperty('a');
    expect(readOf(structured(5_001))).toEqual({ body: ['has too many members and elements'] });
  });

  it('has each member name once, however it is spelled and at whatever depth', () => {
    expect(readOf('{"a":1,"\\u0061":2}')).toEqual({ a: ['must not be given twice'] });
    expect(readOf('{"a":[{"b":{"c":1,"c":1}}]}')).toEqual({ 'a.0.b.c': ['must not be given twice'] });
    expect(readOf('{"a":{"b":1},"c":{"b":1}}')).toEqual({ a: { b: 1 }, c: { b: 1 } });
  });

  it('counts no character within a text', () => {
    const text = '[{,:"}]\\'.repeat(10_000);
    expect(readOf(JSON.stringify({ text }))).toEqual({ text });
  });
});
