import type { ProjectKey } from '../project/project-key.js';
import { WorkItemKey, compareKeys } from './work-item-key.js';

const WEB = 'WEB' as ProjectKey;

describe('A Work Item key', () => {
  it.each([
    ['WEB-1', 'WEB', 1],
    ['web-42', 'WEB', 42],
    ['a-1', 'A', 1],
    ['abcdefghij-9999999999', 'ABCDEFGHIJ', 9_999_999_999],
    ['A1-10', 'A1', 10],
  ])('is found as %j', (text, projectKey, number) => {
    expect(WorkItemKey.parse(text)).toEqual({ projectKey, number });
    expect(Number.isSafeInteger(number)).toBe(true);
  });

  it.each([
    '',
    'WEB',
    'WEB-',
    '-1',
    'WEB-0',
    'WEB-01',
    'WEB--1',
    'WEB-1.0',
    'WEB-1e3',
    'WEB-+1',
    'WEB-12345678901',
    'abcdefghijk-1',
    '1-1',
    'W_B-1',
    'ſ-1',
    'WEB-١',
    'WEB–1',
    ' WEB-1',
    'WEB-1 ',
    'WEB-1\n',
  ])('is not %j', (text) => {
    expect(WorkItemKey.parse(text)).toBeUndefined();
  });

  it('is made of a Project key and a number', () => {
    expect(WorkItemKey.of(WEB, 1)).toBe('WEB-1');
    expect(WorkItemKey.of(WEB, 9_999_999_999)).toBe('WEB-9999999999');
  });

  it.each([0, -1, 1.5, 10_000_000_000, NaN, Infinity])('is never made of %d', (number) => {
    expect(() => WorkItemKey.of(WEB, number)).toThrow(RangeError);
  });
});

describe('Keys in order', () => {
  it('compare the Project key as text, then the number as a number', () => {
    const keys = ['WEB-10', 'WEB-9', 'WE-11', 'WEB2-1', 'A-2', 'A-1', 'Z-1'];
    const parts = keys.map((key) => WorkItemKey.parse(key)!).sort(compareKeys);
    expect(parts.map(({ projectKey, number }) => `${projectKey}-${number}`)).toEqual([
      'A-1',
      'A-2',
      'WE-11',
      'WEB-9',
      'WEB-10',
      'WEB2-1',
      'Z-1',
    ]);
  });

  it('are equal only to themselves', () => {
    expect(compareKeys({ projectKey: WEB, number: 1 }, { projectKey: WEB, number: 1 })).toBe(0);
  });
});
