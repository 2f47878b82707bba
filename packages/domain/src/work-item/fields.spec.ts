import { givenFieldsOf, isWordField, newFieldsOf } from './fields.js';

describe('The fields of a new Work Item', () => {
  it('have their defaults when only the title is given: a task of medium priority, and nothing else', () => {
    expect(newFieldsOf({ title: 'Paint the door' })).toEqual({
      title: 'Paint the door',
      description: null,
      type: 'task',
      priority: 'medium',
      storyPoints: null,
      dueDate: null,
    });
  });

  it('keep what is given, 0 points and an empty description too', () => {
    const given = {
      title: 'Paint the door',
      description: '',
      type: 'bug',
      priority: 'low',
      storyPoints: 0,
      dueDate: new Date('2026-12-01T00:00:00.000Z'),
    } as const;
    expect(newFieldsOf(given)).toEqual(given);
  });

  it('are no other members of what is given', () => {
    const given = { title: 'Paint the door', status: 'done', number: 7 };
    expect(Object.keys(newFieldsOf(given))).not.toEqual(expect.arrayContaining(['status']));
    expect(Object.keys(newFieldsOf(given))).not.toEqual(expect.arrayContaining(['number']));
  });
});

describe('The fields that are given', () => {
  it('are those that have a value or are cleared', () => {
    const given = { title: undefined, description: null, storyPoints: 0, priority: 'high' };
    expect(givenFieldsOf(given)).toStrictEqual({ description: null, storyPoints: 0, priority: 'high' });
  });

  it('are no other members', () => {
    expect(givenFieldsOf({ title: 'Paint the door', status: 'done' })).toStrictEqual({ title: 'Paint the door' });
  });
});

describe('A field with words', () => {
  it.each(['type', 'priority'])('is the %s', (name) => {
    expect(isWordField(name)).toBe(true);
  });

  it.each(['title', 'storyPoints', 'dueDate', 'status', 'constructor', 'toString', ''])('is not %j', (name) => {
    expect(isWordField(name)).toBe(false);
  });
});
